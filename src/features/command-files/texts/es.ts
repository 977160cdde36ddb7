import type { english, page as englishPage } from './en.ts';

const page: typeof englishPage = {
  label: 'Comandos',
  title: 'Tus comandos',
  project: 'Proyecto',
  show: 'Ver',
  noProject: 'Aquí no hay proyectos.',
  count: (commands) => `${commands} comandos`,
  one: '1 comando',
  none: 'Aún no hay archivos de comando. Pon uno aquí: ',
  where: '.claude/commands/<nombre>.md',
  hidden: (by) => `oculto por ${by}`,
  source: {
    workspace: 'de este proyecto',
    own: 'tuyo',
    plugin: 'de un plugin',
    shipped: 'incluido',
  },
  trust: {
    asks: 'quiere preguntar menos',
    accepted: 'aceptado por un dueño',
  },
  wants: 'Quiere hacer esto sin preguntar:',
  steps: { review: 'Ver qué significa', yes: 'Aceptarlo como está ahora', off: 'Volver a preguntar' },
  stepFor: (name) => `Confianza en /${name}`,
  elsewhere: 'Para aceptar uno, pon un chat tuyo en este proyecto.',
};

export const spanish: typeof english = {
  command: {
    usage: '/confiar [nombre [sí | quitar]]',
    summary: 'archivos que preguntan menos',
    more: 'Para dueños.\n/confiar deploy - mira qué dejaría de preguntar /deploy\n/confiar deploy sí - acepta exactamente ese archivo\n/confiar deploy quitar - que vuelva a preguntar',
  },
  files: {
    none: 'Todavía no hay archivos de comando.\nPon uno en .claude/commands del proyecto,\no en commands/ de tu carpeta de configuración.',
    name: 'Comando',
    what: 'Para qué sirve (archivo)',
    hidden: (path, by) => `${path}, tapado por ${by}`,
    changed: (name) => `El archivo de /${name} acaba de cambiar. Manda /${name} otra vez.`,
    gone: (name) => `No encuentro o no puedo leer el archivo de /${name}.\nTodos los comandos: /ayuda`,
    tooLarge: (name) =>
      `/${name} es muy grande.\nEl máximo es 256 KB para su archivo y 400 000 caracteres para todo junto. Acórtalo, o nombra menos archivos en él.`,
    circular: (name, way) =>
      `Los archivos de /${name} se incluyen unos a otros.\nQuita una de estas referencias: ${way}`,
    tooLargeFile: 'Este archivo de comando es muy grande: el máximo es 256 KB.',
    lookedElsewhere: 'El proyecto de este chat acaba de cambiar. Mándalo otra vez.',
    title: (project) => `Archivos de comando en ${project}:`,
    others: (names) => `y también ${names}`,
    more: (count) => `y ${count} más. Todos: wasap command list`,
    from: {
      workspace: (path) => `De este proyecto: ${path}`,
      plugin: (path) => `De un plugin de este proyecto: ${path}`,
      own: (path) => `De la carpeta del dueño: ${path}`,
      shipped: (path) => `Incluido: ${path}`,
    },
    incomplete: (name, what) => `⚠️ /${name}: ${what}`,
    notIncluded: (files) => `sin incluir: ${files}`,
    notRun: (commands) => `sin ejecutar: ${commands}`,
  },
  trust: {
    reach:
      'Solo en tareas que un dueño empiece con este comando.\nSolo dentro del proyecto. Un comando sencillo a la vez, y ninguno que yo sepa que no se puede deshacer.\nTodo lo demás lo pregunto como siempre.',
    confirm: (name) =>
      `Lee antes el archivo.\nToda tarea que empiece con él podrá hacer esto. Vale aunque cambien los archivos que incluye. Si cambia este archivo, pregunto otra vez.\nPara aceptarlo tal como está: /confiar ${name} sí`,
    yesTo: {
      command: (name) => `/confiar ${name} sí`,
      specialist: (name) => `/secretaria confiar ${name} sí`,
      skill: (name) => `/skills confiar ${name.replace('skills/', '')} sí`,
      hooks: () => '/hooks sí',
    },
    howToAccept: (typed) => `Para aceptarlo, manda exactamente esto: ${typed}`,
    already: (name) => `Ya lo aceptaste tal como está.\nPara retirarlo: /confiar ${name} quitar`,
    accepted: (name) => `✅ Acepté /${name} tal como está.\nPara retirarlo: /confiar ${name} quitar`,
    changed: (name) => `⚠️ /${name} cambió desde que te lo mostré. Ahora dice:`,
    takenBack: (name) => `Retirado: con /${name} pregunto otra vez como siempre.`,
    fileTakenBack: (name) => `Retirado: ${name} ya no está aceptado.`,
    notAccepted: (name) => `/${name} no estaba aceptado aquí. Los aceptados: /confiar`,
    nothing: (name) => `/${name} no pide nada que necesite tu permiso.`,
    yours: (name) => `/${name} está en tu propia carpeta: no necesita permiso.`,
    noFile: (name) => `Aquí no hay un archivo de comando /${name}. Todos: /ayuda`,
    none: (project) => `Ningún archivo de comando de ${project} actúa sin preguntar.`,
    listTitle: (project) => `🔑 Archivos aceptados de ${project}, cada uno como estaba:`,
    lines: {
      command: (name, path, age) => `• /${name} (${path}), hace ${age}`,
      specialist: (name, path, age) => `• especialista ${name} (${path}), hace ${age}`,
      skill: (name, path, age) => `• ${name} (${path}), hace ${age}`,
      hooks: (name, path, age) => `• ${name} (${path}), hace ${age}`,
    },
    howToTakeBack: 'Para retirar uno: /confiar <nombre> quitar',
    notUsed: (name) =>
      `🔑 /${name} igual pregunta: su allowed-tools no está aceptado.\nUn dueño puede cambiarlo: /confiar ${name}`,
  },
  page,
};
