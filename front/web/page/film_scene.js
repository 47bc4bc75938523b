// What a film shows: the board, and every tile that is ever on it. Both kinds of films use the same places and colours.
import { Engine } from '../component/engine.js';

// Milliseconds: before the first move and after the last, and what an animation of the engine needs.
export const filmBefore = 700, filmAfter = 2600;
const sliding = 99.9, settled = 1e15;

// The length of a film in milliseconds.
export function filmLength(moves, pace) {
  return filmBefore + moves * pace + filmAfter;
}

// The lengths of the picture, in the proportions of the original.
export function filmFrame(w, h) {
  const tile = 85, gap = 12, pitch = tile + gap, head = 84;
  return { tile, gap, pitch, head, width: w * pitch + 3 * gap, height: h * pitch + 3 * gap + head };
}

// The size of the number of a tile, as a part of the tile.
export function digitSize(value) {
  return [0.52, 0.52, 0.52, 0.42, 0.33, 0.27, 0.22, 0.19, 0.165, 0.145, 0.13][String(value).length];
}

// The colours of the element and of the page, by name.
export function filmColours(game) {
  const board = getComputedStyle(game), page = getComputedStyle(document.documentElement);
  return (name) => (['page', 'box', 'box-ink', 'box-label'].includes(name) ? page : board).getPropertyValue(`--${name}`).trim();
}

// An engine at the position after `from` moves of the record.
export function engineAt(record, from) {
  const engine = new Engine();
  engine.load(record, 0);
  const { begin } = engine.look();
  engine.seek(begin + 1, 0);
  while (engine.look().moves < from && engine.redo(0));
  return engine;
}

// Makes the next move; false after the last. Playing on after the win is not a move.
export function stepFilm(engine, now) {
  const { moves } = engine.look();
  while (engine.redo(now)) if (engine.look().moves > moves) return true;
  return false;
}

// Follows the tiles from move `from` to `to`: { w, h, actors, scores, moves }. An actor is a tile's life: { rank, value,
// cell, hops, born, died, isMerged }. `cell` is its last place, `hops` are { move, from }. null after a cancellation.
export async function readScenes(record, from, to, progress) {
  const engine = engineAt(record, from), { w, h, score } = engine.look();
  const actors = [], at = new Map(), scores = [score];
  const cellOf = ({ x, y }) => Math.round(y) * w + Math.round(x);
  const add = (sprite, cell, born, isMerged) => {
    at.set(cell, actors.length);
    actors.push({ rank: sprite.rank, value: sprite.value, cell, hops: [], born, died: null, isMerged });
  };
  for (const sprite of engine.frame(settled).sprites) add(sprite, cellOf(sprite), null, false);
  for (let move = 0, now = 1000; move < to - from && stepFilm(engine, now); move++, now += 1000) {
    const before = engine.frame(now).sprites.map(cellOf), after = engine.frame(now + sliding).sprites.map(cellOf);
    const rest = new Map(engine.frame(settled).sprites.map((sprite) => [cellOf(sprite), sprite]));
    const movers = before.map((cell) => at.get(cell));
    movers.forEach((actor, i) => {
      at.delete(before[i]);
      if (after[i] !== before[i]) actors[actor].hops.push({ move, from: before[i] });
      actors[actor].cell = after[i];
    });
    movers.forEach((actor, i) => {
      const isShared = after.filter((cell) => cell === after[i]).length > 1;
      if (isShared) actors[actor].died = move;
      else at.set(after[i], actor);
    });
    for (const [cell, sprite] of rest) if (!at.has(cell)) add(sprite, cell, move, after.includes(cell));
    scores.push(engine.look().score);
    if (move % 50 === 49 && !await progress((move + 1) / (to - from))) return null;
  }
  return { w, h, actors, scores, moves: scores.length - 1 };
}
