// Describes what happened in a sentence or two, for people who hear the board instead of seeing it.

function place(words, state, cell) {
  return words.place(cell % state.w + 1, Math.floor(cell / state.w) + 1);
}

export function describeMove(words, state, { direction, merges, spawns }) {
  return [
    `${words[direction]}.`,
    ...merges.map(({ met, moved, result, cell }) => words.merge(met, moved, result, place(words, state, cell))),
    ...spawns.map(({ value, cell }) => words.spawn(value, place(words, state, cell))),
    words.score(state.score),
  ].join(' ');
}

export function describeEnd(words, state) {
  return { won: words.won, lost: words.lost }[state.status] ?? '';
}
