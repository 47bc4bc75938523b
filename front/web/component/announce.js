// What happened, in a sentence or two, for those who hear the board.

function place(words, state, cell) {
  return words.place(cell % state.w + 1, Math.floor(cell / state.w) + 1);
}

export function describeMove(words, state, told) {
  return [
    `${words[told.direction]}.`,
    ...told.merges.map((merge) => words.merge(merge.met, merge.moved, merge.made, place(words, state, merge.cell))),
    ...told.spawns.map((spawn) => words.spawn(spawn.value, place(words, state, spawn.cell))),
    words.score(state.score),
  ].join(' ');
}

export function describeEnd(words, state) {
  return { won: words.won, lost: words.lost }[state.status] ?? '';
}
