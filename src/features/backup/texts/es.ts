import type { faults as EnglishFaults, english } from './en.ts';

export const faults: typeof EnglishFaults = {
  'damaged-database': (file, why) =>
    `La base de datos de ${file} está dañada (${why}). No restauré nada. Usa otra copia.`,
  'disk-full': (path) =>
    `El disco está lleno (${path}). No quedó nada a medias. Libera espacio, o indica otro lugar.`,
  'no-access': (path, why) =>
    `No puedo leer ${path} o escribir ahí (${why}). Revisa sus permisos y prueba otra vez.`,
  'impossible-size': (name, size) =>
    `El respaldo da a ${name} un tamaño imposible (${size} bytes). No restauré nada. Usa otra copia.`,
  'not-empty': (data) =>
    `${data} no está vacía: no restauré nada. Pon otra carpeta en DATA_DIR, o agrega --force: aparta lo que hay y no borra nada.`,
  'no-file': (file) => `No existe ${file}: no restauré nada. Indica el archivo del respaldo.`,
  'strange-entry': (file, name) =>
    `${file} contiene ${name}, que ninguno de mis respaldos tiene. No restauré nada. No confíes en este archivo.`,
  'no-database': (file) => `${file} no contiene ninguna base de datos: no restauré nada. Usa otra copia.`,
  'no-manifest': (file, why) =>
    `No puedo leer la lista de contenidos de ${file} (${why}). No restauré nada. Usa la versión de wasap que lo escribió, o una más nueva.`,
  'entry-twice': (file, name) =>
    `${file} contiene ${name} dos veces, o como archivo y como carpeta. No restauré nada. No confíes en este archivo.`,
  'restore-stopped': 'Detenido. No restauré nada.',
  'no-backup': (file) => `${file} no es un respaldo de wasap: no restauré nada. Indica otro archivo.`,
  'other-format': (file, version, known) =>
    `${file} tiene el formato ${version} y yo leo el ${known}: no restauré nada. Usa la versión de wasap que lo escribió, o una más nueva.`,
  'wrong-passphrase': (file) =>
    `Esa frase no abre ${file}: no restauré nada. Prueba otra vez. Si es la correcta, los primeros bytes del archivo están dañados.`,
  damaged: (file, byte) =>
    `${file} está dañado, cortado o cambiado (en el byte ${byte}). No restauré nada. Usa otra copia.`,
  'nothing-there': (data) =>
    `No hay nada que respaldar: no existe ${data}. Pon en DATA_DIR la carpeta correcta.`,
  'no-folder': (folder) =>
    `No existe la carpeta ${folder}: no escribí nada. Indica un archivo en una carpeta que exista.`,
  'inside-data': (file) =>
    `${file} está dentro de la carpeta que respaldo y se perdería con ella. No escribí nada. Indica otro lugar.`,
  'file-exists': (file) =>
    `${file} ya existe: lo dejé como está. Indica otro archivo, o reemplázalo: --force`,
  'backup-stopped': 'Detenido. No hice ningún respaldo.',
  'became-shorter': (path) => `${path} se acortó mientras lo leía: no hice el respaldo. Prueba otra vez.`,
};

export const spanish: typeof english = {
  passphrase: {
    ask: 'Frase del respaldo',
    askNew: 'Frase para el respaldo (sin ella nadie lo abre)',
    askAgain: 'La misma frase otra vez',
    differ: 'Las dos frases son distintas. No escribí nada.\nPrueba otra vez.',
    tooShort: (length, least) =>
      `Esa frase es muy corta (${length} caracteres).\nNo escribí nada. Usa al menos ${least}: quien tenga el archivo puede probar sin límite.`,
    noTerminal:
      'No hay una terminal donde pedir la frase.\nNo hice nada. Indica un archivo que la tenga: --passphrase-file ARCHIVO',
    stopped: 'Detenido. No escribí nada.',
    unreadable: (why) => `No puedo leer el archivo de la frase, así que no hice nada.\n${why}`,
    emptyFile: (file, most) =>
      `${file} no tiene una frase en su primera línea.\nNo hice nada. Escribe ahí de 1 a ${most} caracteres.`,
  },
  saved: {
    encrypted: (file, size) => `${file}: ${size}, cifrado.`,
    plain: (file, size) => `${file}: ${size}, SIN cifrar y sin el vínculo con WhatsApp.`,
    holds: (transcripts, files, chatFiles) =>
      `La base de datos, transcripciones (${transcripts}), workspace/ (${files}).\nTambién los archivos de chats en el navegador (${chatFiles}).`,
    leavesOut:
      'No tiene CONFIG_DIR con tus claves, ni el PIN de un bloqueo.\nTampoco worktrees, checkpoints (/deshacer de tareas anteriores), imágenes, logs ni cachés.',
    skipped: (name) => `No incluido: ${name}\nEs un enlace, o un nombre que algunos sistemas rechazan.`,
    keep: 'Guarda la frase.\nSin ella nadie puede abrir este archivo, ni siquiera tú.',
  },
  restored: {
    done: (folder, time) => `Restauré ${folder} como estaba el ${time}.`,
    holds: (transcripts, files, chatFiles) =>
      `Tiene transcripciones (${transcripts}) y archivos de workspace/ (${files}).\nTambién los archivos de chats en el navegador (${chatFiles}).`,
    aside: (folder) => `Los archivos de antes están ahí, en ${folder}/.\nBórralos si no te falta nada.`,
    next: 'Las tareas pendientes de entonces siguen con: wasap start',
    link: 'El vínculo con WhatsApp es el del respaldo.\nSi el teléfono ya no lo tiene, o los mensajes no se pueden leer: wasap pair --new',
    noLink: 'El respaldo no tiene el vínculo con WhatsApp.\nVincula tu teléfono: wasap pair',
    inUse: (folder) =>
      `Hay un programa en marcha sobre ${folder}.\nNo restauré nada. Detenlo y prueba otra vez.`,
    inUseBy: (folder, pid) =>
      `Hay un programa en marcha sobre ${folder} (proceso ${pid}).\nNo restauré nada. Detenlo y prueba otra vez.`,
  },
  faults,
};
