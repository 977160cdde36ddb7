import type { Locale } from '../core/texts/texts.ts';

const GROUPS = {
  start: 'Start:',
  setUp: 'Set up:',
  lookInto: 'Look into:',
  automate: 'Automate:',
  severalMachines: 'Several machines:',
  develop: 'Develop:',
};

export type GroupName = keyof typeof GROUPS;

/** What the command line says beside the texts of its sub-commands. */
export interface ProgramWords {
  readonly about: string;
  readonly version: string;
  readonly help: string;
  readonly helpCommand: string;
  readonly groups: Readonly<Record<GroupName, string>>;
  /** The library's words in a help, each by the English one. */
  readonly library: Readonly<Record<string, string>>;
  /** What stands for a value (`<file>`), each by its name in the code; one that is not named is the same. */
  readonly values: Readonly<Record<string, string>>;
  /** The library's sentence about words that it cannot use. */
  usageError(english: string): string;
}

const english: ProgramWords = {
  about: 'A coding agent you talk to in a chat: a message becomes a tested commit.',
  version: 'output the version number',
  help: 'display help for command',
  helpCommand: 'Show the help of a command',
  groups: GROUPS,
  library: {},
  values: {},
  usageError: (sentence) => sentence,
};

const VALUES: Readonly<Record<string, string>> = {
  beginning: 'comienzo',
  command: 'comando',
  conversation: 'conversación',
  dir: 'carpeta',
  dollars: 'dólares',
  file: 'archivo',
  folder: 'carpeta',
  format: 'formato',
  kind: 'tipo',
  kinds: 'tipos',
  level: 'nivel',
  mode: 'modo',
  name: 'nombre',
  names: 'nombres',
  number: 'número',
  options: 'opciones',
  period: 'período',
  port: 'puerto',
  request: 'pedido',
  role: 'rol',
  rule: 'regla',
  schedule: 'programación',
  server: 'servidor',
  session: 'sesión',
  state: 'estado',
  status: 'estado',
  task: 'tarea',
  time: 'hora',
  value: 'valor',
  words: 'palabras',
  zone: 'zona',
};

const spanish: ProgramWords = {
  about: 'Un agente de código con el que chateas: un mensaje se vuelve un commit probado.',
  version: 'muestra la versión',
  help: 'muestra esta ayuda',
  helpCommand: 'Muestra la ayuda de un comando',
  groups: {
    start: 'Empezar:',
    setUp: 'Preparar:',
    lookInto: 'Consultar:',
    automate: 'Automatizar:',
    severalMachines: 'Varias máquinas:',
    develop: 'Desarrollar:',
  },
  library: {
    'Usage:': 'Uso:',
    'Arguments:': 'Argumentos:',
    'Options:': 'Opciones:',
    'Commands:': 'Comandos:',
    choices: 'valores',
    default: 'por defecto',
  },
  values: VALUES,
  usageError: inSpanish,
};

export const programWords: Readonly<Record<Locale, ProgramWords>> = { en: english, es: spanish };

/** The library writes these sentences itself, and offers no other way to them. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/unknown command '(.*?)'/, "el comando '$1' no existe"],
  [/unknown option '(.*?)'/, "la opción '$1' no existe"],
  [/missing required argument '(.*?)'/, "falta el argumento '$1'"],
  [/required option '(.*?)' not specified/, "falta la opción '$1'"],
  [/option '(.*?)' argument missing/, "a la opción '$1' le falta su valor"],
  [/option '(.*?)' argument '(.*?)' is invalid\./, "el valor '$2' de la opción '$1' no sirve."],
  [
    /command-argument value '(.*?)' is invalid for argument '(.*?)'\./,
    "el valor '$1' del argumento '$2' no sirve.",
  ],
  [/option '(.*?)' cannot be used with option '(.*?)'/, "la opción '$1' no va junto con '$2'"],
  [
    /too many arguments for '(.*?)'\. Expected (\d+) arguments? but got (\d+)\./,
    "sobran argumentos para '$1': acepta $2 y hay $3.",
  ],
  [
    /too many arguments\. Expected (\d+) arguments? but got (\d+)\./,
    'sobran argumentos: acepta $1 y hay $2.',
  ],
  [/Allowed choices are (.*)\.$/m, 'Valores permitidos: $1.'],
  [/\(Did you mean one of (.*)\?\)/, '(¿Quisiste decir uno de estos: $1?)'],
  [/\(Did you mean (.*)\?\)/, '(¿Quisiste decir $1?)'],
];

function inSpanish(sentence: string): string {
  const said = SENTENCES.reduce((text, [found, words]) => text.replace(found, words), sentence);
  return said.replace(/(?<=<|argumento ')[a-z]+/g, (name) => VALUES[name] ?? name);
}
