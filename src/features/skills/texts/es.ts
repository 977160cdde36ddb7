import type { page as EnglishPage, english } from './en.ts';

const page: typeof EnglishPage = {
  label: 'Skills',
  title: 'Skills',
  project: 'Proyecto',
  show: 'Ver',
  noProject: 'Aquí no hay proyectos.',
  count: (skills) => `${skills} skills`,
  one: '1 skill',
  none: 'Aún no hay skills. Pon una aquí: ',
  where: '.claude/skills/<nombre>/SKILL.md',
  unusable: 'No se pueden usar',
  read: 'Cómo empieza',
  trust: {
    yours: 'tuya',
    nothing: 'pregunta como siempre',
    asks: 'quiere preguntar menos',
    accepted: 'aceptada por un dueño',
  },
  wants: 'Quiere hacer esto sin preguntar:',
  tools: (tools) => `nombra estas herramientas: ${tools}`,
  onlyModel: 'solo la cargan las tareas',
  onlyPeople: 'solo la empiezan personas',
  steps: { review: 'Ver qué significa', yes: 'Aceptarla como está ahora', off: 'Volver a preguntar' },
  stepFor: (name) => `Confianza en la skill ${name}`,
  elsewhere: 'Para aceptar una, pon un chat tuyo en este proyecto.',
};

export const spanish: typeof english = {
  command: {
    usage: '/skills [nombre]',
    summary: 'instrucciones para ciertos trabajos',
    more: '/skills pdf - para qué sirve, dónde está, cómo se usa\n/pdf llena el formulario - empieza una tarea con ella\nPara dueños:\n/skills confiar pdf - mira qué dejaría de preguntar /pdf\n/skills confiar pdf sí - acepta exactamente ese archivo\n/skills confiar pdf quitar - que vuelva a preguntar',
  },
  chat: {
    none: 'Todavía no hay skills.\nPon una en .claude/skills/<nombre>/SKILL.md del proyecto,\no en skills/ de tu carpeta de configuración.',
    title: (project) => `🧩 Skills para ${project}:`,
    more: (count) => `y ${count} más. Todas: wasap skills list`,
    unusable: (count) => `No se pueden usar: ${count}. Por qué: wasap skills list`,
    howToSee: 'Una completa: /skills <nombre>',
    noSkill: (name) => `Aquí no hay una skill ${name}. Las que hay: /skills`,
    gone: (name) => `No encuentro o no puedo leer la skill ${name}.\nLas que hay: /skills`,
    changed: (name) => `La skill ${name} acaba de cambiar. Manda /${name} otra vez.`,
    lookedElsewhere: 'El proyecto de este chat acaba de cambiar. Mándalo otra vez.',
    starts: (usage) => `Empieza una tarea con ella: ${usage}`,
    onlyModel: 'Las tareas la cargan cuando sirve. No tiene comando.',
    onlyPeople: 'Solo la empieza una persona, nunca una tarea por su cuenta.',
    hasCommand: (command) => `${command} es otra cosa aquí, así que solo la cargan las tareas.`,
    begins: 'Empieza así:',
  },
  origin: {
    mine: 'tuya',
    project: 'de este proyecto',
    plugin: 'de un plugin',
  },
  fault: {
    closed: 'lleva a otro lugar, o el sistema no la deja leer',
    'too-large': 'SKILL.md pesa más de 256 KB',
    'not-text': 'SKILL.md no es texto UTF-8',
    header: 'las líneas entre --- no se pueden leer',
    name: 'su carpeta necesita letras simples, números y guiones',
    description: 'no dice para qué sirve',
    taken: 'otra skill tiene su nombre',
    'too-many': 'hay demasiadas',
  },
  cli: {
    name: 'Skill',
    what: 'Para qué sirve (dónde está)',
    skipped: 'No se pueden usar:',
    noFolder: (folder) => `No existe la carpeta ${folder}. Indica una que exista.`,
  },
  trust: {
    reach:
      'Solo en tareas que un dueño empiece con esta skill.\nSolo dentro del proyecto. Un comando sencillo a la vez, y ninguno que yo sepa que no se puede deshacer.\nTodo lo demás lo pregunto como siempre.',
    confirm: (name) =>
      `Lee antes la skill.\nSi cambia su SKILL.md, pregunto otra vez. Sus otros archivos pueden cambiar.\nPara aceptarla tal como está: /skills confiar ${name} sí`,
    already: (name) => `Ya la aceptaste tal como está.\nPara retirarla: /skills confiar ${name} quitar`,
    accepted: (name) =>
      `✅ Acepté la skill ${name} tal como está.\nPara retirarla: /skills confiar ${name} quitar`,
    changed: (name) => `⚠️ La skill ${name} cambió. Ahora dice:`,
    takenBack: (name) => `Retirado: con /${name} pregunto otra vez como siempre.`,
    notAccepted: (name) => `La skill ${name} no estaba aceptada aquí.\nLas aceptadas: /confiar`,
    nothing: (name) => `La skill ${name} no pide nada que necesite tu permiso.`,
    yours: (name) => `La skill ${name} es tuya: no necesita permiso.`,
    notUsed: (name) =>
      `🔑 /${name} igual pregunta: su allowed-tools no está aceptado.\nUn dueño puede cambiarlo: /skills confiar ${name}`,
  },
  page,
};
