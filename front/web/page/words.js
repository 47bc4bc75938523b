// What the page says, by language. Names are those of data-word, data-label, data-title and data-placeholder in the page.

const pageWords = {
  en: {
    score: 'Score', best: 'Best', bestTitle: 'Best score without undo or help', newGame: 'New game', tools: 'Tools',
    undo: 'Undo', redo: 'Redo', hint: 'Hint', auto: 'Let it play', advice: 'What each direction is worth', speed: 'Speed',
    pace: (ms) => (ms ? `${1000 / ms} moves a second` : 'as fast as it can'), chosen: 'the best', nothing: 'moves nothing',
    loading: 'Fetching the network',
    review: 'Review', reviewGame: 'Review this game', reviewing: 'Looking at every move', turns: 'What decided the game',
    accuracy: (percent) => `Accuracy ${percent}%`, reviewedPart: (count, all) => `in the first ${count} of ${all} moves`,
    grades: { forced: 'without choice', best: 'best', good: 'good', inaccuracy: 'inaccurate', mistake: 'mistakes',
      blunder: 'blunders' },
    graded: { forced: 'the only one', best: 'the best', good: 'good', inaccuracy: 'an inaccuracy', mistake: 'a mistake',
      blunder: 'a blunder' },
    judged: (move, played, grade) => `Move ${move}: ${played}, ${grade}.`, points: 'points',
    better: (best, loss) => `${best} is worth ${loss} more.`,
    chart: 'The score so far and the score expected in the end, over the moves; at the foot what moves lost.',
    substitute: {
      alone: 'A page in one file has no room for the learned network: a simpler search helps.',
      unreachable: 'The learned network could not be fetched: a simpler search helps until the next try.',
      refused: (why) => `The learned network cannot be used: ${why}. A simpler search helps.`,
    }, replay: 'Replay', games: 'Games and statistics',
    share: 'Share, export, import', settings: 'Settings', help: 'Help', place: 'Place in the game', play: 'Play',
    stop: 'Stop', branch: 'Go on from here', close: 'Close', arrows: 'Arrow buttons',
    up: 'Up', right: 'Right', down: 'Down', left: 'Left',
    size: 'Size', rules: 'Rules', goal: 'Goal', goalUsual: 'usual, or none', seed: 'Seed', seedRandom: 'random',
    start: 'Start', daily: 'Daily game', list: 'All games', statistics: 'Statistics',
    link: 'A link that carries the whole game', copyLink: 'Copy link', record: 'The game as text', copyText: 'Copy text',
    download: 'Download', load: 'Load this text', openFile: 'Open a file', copied: 'Copied.',
    theme: 'Theme', 'auto-theme': 'as the system', original: 'original', dark: 'dark', 'high-contrast': 'high contrast',
    'colour-blind': 'colour-blind', language: 'Language', 'auto-language': 'as the browser',
    showArrows: 'Arrow buttons under the board',
    how: 'Slide all tiles with the arrow keys or a swipe. Equal tiles that touch merge into one. Every move brings a new '
      + 'tile. Reach the goal, or go as far as you can.',
    kept: 'Every game is kept in this browser as it is played, and the page works offline.',
    intro: (goal) => (goal ? `Join the tiles and get to ${goal}!` : 'Join the tiles and go as far as you can!'),
    seedIs: (seed) => `seed ${seed}`, moves: (count) => (count === 1 ? '1 move' : `${count} moves`),
    about: {
      classic: '2s and 4s appear; equal tiles merge.', provider: 'One start tile, and only 2s appear.',
      engine: 'One or two new tiles a move, and merges cascade.',
      fibonacci: '1, 2, 3, 5, 8 …: neighbours in the sequence merge.',
    },
    ply: (at, of) => `Move ${at} of ${of}`,
    otherTab: 'Another tab plays on with your last game. Here is one of its own; both are kept.',
    fromLink: 'This game came with the link. Play on, or watch it with Replay.',
    badLink: (why) => `The link carries no game: ${why}.`,
    badGame: (why) => `A kept game could not be read and stays as it is: ${why}.`,
    noStorage: 'This browser lets the page keep nothing: export the game before you leave.',
    isOpen: 'Another tab plays this game.',
    noGames: 'No game with a move yet.', today: 'Today’s game', open: 'Open',
    columns: ['Game', 'Games', 'Won', 'Lost', 'Best', 'Mean', 'Largest', 'Moves'],
    listColumns: ['Open', 'Score', 'Largest', 'Moves', 'Result', 'Game', 'Began'],
    status: { playing: 'running', won: 'won', lost: 'over' },
    keys: [['arrows, WASD, HJKL', 'move'], ['U, Backspace, Ctrl+Z', 'undo, as often as you like'], ['R, Ctrl+Y', 'redo'],
      ['N', 'new game (undo brings the old one back)'], ['C', 'keep playing after the win'], ['I', 'hint'],
      ['P', 'let it play, or stop'], ['+, −', 'faster, slower'], ['T', 'next theme'], ['?', 'this help'],
      ['game pad', 'cross or stick: move; B: undo; A: keep playing; Start: new game']],
  },
  de: {
    score: 'Punkte', best: 'Rekord', bestTitle: 'Rekord ohne Zurücknehmen und ohne Hilfe', newGame: 'Neues Spiel',
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
    otherTab: 'Dein letztes Spiel läuft in einem anderen Tab. Hier ist ein eigenes; beide werden gesichert.',
    fromLink: 'Dieses Spiel kam mit dem Link. Spiel weiter, oder sieh es dir mit „Ansehen“ an.',
    badLink: (why) => `Der Link enthält kein Spiel: ${why}.`,
    badGame: (why) => `Ein gesichertes Spiel ist nicht lesbar und bleibt, wie es ist: ${why}.`,
    noStorage: 'Dieser Browser lässt die Seite nichts sichern: Exportiere das Spiel, bevor du gehst.',
    isOpen: 'Dieses Spiel läuft in einem anderen Tab.',
    noGames: 'Noch kein Spiel mit einem Zug.', today: 'Spiel des Tages', open: 'Öffnen',
    columns: ['Spiel', 'Spiele', 'Gewonnen', 'Verloren', 'Rekord', 'Mittel', 'Größte', 'Züge'],
    listColumns: ['Öffnen', 'Punkte', 'Größte', 'Züge', 'Ergebnis', 'Spiel', 'Begonnen'],
    status: { playing: 'läuft', won: 'gewonnen', lost: 'vorbei' },
    keys: [['Pfeile, WASD, HJKL', 'ziehen'], ['U, Rücktaste, Strg+Z', 'zurück, beliebig oft'],
      ['R, Strg+Y', 'wiederholen'],
      ['N', 'neues Spiel (U bringt das alte zurück)'], ['C', 'nach dem Gewinn weiterspielen'], ['I', 'Tipp'],
      ['P', 'spielen lassen oder anhalten'], ['+, −', 'schneller, langsamer'], ['T', 'nächste Farben'], ['?', 'diese Hilfe'],
      ['Gamepad', 'Kreuz oder Stick: ziehen; B: zurück; A: weiterspielen; Start: neues Spiel']],
  },
};

export function say() {
  return pageWords[document.documentElement.lang] ?? pageWords.en;
}

// A number as this language writes it, with a decimal where it is small.
export function written(number) {
  const digits = Math.abs(number) < 100 ? 1 : 0;
  return number.toLocaleString(document.documentElement.lang, { maximumFractionDigits: digits });
}

// Puts the words of the current language wherever the page names them.
export function translate() {
  const words = say();
  const each = (name, put) => document.querySelectorAll(`[data-${name}]`)
    .forEach((at) => put(at, words[at.dataset[name]]));
  each('word', (at, text) => { at.textContent = text; });
  each('label', (at, text) => at.setAttribute('aria-label', text));
  each('placeholder', (at, text) => at.setAttribute('placeholder', text));
  each('title', (at, text) => {
    at.title = text;
    if (at.tagName === 'BUTTON') at.setAttribute('aria-label', text);
  });
}
