// The statistics of the games of one kind: figures, distributions of scores and largest tiles, and the progress.
import { dayStreaks, inOrder, medianOf, runningMeans, scoreBins, tileCounts, winStreak } from './insights_sums.js';
import { shape, shortNumber, ticksBetween } from './shapes.js';
import { formatted, say } from './words.js';
import { bestScore, kindName, kindOf } from './statistics.js';
import { closeDialogs } from './dialogs.js';
import { addStyle, make, sayMore, showDialog } from './more.js';

const words = () => sayMore().insights;
// The lengths of a chart, in pixels of a page with letters of the usual size.
const height = 170, left = 46, right = 12, top = 26, bottom = 34;

const style = `
#insights-dialog { width: min(50rem, 100vw); }
#insights-dialog > .figures { grid-template-columns: repeat(auto-fit, minmax(6.2rem, 1fr)); }
#insights-charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); gap: 0.5rem 1.5rem; }
#insights-charts figure { margin: 0; min-width: 0; }
#insights-charts figure:last-child { grid-column: 1 / -1; }
#insights-charts figcaption { font-size: 0.85rem; }
#insights-charts svg { display: block; width: 100%; height: 10.625rem; overflow: visible; direction: ltr; }
#insights-charts text { fill: var(--text); stroke: none; font-size: 11px; text-anchor: middle; }
#insights-charts .y { text-anchor: end; }
#insights-charts .count { font-weight: bold; }
#insights-charts .grid { stroke: var(--tool); stroke-width: 1; }
#insights-charts .axis { stroke: var(--line); stroke-width: 1; }
#insights-charts rect { fill: var(--strong); stroke: none; }
#insights-charts .tile { stroke: var(--line); stroke-width: 1; }
#insights-charts circle { fill: var(--line); stroke: none; }
#insights-charts .mean { stroke: var(--focus); stroke-width: 2.5; }
#insights-charts i {
  display: inline-block; width: 0.6rem; height: 0.6rem; margin-inline: 0.6rem 0.3rem; border-radius: 50%; background: var(--line);
}
#insights-charts .of-mean {
  width: 1rem; height: 0; border-radius: 0; border-top: 3px solid var(--focus); background: none; vertical-align: 0.2rem;
}
#insights-empty { display: grid; justify-items: center; gap: 0.75rem; padding: 1.5rem 0; text-align: center; }
#insights-empty svg { width: 3rem; height: 3rem; opacity: 0.6; }
@media (forced-colors: active) {
  #insights-charts rect, #insights-charts circle, #insights-charts text { fill: CanvasText; }
  #insights-charts .mean, #insights-charts .of-mean { stroke: Highlight; border-color: Highlight; forced-color-adjust: none; }
  #insights-charts i { background: CanvasText; forced-color-adjust: none; }
}
`;

// A number in the language of the page.
const local = (value, options) => value.toLocaleString(document.documentElement.lang, options);
const percent = (part) => local(part, { style: 'percent', maximumFractionDigits: part < 0.1 ? 1 : 0 });

function duration(milliseconds) {
  const unit = (value, name) => local(value, { style: 'unit', unit: name, unitDisplay: 'narrow', maximumFractionDigits: value < 10 ? 1 : 0 });
  if (milliseconds < 60000) return unit(milliseconds / 1000, 'second');
  const minutes = Math.round(milliseconds / 60000);
  return minutes < 60 ? unit(minutes, 'minute') : `${unit(Math.floor(minutes / 60), 'hour')} ${unit(minutes % 60, 'minute')}`;
}

// ---- Charts. Each function draws into an SVG of a width; `label` says the same to people who do not see it.

function frame(svg, width, highest, label, names) {
  svg.replaceChildren();
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  const y = (value) => height - bottom - (height - top - bottom) * value / (highest || 1);
  for (const value of ticksBetween(0, highest).filter(Number.isInteger))
    svg.append(shape('path', { class: value ? 'grid' : 'axis', d: `M${left} ${y(value)}H${width - right}` }),
      shape('text', { class: 'y', x: left - 6, y: y(value) + 4 }, shortNumber(value)));
  svg.append(shape('text', { class: 'y', x: left - 6, y: 9 }, names.y),
    shape('text', { x: (left + width - right) / 2, y: height - 2 }, names.x));
  return y;
}

