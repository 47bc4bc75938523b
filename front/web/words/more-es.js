// Los textos en español de las partes que se cargan después.
export const moreIn_es = {
  copyLink: 'Copiar enlace', copied: 'Copiado.', notSaved: 'No se guarda: este navegador no almacena nada aquí.',
  editor: {
    title: 'Preparar una posición', tile: 'Ficha', empty: 'Vacía', undo: 'Deshacer', clear: 'Vaciar el tablero', text: 'Posición como texto',
    about: 'Elige una ficha y luego las casillas. Teclas: flechas, + y −, Supr.',
    cell: (x, y, value) => `columna ${x}, fila ${y}: ${value || 'vacía'}`,
    play: 'Jugar desde aquí', noTile: 'El tablero necesita una ficha.', noMove: 'Ninguna ficha se mueve. Cambia la posición para jugar desde ella.',
    unknownRules: 'La posición tiene reglas que esta página no ofrece.',
    bad: (why) => `Esto no es una posición: ${why}.`,
  },
  practice: {
    about: 'Aquí nada cuenta, y tu partida se queda como está.',
    values: 'Valores', change: 'Cambiar posición', again: 'Empezar de nuevo',
    badLink: (why) => `El enlace no contiene una posición: ${why}.`,
  },
  drill: {
    title: 'Ejercicios', place: (at, of) => `Posición ${at} de ${of}`, again: 'Otra vez', ask: '¿Qué movimiento es el mejor?', show: 'Ver la respuesta',
    next: 'Siguiente', best: (move) => `${move} es el mejor movimiento.`, equal: (move) => `${move} es tan bueno como cualquier otro.`,
    costs: (move, loss, best) => `${move} cuesta ${loss}. ${best} es el mejor movimiento.`, points: (count) => `${count} puntos`,
    repeat: 'Esta posición vuelve.',
    done: 'Fin', result: (right, all) => `${right} de ${all} al primer intento.`,
    none: 'Los ejercicios son posiciones de tus partidas en las que otro movimiento era mejor. Analiza una partida y elige «Practicar los errores».',
    review: 'Analizar esta partida', sum: (all, known) => (all === 1 ? '1 posición' : `${all} posiciones`) + `, ${known} dominadas.`,
    due: (date) => `No hay nada pendiente hasta el ${date}.`, anyway: 'Practicar igualmente',
  },
  imports: {
    title: 'Importar partidas', about: 'Registros de Eleven y partidas de otros programas. Suelta archivos en la página o pega un texto.',
    files: 'Elegir archivos', paste: 'Texto de partidas', read: 'Leer el texto', found: 'Encontrado',
    games: (count) => (count === 1 ? '1 partida' : `${count} partidas`), lost: (what) => `Se omite: ${what}.`,
    game: (score, largest, moves) => `${score} puntos, ficha mayor ${largest}, ${moves}`, known: 'ya está en la lista',
    more: (count) => `y ${count} más`, pasted: 'Texto pegado', empty: 'El archivo está vacío.',
    add: (count) => (count === 1 ? 'Importar 1 partida' : `Importar ${count} partidas`),
    added: (count) => (count === 1 ? 'Se importó 1 partida.' : `Se importaron ${count} partidas.`), open: 'Ver todas las partidas',
    own: 'Son partidas mías: cuentan para el récord',
    formats: { record: 'registro', league: '2048league', verse: '2048verse', rpl: '2048EndgameTablebase', next: '2048-next',
      state: 'posición del original', hex: 'posición en hexadecimal' },
  },
};
