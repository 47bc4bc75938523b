// The English texts of the parts of the page that are loaded later. The files
// more-NAME.js have the same names.
export const moreIn_en = {
  copyLink: 'Copy link', copied: 'Copied.', notSaved: 'Not saved: this browser does not store anything here.',
  editor: {
    title: 'Set up a position', tile: 'Tile', empty: 'Empty', undo: 'Undo', clear: 'Clear the board', text: 'Position as text',
    about: 'Choose a tile, then the cells. Keys: arrows, + and −, Delete.',
    cell: (x, y, value) => `column ${x}, row ${y}: ${value || 'empty'}`,
    play: 'Play from here', noTile: 'The board needs a tile.', noMove: 'No tile can move. Change the position to play from it.',
    unknownRules: 'The position has rules that this page does not offer.',
    bad: (why) => `This is not a position: ${why}.`,
  },
  practice: {
    about: 'Nothing here counts, and your game stays as it is.',
    values: 'Values', change: 'Change position', again: 'Start again',
    badLink: (why) => `The link does not contain a position: ${why}.`,
  },
  drill: {
    title: 'Drills', place: (at, of) => `Position ${at} of ${of}`, again: 'Once more', ask: 'Which move is best?', show: 'Show the answer', next: 'Next',
    best: (move) => `${move} is the best move.`, equal: (move) => `${move} is as good as any other move.`,
    costs: (move, loss, best) => `${move} costs ${loss}. ${best} is the best move.`, points: (count) => `${count} points`,
    repeat: 'This position comes again.',
    done: 'Done', result: (right, all) => `${right} of ${all} at the first attempt.`,
    none: 'Drills are positions from your games in which another move was better. Review a game, then choose '
      + '"Practise the mistakes".',
    review: 'Review this game', sum: (all, known) => (all === 1 ? '1 position' : `${all} positions`) + `, ${known} known.`,
    due: (date) => `Nothing is due until ${date}.`, anyway: 'Practise anyway',
  },
  imports: {
    title: 'Import games', about: 'Records of Eleven, and games of other programs. Drop files anywhere on the page, or paste a text.',
    files: 'Choose files', paste: 'Text of games', read: 'Read the text', found: 'Found',
    games: (count) => (count === 1 ? '1 game' : `${count} games`), lost: (what) => `Left out: ${what}.`,
    game: (score, largest, moves) => `${score} points, largest tile ${largest}, ${moves}`, known: 'already in the list',
    more: (count) => `and ${count} more`, pasted: 'Pasted text', empty: 'The file is empty.',
    add: (count) => (count === 1 ? 'Import 1 game' : `Import ${count} games`),
    added: (count) => (count === 1 ? '1 game was imported.' : `${count} games were imported.`), open: 'Show all games',
    own: 'These are my own games: they count for the best score',
    formats: { record: 'game record', league: '2048league', verse: '2048verse', rpl: '2048EndgameTablebase', next: '2048-next',
      state: 'position of the original game', hex: 'position in hex' },
  },
};