function bar(svg, box, tip, colour = '') {
  const rect = shape('rect', { ...box, rx: 2, class: colour && 'tile' });
  rect.style.fill = colour;
  rect.append(shape('title', {}, tip));
  svg.append(rect);
}

function drawScores(svg, width, games) {
  const text = words(), scores = games.map(({ score }) => score), bins = scoreBins(scores);
  const sentence = text.scoresAre(...[Math.min(...scores), Math.round(medianOf(scores)), Math.max(...scores)].map(formatted));
  const y = frame(svg, width, Math.max(...bins.map(({ count }) => count)), sentence, { x: text.score, y: text.games });
  const each = (width - left - right) / bins.length, every = Math.ceil(38 / each);
  bins.forEach(({ low: from, high: to, count }, i) => {
    const x = left + i * each;
    const box = { x: x + 1, y: y(count), width: Math.max(1, each - 2), height: y(0) - y(count) };
    if (count) bar(svg, box, text.range(formatted(from), formatted(to - 1), count));
    if (i % every === 0) svg.append(shape('text', { x, y: height - bottom + 14 }, shortNumber(from)));
  });
  if (bins.length % every === 0) svg.append(shape('text', { x: width - right, y: height - bottom + 14 }, shortNumber(bins.at(-1).high)));
}

function drawTiles(svg, width, games, colourOf) {
  const text = words(), tiles = tileCounts(games), most = tiles.reduce((a, b) => (b.count > a.count ? b : a));
  const sentence = text.tilesAre(most.value, percent(most.count / games.length));
  const y = frame(svg, width, most.count, sentence, { x: text.tile, y: text.games });
  const each = (width - left - right) / tiles.length, wide = Math.min(each * 0.8, 48);
  tiles.forEach(({ value, count }, i) => {
    const middle = left + (i + 0.5) * each;
    const box = { x: middle - wide / 2, y: y(count), width: wide, height: y(0) - y(count) }, part = percent(count / games.length);
    bar(svg, box, text.ofTile(value, count, part), colourOf(value));
    if (each > 26) svg.append(shape('text', { class: 'count', x: middle, y: y(count) - 4 }, part));
    const isWide = each > 8 * String(tiles.at(-1).value).length;
    if (isWide || i % Math.ceil(32 / each) === 0)
      svg.append(shape('text', { x: middle, y: height - bottom + 14 }, isWide ? String(value) : shortNumber(value)));
  });
}

const spanOf = (games) => Math.max(2, Math.min(10, Math.floor(games.length / 2)));

function drawProgress(svg, width, games) {
  const text = words(), scores = inOrder(games).map(({ score }) => score), means = runningMeans(scores, spanOf(games));
  const known = means.filter((mean) => mean !== null).map((mean) => formatted(Math.round(mean)));
  const sentence = known.length ? text.progressIs(known[0], known.at(-1)) : text.progress;
  const y = frame(svg, width, Math.max(...scores), sentence, { x: text.game, y: text.score });
  const x = (i) => left + 6 + (width - left - right - 12) * i / Math.max(1, scores.length - 1);
  scores.forEach((score, i) => {
    const dot = shape('circle', { cx: x(i), cy: y(score), r: scores.length > 100 ? 2 : 3.5 });
    dot.append(shape('title', {}, `${i + 1}: ${formatted(score)}`));
    svg.append(dot);
  });
  const line = means.map((mean, i) => (mean === null ? '' : `${x(i)} ${y(mean)}`)).filter(Boolean);
  if (line.length > 1) svg.append(shape('path', { class: 'mean', d: `M${line.join('L')}` }));
  const count = scores.length, isFree = (n) => Number.isInteger(n) && n > count * 0.07 && n < count * 0.93;
  for (const number of count < 2 ? [1] : [1, ...ticksBetween(2, count).filter(isFree), count]) svg.append(shape('text', { x: x(number - 1), y: height - bottom + 14 }, String(number)));
}

