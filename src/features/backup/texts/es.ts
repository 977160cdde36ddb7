import type { english } from './en.ts';
import { faults } from './faults-es.ts';

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
