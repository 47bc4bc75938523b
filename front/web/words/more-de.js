// Die deutschen Texte der Teile, die später geladen werden.
export const moreIn_de = {
  copyLink: 'Link kopieren', copied: 'Kopiert.', notSaved: 'Nicht gesichert: Dieser Browser speichert hier nichts.',
  editor: {
    title: 'Stellung aufbauen', tile: 'Kachel', empty: 'Leer', undo: 'Zurück', clear: 'Feld leeren', text: 'Stellung als Text',
    about: 'Wähle eine Kachel und dann die Felder. Tasten: Pfeile, + und −, Entf.',
    cell: (x, y, value) => `Spalte ${x}, Zeile ${y}: ${value || 'leer'}`,
    play: 'Ab hier spielen', noTile: 'Auf dem Feld fehlt eine Kachel.', noMove: 'Keine Kachel bewegt sich. Ändere die Stellung, um ab hier zu spielen.',
    unknownRules: 'Die Stellung hat Regeln, die diese Seite nicht anbietet.',
    bad: (why) => `Das ist keine Stellung: ${why}.`,
  },
  practice: {
    about: 'Hier zählt nichts, und dein Spiel bleibt, wie es ist.',
    values: 'Werte', change: 'Stellung ändern', again: 'Von vorn',
    badLink: (why) => `Der Link enthält keine Stellung: ${why}.`,
  },
  drill: {
    title: 'Aufgaben', place: (at, of) => `Stellung ${at} von ${of}`, again: 'Noch einmal', ask: 'Welcher Zug ist am besten?', show: 'Antwort zeigen',
    next: 'Weiter', best: (move) => `${move} ist der beste Zug.`, equal: (move) => `${move} ist so gut wie jeder andere Zug.`,
    costs: (move, loss, best) => `${move} kostet ${loss}. ${best} ist der beste Zug.`, points: (count) => `${count} Punkte`,
    repeat: 'Diese Stellung kommt noch einmal.',
    done: 'Fertig', result: (right, all) => `${right} von ${all} beim ersten Versuch.`,
    none: 'Aufgaben sind Stellungen aus deinen Spielen, in denen ein anderer Zug besser war. Bewerte ein Spiel und wähle dann „Fehler üben“.',
    review: 'Dieses Spiel bewerten', sum: (all, known) => (all === 1 ? '1 Stellung' : `${all} Stellungen`) + `, ${known} bekannt.`,
    due: (date) => `Bis zum ${date} ist nichts fällig.`, anyway: 'Trotzdem üben',
  },
  imports: {
    title: 'Spiele laden', about: 'Aufzeichnungen von Eleven und Spiele anderer Programme. Lege Dateien irgendwo auf der Seite ab, oder füge einen Text ein.',
    files: 'Dateien wählen', paste: 'Text von Spielen', read: 'Text lesen', found: 'Gefunden',
    games: (count) => (count === 1 ? '1 Spiel' : `${count} Spiele`), lost: (what) => `Weggelassen: ${what}.`,
    game: (score, largest, moves) => `${score} Punkte, größte Kachel ${largest}, ${moves}`, known: 'schon in der Liste',
    more: (count) => `und ${count} weitere`, pasted: 'Eingefügter Text', empty: 'Die Datei ist leer.',
    add: (count) => (count === 1 ? '1 Spiel laden' : `${count} Spiele laden`),
    added: (count) => (count === 1 ? '1 Spiel wurde geladen.' : `${count} Spiele wurden geladen.`), open: 'Alle Spiele zeigen',
    own: 'Das sind meine eigenen Spiele: Sie zählen für den Rekord',
    formats: { record: 'Aufzeichnung', league: '2048league', verse: '2048verse', rpl: '2048EndgameTablebase', next: '2048-next',
      state: 'Stellung des Originals', hex: 'Stellung in Hexziffern' },
  },
};
