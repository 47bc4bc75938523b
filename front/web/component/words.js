// What the board says, by language. A function takes what it speaks of.
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
    merge: (a, b, made, place) => `${a} and ${b} make ${made} at ${place}.`,
    spawn: (value, place) => `New ${value} at ${place}.`,
    score: (score) => `Score ${score}.`,
    stuck: 'Nothing moves.',
    undone: 'Undone.', redone: 'Redone.', begun: 'New game.', loaded: 'Game loaded.', kept: 'The game goes on.',
    hint: (direction) => `Hint: ${direction}.`,
    noPlayers: 'The players could not be fetched; once fetched they stay, with or without a network.',
    noVectors: 'This browser is too old for the players: it does not know WebAssembly SIMD.',
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
    merge: (a, b, made, place) => `${a} und ${b} werden ${made} in ${place}.`,
    spawn: (value, place) => `Neue ${value} in ${place}.`,
    score: (score) => `Punkte: ${score}.`,
    stuck: 'Nichts bewegt sich.',
    undone: 'Zurückgenommen.', redone: 'Wiederholt.', begun: 'Neues Spiel.', loaded: 'Spiel geladen.',
    kept: 'Das Spiel geht weiter.',
    hint: (direction) => `Tipp: ${direction}.`,
    noPlayers: 'Die Spieler konnten nicht geladen werden; einmal geladen bleiben sie, mit und ohne Netz.',
    noVectors: 'Dieser Browser ist zu alt für die Spieler: Er kennt kein WebAssembly SIMD.',
  },
};

// The words of the first of the languages that is known, by its first subtag; English otherwise.
export function wordsFor(...languages) {
  const found = languages.map((language) => (language ?? '').toLowerCase().split('-')[0]).find((name) => words[name]);
  return words[found ?? 'en'];
}
