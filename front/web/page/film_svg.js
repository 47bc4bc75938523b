// A game as one moving SVG. Every tile that is ever on the board is an element with keyframes of its own, which last as
// long as the film, so that it loops. Places are relative to the tile's last one, where it is without an animation: a
// reader who prefers reduced motion, or whose viewer has none, sees the last position.
import { digitSize, filmAfter, filmBefore, filmFrame, filmLength } from './film_scene.js';

const growing = 200;
const fonts = '"Clear Sans","Helvetica Neue",Helvetica,Arial,sans-serif';

// The text of the SVG. `pace` is in milliseconds per move.
export function filmSvg({ w, h, actors, scores, moves }, pace, colour) {
  const { tile, gap, pitch, head, width, height } = filmFrame(w, h), length = filmLength(moves, pace), slide = Math.min(100, pace);
  const percent = (time) => `${Number((Math.min(time, length) / length * 100).toFixed(4))}%`;
  const begins = (move) => filmBefore + move * pace, slid = (move) => begins(move) + slide, blink = length * 1e-5;
  const cells = Array.from({ length: w * h }, (none, cell) => [cell % w * pitch, Math.floor(cell / w) * pitch]);
  const away = (cell, last) => `translate:${cells[cell][0] - cells[last][0]}px ${cells[cell][1] - cells[last][1]}px`;

  const hops = ({ hops: all, cell }) => all.map(({ move, from }, i) => (
    `${i ? percent(slid(all[i - 1].move)) : '0%'},${percent(begins(move))}{${away(from, cell)}}`)).join('')
    + (all.length ? `${percent(slid(all.at(-1).move))}{translate:0}` : '');
  const birth = ({ born, died, isMerged }) => {
    const time = slid(born), end = died === null ? length : slid(died);
    const frames = isMerged ? [[time + blink, 1], [time + growing / 2, 1.2], [time + growing, 1]] : [[time + growing, 1]];
    return `0%,${percent(time)}{scale:0}${frames.map(([at, scale]) => (at < end ? `${percent(at)}{scale:${scale}}` : '')).join('')}`;
  };
  const death = ({ died }) => `${percent(slid(died))}{scale:1}${percent(slid(died) + blink)},to{scale:0}`;
  const keyframes = actors.map((actor, i) => {
    const text = hops(actor) + (actor.born === null ? '' : birth(actor)) + (actor.died === null ? '' : death(actor));
    return text && `@keyframes a${i}{${text}}`;
  });

  const kinds = [...new Map(actors.map(({ rank, value }) => [rank, value]))].map(([rank, value]) => {
    const size = digitSize(value) * tile;
    return `<g id="t${rank}"><rect x="-42.5" y="-42.5" width="85" height="85" rx="4" fill="${colour(`tile-${rank}`)}"/>`
      + `<text y="${(size * 0.36).toFixed(1)}" font-size="${size.toFixed(1)}" fill="${colour(`ink-${rank}`)}">${value}</text></g>`;
  });
  const drawn = actors.map((actor, i) => ({ ...actor, name: keyframes[i] ? ` style="animation-name:a${i}"` : '' }));
  const tiles = cells.map(([x, y], cell) => {
    const own = drawn.filter((actor) => actor.cell === cell);
    return own.length && `<g transform="translate(${x + gap + tile / 2} ${y + gap + tile / 2})">${own.map(({ rank, died, name }) => (
      `<use href="#t${rank}"${died === null ? '' : ' class="gone"'}${name}/>`)).join('')}</g>`;
  });
  const empty = cells.map(([x, y]) => `<rect x="${x + gap}" y="${y + gap}" width="85" height="85" rx="4"/>`).join('');
  const places = scores.map((score, i) => `<text x="55" y="${22 + 30 * i}">${score}</text>`).join('');
  const right = width - 3 * gap - 110 + gap;

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-gap} ${-gap} ${width} ${height}" width="${width}" height="${height}"
font-family='${fonts}' font-weight="bold" text-anchor="middle">
<title>2048: ${scores.at(-1)}</title>
<style>use,.scores{animation:${(length / 1000).toFixed(3)}s ease-in-out infinite}.gone,.all{visibility:hidden}
@supports (scale:1){.gone,.all{visibility:visible}.last{visibility:hidden}}
.scores{animation-name:s;animation-timing-function:steps(${Math.max(1, moves)},jump-start)}
@keyframes s{0%,${percent(slid(0))}{translate:0}${percent(Math.min(slid(moves), length - filmAfter / 2))},to{translate:0 ${-30 * moves}px}}
${keyframes.filter(Boolean).join('\n')}
@media (prefers-reduced-motion:reduce){use,.scores{animation:none}.gone,.all{visibility:hidden}.last{visibility:visible}}</style>
<defs>${kinds.join('')}</defs>
<rect x="${-gap}" y="${-gap}" width="${width}" height="${height}" fill="${colour('page')}"/>
<text y="57" font-size="62" text-anchor="start" fill="${colour('box-ink')}">${width > 300 ? '2048' : ''}</text>
<svg x="${right}" y="8" width="110" height="56"><rect width="110" height="56" rx="6" fill="${colour('box')}"/>
<g font-size="25" fill="${colour('box-ink')}"><svg y="14" width="110" height="28">
<text class="last" x="55" y="22">${scores.at(-1)}</text><g class="scores all">${places}</g></svg></g></svg>
<g transform="translate(0 ${head})"><rect width="${w * pitch + gap}" height="${h * pitch + gap}" rx="6" fill="${colour('board')}"/>
<g fill="${colour('empty')}">${empty}</g>
${tiles.filter(Boolean).join('\n')}</g></svg>
`;
}
