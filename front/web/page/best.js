// What counts for BEST. A game is plain until a move is undone, a move follows a shown hint, or a player moves. A game
// that began from a given board is never plain. The plain score of a game is the highest score that was on the board
// while it was plain; it never goes down. BEST is the highest plain score of all games of the same kind.

function isPlain(game) {
  return !game.undos && !game.hints && !game.helped && !game.fromBoard;
}

// Games that were saved by older versions do not contain it.
export function plainScoreOf(game) {
  return game.plainScore ?? (isPlain(game) ? game.score : 0);
}

// The counts of a game after an action: `state` is that of the element, `before` are the saved facts of the game, if
// any. `isHinted`: the action was a move after a hint.
export function countPlain(state, before, isHinted) {
  const hints = (before?.hints ?? 0) + (isHinted ? 1 : 0), earlier = before ? plainScoreOf(before) : 0;
  return { hints, plainScore: isPlain({ ...state, hints }) ? Math.max(earlier, state.score) : earlier };
}

export function bestScore(games) {
  return games.reduce((best, game) => Math.max(best, plainScoreOf(game)), 0);
}
