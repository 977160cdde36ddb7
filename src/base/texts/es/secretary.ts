import type { secretaryTexts as english } from '../en/secretary.ts';

export const secretaryTexts: typeof english = {
  origin: {
    plugin: 'plugin de este proyecto',
    project: 'de este proyecto',
    mine: 'tuyo',
    wasap: 'viene con el programa',
  },
  tools: 'Herramientas',
  allTools: 'todas las que tiene una tarea',
  noTools: 'ninguna',
  unknownTools: (names) => `no da acceso a nada: ${names}`,
  noSpecialists: 'No encontré ningún especialista.',
  skipped: 'Archivos que no usé:',
  skip: {
    link: () => 'Un enlace en su ruta lleva fuera de su lugar.',
    'not-a-file': () => 'No es un archivo.',
    'not-text': () => 'No es texto en UTF-8.',
    unreadable: () => 'No se puede leer.',
    'too-large': (most) => `Es demasiado grande${most === '' ? '' : `: se leen ${most} como máximo`}.`,
    'too-many': (count) => `Aquí hay demasiados: ${count} se quedaron sin mirar.`,
    taken: (file) => (file === '' ? 'Ya hay otro con ese nombre.' : `${file} ya tiene ese nombre.`),
    marketplace: () => 'Tiene que ser {"plugins": [{"name": "...", "source": "./..."}]}.',
    'plugin-name': () => 'El nombre de un plugin lleva letras, cifras, puntos y guiones, 64 como máximo.',
    'plugin-reserved': () =>
      'Un plugin no puede llamarse project, mine ni wasap: esos nombres ya tienen dueño.',
    'plugin-source': () => 'El origen de un plugin tiene que ser una carpeta dentro del proyecto.',
    'plugin-folder': () => 'El origen del plugin no es una carpeta.',
    'no-header': () => 'No empieza con --- y name, description.',
    'bad-header': (why) => why,
    name: () => 'Falta name, o no son palabras en minúsculas separadas por guiones (code-reviewer).',
    description: () => 'Falta description, o pasa de 4000 caracteres.',
    tools: () => 'tools tiene que ser una lista de nombres: Read, Grep, Bash(git:*).',
    model: () => 'model tiene que ser el nombre de un modelo.',
    limits: () => 'limits puede llevar max_rounds, session_timeout_seconds y max_cost_usd, en números.',
  },
};
