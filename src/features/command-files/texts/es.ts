import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/confiar [nombre [sí | quitar]]',
    summary: 'archivos de comando que no preguntan (/trust)',
    more: 'Para dueños. /confiar deploy muestra por qué dejaría de preguntar /deploy. Para aceptar exactamente ese archivo: /confiar deploy sí',
  },
  files: {
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
  },
  trust: {
    title: (name, path) => `🔑 /${name} (${path}) quiere que no se pregunte por esto:`,
    anyCommand: 'cualquier comando',
    beginning: (line) => `comandos que empiecen por ${line}`,
    edits: { change: 'cambios en archivos', write: 'archivos nuevos' },
    reach:
      'Solo en tareas de dueños que empiecen con este comando, y solo comandos sencillos, de uno en uno, dentro del proyecto y ninguno del que me conste que no se puede deshacer. Por todo lo demás pregunto como siempre.',
    confirm: (name) =>
      `Lee antes el archivo: cualquier tarea que empiece con él podrá hacer esto, aunque los archivos que incluye digan entonces otra cosa. Para aceptarlo tal como está ahora: /confiar ${name} sí. Si cambia, vuelve a contar como nuevo.`,
    howToAccept: (typed: string) => `Eso se acepta con sus propias palabras: ${typed}`,
    already: (name) => `Ya lo aceptaste tal como está. Para retirarlo: /confiar ${name} quitar`,
    accepted: (name) => `✅ Aceptado: /${name}, tal como está ahora. Para retirarlo: /confiar ${name} quitar`,
    changed: (name) => `⚠️ /${name} ya no es el archivo que te mostré. Ahora dice esto:`,
    takenBack: (name) => `Retirado: con /${name} pregunto otra vez como siempre.`,
    notAccepted: (name) => `/${name} no estaba aceptado aquí. /confiar muestra los que sí.`,
    nothing: (name) => `/${name} no pide nada que necesite tu sí.`,
    yours: (name) => `/${name} está en tu propia carpeta: no necesita permiso.`,
    noFile: (name) => `Aquí no hay ningún archivo de comando /${name}. /help muestra los que hay.`,
    none: (project) => `Ningún archivo de comando de ${project} puede hacer nada sin preguntar.`,
    listTitle: (project) => `🔑 Archivos de ${project} aceptados, cada uno tal como estaba:`,
    line: (name, path, age) => `• /${name} (${path}), hace ${age}`,
    specialist: (name, path, age) => `• especialista ${name} (${path}), hace ${age}`,
    howToTakeBack: 'Para retirar uno: /confiar <nombre> quitar',
    notUsed: (name) =>
      `🔑 /${name}: por lo que nombra su allowed-tools pregunto como siempre. Un dueño puede cambiarlo: /confiar ${name}`,
  },
};