// ---- The dialog

function figures(games) {
  const names = words().figures, days = dayStreaks(games), sum = (name) => games.reduce((all, game) => all + (game[name] ?? 0), 0);
  const timed = games.filter(({ time }) => time > 1000), moves = timed.reduce((all, game) => all + game.moves, 0);
  const all = {
    games: formatted(games.length), won: percent(games.filter(({ won }) => won).length / games.length),
    best: formatted(bestScore(games)), median: formatted(Math.round(medianOf(games.map(({ score }) => score)))),
    moves: formatted(sum('moves')), time: duration(sum('time')), perMove: moves ? duration(sum('time') / moves) : '–',
    days: formatted(days.current), longest: formatted(days.longest), wins: formatted(winStreak(games)),
  };
  return make('dl', { className: 'figures' }, ...Object.entries(all).map(([name, value]) => (
    make('div', {}, make('dt', {}, names[name]), make('dd', {}, value)))));
}

function chart(title, note, draw) {
  const svg = shape('svg', {}), result = make('figure', {}, make('figcaption', {}, make('h3', {}, title), ...note), svg);
  new ResizeObserver(([{ contentRect }]) => {
    const letters = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    if (contentRect.width) draw(svg, Math.max(160, Math.round(contentRect.width / letters)));
  }).observe(svg);
  return result;
}

// The colour of the tile with this value: ranks count from 1 in the order of the values.
function tileColours(game, { rules }) {
  const fibonacci = [1, 2];
  while (fibonacci.length < 31) fibonacci.push(fibonacci.at(-1) + fibonacci.at(-2));
  const colours = getComputedStyle(game);
  return (value) => colours.getPropertyValue(`--tile-${rules === 'fibonacci' ? fibonacci.indexOf(value) + 1 : Math.log2(value)}`);
}

function contents(games, game) {
  const text = words(), colourOf = tileColours(game, games[0]);
  const legend = [make('i', {}), text.each, make('i', { className: 'of-mean' }), text.mean(spanOf(games))];
  return [figures(games), make('div', { id: 'insights-charts' },
    chart(text.scores, [], (svg, width) => drawScores(svg, width, games)),
    chart(text.tiles, [], (svg, width) => drawTiles(svg, width, games, colourOf)),
    chart(text.progress, games.length > 3 ? legend : [], (svg, width) => drawProgress(svg, width, games)))];
}

function emptyState() {
  const empty = make('div', { id: 'insights-empty' });
  empty.innerHTML = '<svg aria-hidden="true"><use href="#i-games"/></svg>';
  empty.append(make('p', {}, words().empty));
  return empty;
}

// Shows the games that ended, by kind; the current kind, or the one with the most games, first.
export function openInsights(game, keeper) {
  const text = words(), groups = new Map();
  for (const one of keeper.ownGames().filter(({ status, won }) => won || status !== 'playing'))
    groups.set(kindOf(one), [...groups.get(kindOf(one)) ?? [], one]);
  const kinds = [...groups.keys()].sort((a, b) => groups.get(b).length - groups.get(a).length);
  const first = kinds.includes(kindOf(game.state)) ? kindOf(game.state) : kinds[0];
  const choice = make('select', { id: 'insights-kind' }, ...kinds.map((kind) => (
    make('option', { value: kind, selected: kind === first }, `${kindName(groups.get(kind)[0])} (${groups.get(kind).length})`))));
  addStyle(style);
  closeDialogs();
  const dialog = showDialog('insights-dialog', say().insights), form = dialog.firstChild;
  const show = () => {
    while (dialog.lastChild !== form) dialog.lastChild.remove();
    dialog.append(...kinds.length ? [make('label', {}, text.kind, choice), ...contents(groups.get(choice.value), game)] : [emptyState()]);
  };
  choice.addEventListener('change', () => {
    show();
    choice.focus({ preventScroll: true });
  });
  show();
}
