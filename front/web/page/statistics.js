// Totals of the saved games. A game is honest if no move was undone or made by a player, and if it began with start
// tiles.

export function isHonest(game) {
  return !game.undos && !game.helped && !game.fromBoard;
}

export function kindOf(game) {
  return `${game.w} × ${game.h}, ${game.rules}`;
}

export function bestScore(games, like) {
  const kind = kindOf(like);
  return games.reduce((best, game) => (isHonest(game) && kindOf(game) === kind ? Math.max(best, game.score) : best), 0);
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
    best: bestScore(some, some[0]),
    mean: Math.round(some.reduce((sum, game) => sum + game.score, 0) / some.length),
    largest: Math.max(...some.map((game) => game.largest)),
    moves: some.reduce((sum, game) => sum + game.moves, 0),
  })).sort((a, b) => b.games - a.games);
}
