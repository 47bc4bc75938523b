// The card of a game, for sharing: a picture of the board with the score, and a text with emoji.
import { say, formatted } from './words.js';
import { sayMore } from './more.js';
import { byId } from './dialogs.js';
import { kindName } from './statistics.js';

const width = 1200, height = 630, side = 510;
const font = (size) => `700 ${size}px Eleven, "Helvetica Neue", Helvetica, Arial, sans-serif`;

// The squares for an empty cell and for the ranks from 1.
const emoji = ['⬜', '🟫', '🟫', '🟧', '🟧', '🟥', '🟥', '🟨', '🟨', '🟨', '🟨', '🟩', '🟦', '🟦', '🟪', '🟪', '⬛', '⬛'];

// A colour of the board: a variable of the element.
function colourOf(game, name) {
  return getComputedStyle(game).getPropertyValue(`--${name}`).trim();
}

function rounded(context, x, y, w, h, radius, colour) {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x, y, w, h, radius);
  context.fill();
}

// Draws the tiles where the element shows them.
function drawBoard(context, game, x0, y0) {
  const { size: [w, h], board } = game.state, tile = side / (Math.max(w, h) + 0.14 * (Math.max(w, h) + 1)), gap = 0.14 * tile;
  const ranks = game.ranks;
  rounded(context, x0, y0, w * tile + (w + 1) * gap, h * tile + (h + 1) * gap, gap / 2, colourOf(game, 'board'));
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  board.forEach((row, y) => row.forEach((value, x) => {
    const [left, top, rank] = [x0 + gap + x * (tile + gap), y0 + gap + y * (tile + gap), ranks[y][x]];
    rounded(context, left, top, tile, tile, tile * 0.045, colourOf(game, value ? `tile-${rank}` : 'empty'));
    if (!value) return;
    context.fillStyle = colourOf(game, `ink-${rank}`);
    context.font = font(tile * [0.52, 0.52, 0.52, 0.42, 0.33, 0.28][String(value).length] || tile * 0.2);
    context.fillText(value, left + tile / 2, top + tile * 0.53);
  }));
}

async function drawCard(game) {
  const canvas = document.createElement('canvas'), context = canvas.getContext('2d');
  const page = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  Object.assign(canvas, { width, height });
  rounded(context, 0, 0, width, height, 0, page('page'));
  drawBoard(context, game, 60, (height - side) / 2);
  const { score, largestTile: largest, moves } = game.state, words = say();
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const write = (text, y, size, colour) => {
    context.font = font(size);
    context.fillStyle = colour;
    context.fillText(text, 640, y, 520);
  };
  write('2048', 180, 130, page('box-ink'));
  write(formatted(score), 330, 96, page('strong'));
  write(words.figures.score, 375, 34, page('text'));
  write(`${words.figures.largest} ${largest}`, 450, 40, page('box-ink'));
  write(words.moves(moves), 505, 40, page('box-ink'));
  write(kindName(game.state), 560, 30, page('text'));
  return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}

export function cardText(game) {
  const { score, largestTile: largest, moves } = game.state, { moves: movesText } = say(), { card } = sayMore();
  const squares = game.ranks.map((row) => row.map((rank) => emoji[Math.min(rank, emoji.length - 1)]).join('')).join('\n');
  return `${card.title(kindName(game.state))}\n${card.text(formatted(score), largest, movesText(moves))}\n${squares}\n`;
}

let picture = null, text = '';

// Draws the card of the game into the dialog. `download(blob, name)` offers a file, `say(text)` shows a sentence.
export async function showCard(game, { download, say: report }) {
  prepareCard(download, report);
  text = cardText(game);
  picture = await drawCard(game);
  byId('card').hidden = !picture;
  if (!picture) return;
  URL.revokeObjectURL(byId('card').src);
  byId('card').src = URL.createObjectURL(picture);
  byId('card').alt = sayMore().card.alt;
}

function prepareCard(download, report) {
  const file = () => new File([picture], '2048.png', { type: 'image/png' });
  const copyText = async () => {
    try {
      await navigator.clipboard.writeText(text);
      report(say().copied);
    } catch (error) {
      report(error.message);
    }
  };
  byId('copy-card').onclick = copyText;
  byId('save-card').onclick = () => picture && download(picture, '2048.png');
  byId('share-card').onclick = () => {
    const withFile = picture && { text, files: [file()] };
    const content = withFile && navigator.canShare?.(withFile) ? withFile : { text };
    if (!navigator.share) return copyText();
    return navigator.share(content).catch((error) => error.name !== 'AbortError' && report(error.message));
  };
}
