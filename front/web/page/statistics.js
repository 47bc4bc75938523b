// Totals of the saved games.
import { bestScore } from './best.js';

export function kindOf(game) {
  return `${game.w} × ${game.h}, ${game.rules}`;
}

// One entry for each size and rule set, those with the most games first.
export function totals(games) {
  const groups = new Map();
  for (const game of games) groups.set(kindOf(game), [...groups.get(kindOf(game)) ?? [], game]);
  return [...groups].map(([kind, some]) => ({
    kind,
    games: some.length,
    won: some.filter((game) => game.won).length,
    lost: some.filter((game) => !game.won && game.status === 'lost').length,
    best: bestScore(some),
    mean: Math.round(some.reduce((sum, game) => sum + game.score, 0) / some.length),
    largest: Math.max(...some.map((game) => game.largest)),
    moves: some.reduce((sum, game) => sum + game.moves, 0),
  })).sort((a, b) => b.games - a.games);
}
