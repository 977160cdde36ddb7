import type { faults as english } from './faults-en.ts';

export const faults: typeof english = {
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
