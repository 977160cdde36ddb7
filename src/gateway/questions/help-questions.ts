import type { InboundMessage } from '../../contracts/channel.ts';
import type { ChatCommand, HelpTopic } from '../../contracts/commands.ts';
import { plainWords, sentencePattern, withoutCourtesy } from './plain-words.ts';

/** How topics are called behind `/help`, in both languages, without accents; in the order in which they are shown. */
const NAMES_OF_TOPICS: Readonly<Record<HelpTopic, readonly string[]>> = {
  tasks: ['tasks', 'tareas', 'task', 'tarea'],
  results: ['results', 'resultados', 'result', 'resultado', 'git'],
  projects: ['projects', 'proyectos'],
  schedules: ['schedules', 'horarios', 'programaciones', 'schedule', 'horario'],
  safety: ['safety', 'seguridad', 'security'],
  chat: ['chat', 'settings', 'ajustes'],
  program: ['program', 'programa', 'money', 'dinero', 'health', 'salud'],
};

const EVERYTHING: readonly string[] = ['everything', 'todo', 'all'];

export const HELP_TOPICS = Object.keys(NAMES_OF_TOPICS) as readonly HelpTopic[];

/** All words that name a topic. */
export const TOPIC_NAMES: readonly string[] = [...Object.values(NAMES_OF_TOPICS).flat(), ...EVERYTHING];

/** @param word in lower case, without accents */
export function topicNamed(word: string): HelpTopic | 'everything' | undefined {
  if (EVERYTHING.includes(word)) return 'everything';
  return HELP_TOPICS.find((topic) => NAMES_OF_TOPICS[topic].includes(word));
}

/** What a question about the program itself asks: all that it can do, or how one command is used. */
type HelpQuestion =
  | { readonly kind: 'overview' }
  | { readonly kind: 'command'; readonly command: ChatCommand };

/** Longer questions are about something in particular. In UTF-16 code units. */
const MAX_QUESTION_LENGTH = 80;

/** Signs of code, paths, file names, quotations and numbers: such a question is about a project, or about one task. */
const PARTICULAR = /[`_{}()[\]<>=\\|#@$"\u201c\u201d\u00ab\u00bb\d\n]|\S[./:]\S/u;

// As `plainWords` gives them: lower case, no accents, no punctuation.
const OVERVIEW = sentencePattern(
  'what (?:else )?(?:can|could) you (?:do|help(?: me)? with)(?: for me| here)?',
  'what (?:else )?are you able to do',
  'what do you do',
  'what can i (?:do here|do with you|ask you(?: to do| for)?|tell you to do)',
  '(?:what|which) commands (?:do you (?:have|know|understand)|can i (?:use|send|type)(?: here)?)',
  'what are your commands',
  '(?:list|show)(?: me)?(?: all)? your commands',
  'how do you work',
  'how (?:do|can) i (?:use|talk to) you',
  'how can you help(?: me)?',
  'que (?:mas |otras cosas |cosas )?(?:puedes|podes|sabes) hacer(?: por mi| aqui| tu| vos)?',
  'que eres capaz de hacer',
  '(?:en|con) que (?:me (?:puedes|podes) ayudar|(?:puedes|podes) ayudarme)',
  'como (?:me (?:puedes|podes) ayudar|(?:puedes|podes) ayudarme)',
  'que (?:te puedo pedir|puedo (?:pedirte|hacer contigo|hacer con vos|hacer aqui))',
  'que comandos (?:tienes|tenes|conoces|entiendes|puedo usar(?: aqui)?)',
  'cuales son tus comandos',
  '(?:muestra|muestrame|mostrame|lista|dime) tus comandos',
  'para que sirves',
  'como (?:funcionas|te uso|te puedo usar|puedo usarte|hablo contigo)',
);

/** The words before the thing that the person wants to do. */
const HOW = new RegExp(
  `^(?:${[
    '(?:(?:can|could) you (?:please )?)?(?:tell|show) me how (?:to|i can)',
    'how (?:do|can|could|would) (?:i|we)',
    'how to',
    '(?:what|which) (?:is|s) the command (?:to|for)',
    '(?:what|which) command do i use (?:to|for)',
    '(?:(?:me )?(?:puedes|podes|podrias) (?:decir|decirme|explicar|explicarme|mostrar|mostrarme) |(?:dime|decime|explicame) )?' +
      'como(?: (?:puedo|podria|podemos|se puede|se|hago para|hacemos para|le hago para|hay que hacer para))?',
    '(?:cual es el comando|que comando (?:uso|hay)) para',
    'con que comando(?: puedo| se)?',
  ].join('|')}) (?<what>.+)$`,
  'u',
);

const OPENING = /^(?:(?:hi|hello|hola|buenas|and|but|so|y|pero|entonces) )+/u;

/**
 * Reads a message that is a question about the program itself and nothing more: `what can you do?`, `how do I undo?`,
 * `como cambio de proyecto`. Undefined for everything else: a question that names anything more is for the model.
 */
export function helpQuestion(text: string, commands: readonly ChatCommand[]): HelpQuestion | undefined {
  const said = text.trim();
  if (said.length > MAX_QUESTION_LENGTH || said.startsWith('/') || PARTICULAR.test(said)) return undefined;
  const words = withoutCourtesy(plainWords(said).replace(OPENING, '').split(' ')).join(' ');
  if (OVERVIEW.test(words)) return { kind: 'overview' };
  const what = HOW.exec(words)?.groups?.what;
  const command = what === undefined ? undefined : commands.find(({ asked }) => asked?.test(what));
  return command && { kind: 'command', command };
}

/** True for a message that is such a question, and neither about what it replies to nor about what it brings along. */
export function asksHelp(message: InboundMessage, commands: readonly ChatCommand[]): boolean {
  const { text, quotedId, gesture, forwarded, scheduled, enclosed = [] } = message;
  const isSpoken = enclosed.every(({ kind }) => kind === 'voice');
  const isOnlyWords = quotedId === undefined && gesture === undefined && isSpoken;
  const isTheirs = forwarded !== true && scheduled === undefined;
  return isOnlyWords && isTheirs && helpQuestion(text, commands) !== undefined;
}
