// All texts of the board, by language. A function takes the values that it puts into the text.
export const words = {
  en: {
    board: (w, h) => `Board, ${w} by ${h}`,
    empty: 'empty',
    won: 'You won!',
    lost: 'Game over!',
    keepPlaying: 'Keep going',
    newGame: 'Try again',
    undo: 'Undo',
    up: 'Up', right: 'Right', down: 'Down', left: 'Left',
    place: (x, y) => `column ${x}, row ${y}`,
    merge: (a, b, sum, place) => `${a} and ${b} make ${sum} at ${place}.`,
    spawn: (value, place) => `New ${value} at ${place}.`,
    score: (score) => `Score ${score}.`,
    stuck: 'No tile moves.',
    undone: 'Undone.', redone: 'Redone.', begun: 'New game.', loaded: 'Game loaded.', continued: 'The game continues.',
    hint: (direction) => `Hint: ${direction}.`,
    noEngine: 'The game cannot start: this browser, or a policy of this page, does not allow WebAssembly.',
    noPlayers: 'The players could not be loaded. Once they have been loaded, they also work offline.',
    noVectors: 'This browser is too old for the players: it does not support WebAssembly SIMD.',
  },
  de: {
    board: (w, h) => `Spielfeld, ${w} mal ${h}`,
    empty: 'leer',
    won: 'Gewonnen!',
    lost: 'Spiel vorbei!',
    keepPlaying: 'Weiterspielen',
    newGame: 'Noch einmal',
    undo: 'Zurück',
    up: 'Hoch', right: 'Rechts', down: 'Runter', left: 'Links',
    place: (x, y) => `Spalte ${x}, Zeile ${y}`,
    merge: (a, b, sum, place) => `${a} und ${b} werden ${sum} in ${place}.`,
    spawn: (value, place) => `Neue ${value} in ${place}.`,
    score: (score) => `Punkte: ${score}.`,
    stuck: 'Nichts bewegt sich.',
    undone: 'Zurückgenommen.', redone: 'Wiederholt.', begun: 'Neues Spiel.', loaded: 'Spiel geladen.',
    continued: 'Das Spiel geht weiter.',
    hint: (direction) => `Tipp: ${direction}.`,
    noEngine: 'Das Spiel startet nicht: Dieser Browser oder eine Regel dieser Seite erlaubt kein WebAssembly.',
    noPlayers: 'Die Spieler konnten nicht geladen werden; einmal geladen bleiben sie, mit und ohne Netz.',
    noVectors: 'Dieser Browser ist zu alt für die Spieler: Er kennt kein WebAssembly SIMD.',
  },
};

// The texts of the first language that has some, by its first subtag; otherwise English.
export function wordsFor(...languages) {
  const known = languages.map((language) => (language ?? '').toLowerCase().split('-')[0]).find((name) => words[name]);
  return words[known ?? 'en'];
}
