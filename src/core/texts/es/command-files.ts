import type { commandFileTexts as english } from '../en/command-files.ts';

export const commandFileTexts: typeof english = {
  none: 'No hay archivos de comandos. Pon uno en .claude/commands del proyecto o en commands/ de tu carpeta de configuración.',
  name: 'Comando',
  what: 'Para qué sirve (archivo)',
  hidden: (path, by) => `${path}, tapado por ${by}`,
  changed: (name) => `El archivo de /${name} ha cambiado entretanto. Envía /${name} otra vez.`,
  gone: (name) => `Ya no hay archivo para /${name}, o no se puede leer. /help muestra los que hay.`,
  tooLarge: (name) =>
    `/${name} es demasiado grande: un archivo puede tener 256 KB, y todo junto 400 000 caracteres. Acórtalo o haz que nombre menos archivos.`,
  circular: (name, way) =>
    `Los archivos de /${name} se incluyen unos a otros: ${way}. Quita una de esas referencias.`,
  tooLargeFile: 'Este archivo de comando es demasiado grande: puede tener 256 KB. Acórtalo.',
  lookedElsewhere: 'El proyecto de este chat acaba de cambiar. Envía el comando otra vez.',
  title: (project) => `Archivos de comandos de ${project}:`,
  others: (names) => `y también ${names}`,
  more: (count) => `y ${count} más: wasap command list los muestra todos`,
  from: {
    workspace: (path) => `Viene de este proyecto: ${path}`,
    plugin: (path) => `Viene de un plugin de este proyecto: ${path}`,
    own: (path) => `Viene de la carpeta del dueño: ${path}`,
    shipped: (path) => `Viene con este programa: ${path}`,
  },
  incomplete: (name, what) => `⚠️ /${name}: ${what}`,
  notIncluded: (files) => `sin incluir: ${files}`,
  notRun: (commands) => `sin ejecutar: ${commands}`,
};
