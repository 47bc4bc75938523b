// Totals of the saved games, and the rank of a game among them.
import { say } from './words.js';

// The kind of a game, of the state of an element or saved: its size and its rules. Games of one kind can be compared.
export function kindOf({ size, w = size[0], h = size[1], rules }) {
  return `${w} × ${h}, ${rules}`;
}

export function kindName({ size, w = size[0], h = size[1], rules }) {
  return `${w} × ${h}, ${say().rulesNames[rules] ?? rules}`;
}

// What a game counts for BEST; see doc/RULES.md.
export function bestScore(games) {
  return games.reduce((best, game) => Math.max(best, game.plainScore ?? 0), 0);
}

// The place of a game by its score among the games of its kind, and how many there are.
export function rankOf(game, games) {
  const others = games.filter((one) => one.id !== game.id && kindOf(one) === kindOf(game));
  return { rank: 1 + others.filter((one) => one.score > game.score).length, count: others.length + 1 };
}

// One entry for each kind, those with the most games first.
export function totals(games) {
  const groups = new Map();
  for (const game of games) groups.set(kindOf(game), [...groups.get(kindOf(game)) ?? [], game]);
  return [...groups.values()].map((some) => ({
    kind: kindName(some[0]),
    games: some.length,
    won: some.filter((game) => game.won).length,
    lost: some.filter((game) => !game.won && game.status === 'lost').length,
    best: bestScore(some),
    mean: Math.round(some.reduce((sum, game) => sum + game.score, 0) / some.length),
    largest: Math.max(...some.map((game) => game.largest)),
    moves: some.reduce((sum, game) => sum + game.moves, 0),
  })).sort((a, b) => b.games - a.games);
}
