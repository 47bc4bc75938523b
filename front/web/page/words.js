// All texts of the page, by language. The names are those in data-word, data-label, data-title and data-placeholder of
// index.html. A function takes the values that it puts into the text.

const pageWords = {
  en: {
    score: 'Score', best: 'Best', bestTitle: 'Best score in plain play: without undo, hint or player', newGame: 'New game', tools: 'Tools',
    undo: 'Undo', redo: 'Redo', hint: 'Hint', auto: 'Let it play', advice: 'The value of each direction', speed: 'Speed',
    pace: (ms) => (ms ? `${1000 / ms} moves per second` : 'as fast as possible'),
    chosen: 'the best', nothing: 'not legal',
    loading: 'Loading the network',
    review: 'Review', reviewGame: 'Review this game', reviewing: 'Judging every move', turns: 'What decided the game',
    accuracy: (percent) => `Accuracy ${percent}%`,
    reviewedPart: (count, all) => `for the first ${count} of ${all} moves`,
    grades: { forced: 'forced', best: 'best', good: 'good', inaccuracy: 'inaccurate', mistake: 'mistakes',
      blunder: 'blunders' },
    graded: { forced: 'the only legal move', best: 'the best move', good: 'a good move', inaccuracy: 'an inaccuracy',
      mistake: 'a mistake', blunder: 'a blunder' },
    judged: (move, played, grade) => `Move ${move}: ${played}, ${grade}.`, points: 'points',
    better: (best, loss) => `${best} is worth ${loss} more.`,
    chart: 'For each move: the score, the expected final score, and at the bottom what the move lost.',
    substitute: {
      alone: 'The page in one file does not contain the trained network. A simpler search helps instead.',
      unreachable: 'The trained network could not be loaded. A simpler search helps until the next attempt.',
      refused: (why) => `The trained network cannot be used: ${why}. A simpler search helps instead.`,
    }, replay: 'Replay', games: 'Games and statistics',
    share: 'Share, export, import', settings: 'Settings', help: 'Help', place: 'Position in the game', play: 'Play',
    stop: 'Stop', branch: 'Continue from here', close: 'Close', arrows: 'Arrow buttons',
    up: 'Up', right: 'Right', down: 'Down', left: 'Left',
    size: 'Size', rules: 'Rules', goal: 'Goal', goalUsual: 'default, or none', seed: 'Seed', seedRandom: 'random',
    start: 'Start', daily: 'Daily game', list: 'All games', statistics: 'Statistics',
    link: 'A link that contains the whole game', copyLink: 'Copy link',
    record: 'The game as text', copyText: 'Copy text', download: 'Download', load: 'Load this text', openFile: 'Open a file', copied: 'Copied.',
    theme: 'Theme', 'auto-theme': 'like the system',
    original: 'original', dark: 'dark', 'high-contrast': 'high contrast', 'colour-blind': 'colour-blind',
    language: 'Language', 'auto-language': 'like the browser',
    showArrows: 'Arrow buttons under the board',
    how: 'Slide all tiles with the arrow keys or a swipe. Equal tiles that touch merge into one. After every move a '
      + 'new tile appears. Reach the goal, or go as far as you can.',
    kept: 'Every game is saved in this browser while you play, and the page works offline.',
    intro: (goal) => (goal ? `Join the tiles and get to ${goal}!` : 'Join the tiles and go as far as you can!'),
    seedIs: (seed) => `seed ${seed}`, moves: (count) => (count === 1 ? '1 move' : `${count} moves`),
    about: {
      classic: '2s and 4s appear; equal tiles merge.', provider: 'One start tile, and only 2s appear.',
      engine: 'One or two new tiles per move. A merged tile can merge again in the same move.',
      fibonacci: '1, 2, 3, 5, 8 …: neighbours in the sequence merge.',
    },
    ply: (at, of) => `Move ${at} of ${of}`,
    otherTab: 'Your last game is open in another tab. Both games are saved.',
    fromLink: 'This game is from the link. Continue it, or watch it with Replay.',
    badLink: (why) => `The link does not contain a game: ${why}.`,
    badGame: (why) => `A saved game could not be read and is left unchanged: ${why}.`,
    notSaved: 'Not saved. Export this game before you leave.',
    isOpen: 'This game is open in another tab.',
    noGames: 'There is no game with a move yet.', today: 'Today’s game', open: 'Open',
    columns: ['Game', 'Games', 'Won', 'Lost', 'Best', 'Mean', 'Largest', 'Moves'],
    listColumns: ['Open', 'Score', 'Largest', 'Moves', 'Result', 'Game', 'Started'],
    status: { playing: 'running', won: 'won', lost: 'over' },
    keys: [['arrows, WASD, HJKL', 'move'], ['U, Backspace, Ctrl+Z', 'undo, without a limit'], ['R, Ctrl+Y', 'redo'],
      ['N', 'new game (undo returns to the old one)'], ['C', 'keep playing after the win'], ['I', 'hint'],
      ['P', 'let it play; stop'], ['+, −', 'faster, slower'], ['T', 'next theme'], ['?', 'this help'],
      ['game pad', 'cross or stick: move; B: undo; A: keep playing; Start: new game']],
  },
  de: {
    score: 'Punkte', best: 'Rekord', bestTitle: 'Rekord ohne Zurücknehmen, Tipp und Spieler', newGame: 'Neues Spiel',
    tools: 'Werkzeuge', undo: 'Zurück', redo: 'Wiederholen', hint: 'Tipp', auto: 'Spielen lassen', replay: 'Ansehen',
    advice: 'Was jede Richtung wert ist', speed: 'Tempo', chosen: 'am besten', nothing: 'bewegt nichts',
    pace: (ms) => (ms ? `${(1000 / ms).toLocaleString('de')} Züge je Sekunde` : 'so schnell es geht'),
    loading: 'Das Netzwerk wird geladen',
    review: 'Bewerten', reviewGame: 'Dieses Spiel bewerten', reviewing: 'Jeder Zug wird angesehen',
    turns: 'Was das Spiel entschieden hat',
    accuracy: (percent) => `Genauigkeit ${percent} %`,
    reviewedPart: (count, all) => `in den ersten ${count} von ${all} Zügen`,
    grades: { forced: 'ohne Wahl', best: 'beste', good: 'gute', inaccuracy: 'ungenaue', mistake: 'Fehler',
      blunder: 'grobe Fehler' },
    graded: { forced: 'der einzige', best: 'der beste', good: 'gut', inaccuracy: 'ungenau', mistake: 'ein Fehler',
      blunder: 'ein grober Fehler' },
    judged: (move, played, grade) => `Zug ${move}: ${played}, ${grade}.`, points: 'Punkte',
    better: (best, loss) => `${best} ist ${loss} mehr wert.`,
    chart: 'Der Punktestand und der am Ende erwartete, über die Züge; unten, was Züge verloren haben.',
    substitute: {
      alone: 'Eine Seite in einer Datei hat keinen Platz für das gelernte Netzwerk: Eine einfachere Suche hilft.',
      unreachable: 'Das gelernte Netzwerk war nicht zu laden: Bis zum nächsten Versuch hilft eine einfachere Suche.',
      refused: (why) => `Das gelernte Netzwerk ist nicht zu gebrauchen: ${why}. Eine einfachere Suche hilft.`,
    },
    games: 'Spiele und Statistik', share: 'Teilen, sichern, laden', settings: 'Einstellungen', help: 'Hilfe',
    place: 'Stelle im Spiel', play: 'Abspielen', stop: 'Anhalten', branch: 'Von hier weiterspielen', close: 'Schließen',
    arrows: 'Pfeiltasten', up: 'Hoch', right: 'Rechts', down: 'Runter', left: 'Links',
    size: 'Größe', rules: 'Regeln', goal: 'Ziel', goalUsual: 'üblich, oder none', seed: 'Startzahl',
    seedRandom: 'zufällig', start: 'Los', daily: 'Spiel des Tages', list: 'Alle Spiele', statistics: 'Statistik',
    link: 'Ein Link, der das ganze Spiel enthält', copyLink: 'Link kopieren', record: 'Das Spiel als Text',
    copyText: 'Text kopieren', download: 'Herunterladen', load: 'Diesen Text laden', openFile: 'Datei öffnen',
    copied: 'Kopiert.', theme: 'Farben', 'auto-theme': 'wie das System', original: 'Original', dark: 'dunkel',
    'high-contrast': 'hoher Kontrast', 'colour-blind': 'farbenblind', language: 'Sprache',
    'auto-language': 'wie der Browser', showArrows: 'Pfeiltasten unter dem Spielfeld',
    how: 'Schiebe alle Kacheln mit den Pfeiltasten oder einem Wisch. Gleiche Kacheln, die sich berühren, verschmelzen. '
      + 'Jeder Zug bringt eine neue Kachel. Erreiche das Ziel oder komm so weit du kannst.',
    kept: 'Jedes Spiel wird beim Spielen in diesem Browser gesichert, und die Seite geht auch ohne Netz.',
    intro: (goal) => (goal ? `Verbinde die Kacheln und erreiche ${goal}!` : 'Verbinde die Kacheln, so weit du kommst!'),
    seedIs: (seed) => `Startzahl ${seed}`, moves: (count) => (count === 1 ? '1 Zug' : `${count} Züge`),
    about: {
      classic: '2 und 4 erscheinen, Gleiches verschmilzt.', provider: 'Eine Kachel am Anfang, und nur 2 erscheinen.',
      engine: 'Ein oder zwei neue Kacheln je Zug, und Verschmelzen setzt sich fort.',
      fibonacci: '1, 2, 3, 5, 8 …: Nachbarn in der Folge verschmelzen.',
    },
    ply: (at, of) => `Zug ${at} von ${of}`,
    otherTab: 'Dein letztes Spiel läuft in einem anderen Tab. Beide werden gesichert.',
    fromLink: 'Dieses Spiel kam mit dem Link. Spiel weiter, oder sieh es dir mit „Ansehen“ an.',
    badLink: (why) => `Der Link enthält kein Spiel: ${why}.`,
    badGame: (why) => `Ein gesichertes Spiel ist nicht lesbar und bleibt, wie es ist: ${why}.`,
    notSaved: 'Nicht gesichert. Exportiere das Spiel, bevor du gehst.',
    isOpen: 'Dieses Spiel läuft in einem anderen Tab.',
    noGames: 'Noch kein Spiel mit einem Zug.', today: 'Spiel des Tages', open: 'Öffnen',
    columns: ['Spiel', 'Spiele', 'Gewonnen', 'Verloren', 'Rekord', 'Mittel', 'Größte', 'Züge'],
    listColumns: ['Öffnen', 'Punkte', 'Größte', 'Züge', 'Ergebnis', 'Spiel', 'Begonnen'],
    status: { playing: 'läuft', won: 'gewonnen', lost: 'vorbei' },
    keys: [['Pfeile, WASD, HJKL', 'ziehen'], ['U, Rücktaste, Strg+Z', 'zurück, beliebig oft'],
      ['R, Strg+Y', 'wiederholen'],
      ['N', 'neues Spiel (U bringt das alte zurück)'], ['C', 'nach dem Gewinn weiterspielen'], ['I', 'Tipp'],
      ['P', 'spielen lassen oder anhalten'], ['+, −', 'schneller, langsamer'], ['T', 'nächste Farben'],
      ['?', 'diese Hilfe'],
      ['Gamepad', 'Kreuz oder Stick: ziehen; B: zurück; A: weiterspielen; Start: neues Spiel']],
  },
};

// The texts in the current language.
export function say() {
  return pageWords[document.documentElement.lang] ?? pageWords.en;
}

// A number in the notation of the current language; small numbers have one decimal.
export function formatted(number) {
  const digits = Math.abs(number) < 100 ? 1 : 0;
  return number.toLocaleString(document.documentElement.lang, { maximumFractionDigits: digits });
}

// Writes the texts of the current language into the page.
export function translate() {
  const words = say();
  const each = (name, write) => document.querySelectorAll(`[data-${name}]`)
    .forEach((node) => write(node, words[node.dataset[name]]));
  each('word', (node, text) => { node.textContent = text; });
  each('label', (node, text) => node.setAttribute('aria-label', text));
  each('placeholder', (node, text) => node.setAttribute('placeholder', text));
  each('title', (node, text) => {
    node.title = text;
    if (node.tagName === 'BUTTON') node.setAttribute('aria-label', text);
  });
}
