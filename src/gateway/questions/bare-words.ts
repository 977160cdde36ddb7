import type { InboundMessage } from '../../contracts/channel.ts';
import type { ChatCommand, HelpTopic } from '../../contracts/commands.ts';
import { plainWords } from './scope-words.ts';

/** A command that people type without its slash, as a whole message. */
interface BareCommand {
  readonly name: 'cancel' | 'help' | 'status';
  /** What it is about, as after the command: `2`, `all`, `safety`. */
  readonly rest: string;
}

/** Longer messages are about something: `stop using var in the code`. In UTF-16 code units. */
const MAX_COMMAND_LENGTH = 40;

// As `plainWords` gives them: lower case, no accents, no punctuation.
const STOP = words(
  'stop halt abort cancel para parar parate detente detenete detener cancela cancelar basta alto frena 🛑 ✋',
);
const STOP_IT = words('paralo parala detenlo detenla cancelalo cancelala frenalo frenala');
const COMMAND_NAMES: ReadonlyMap<string, BareCommand['name']> = new Map([
  ['help', 'help'],
  ['ayuda', 'help'],
  ['ayudame', 'help'],
  ['status', 'status'],
  ['estado', 'status'],
]);
const IT = words('it this that now here');
const ALL = words('all everything todo todos todas');
/** Sent to the task as steering, such a question would only be answered with "noted". */
const HOW_IT_GOES =
  /^(?:como (?:va|vas|vamos|va eso|va todo)|how(?: is|s| s) it going|how far are you|are you done|ya terminaste|progress)$/;
/** Words before or after the command that add nothing to it. */
const BEFORE = words(
  'please pls plz ok okay hey oye che bueno vale ya por favor porfa wait espera agent agente',
);
const AFTER = words('please pls plz now ya por favor porfa thanks gracias man bro che agent agente 🛑 ✋ 🙏');
/** Words beside what is named: `para la 2`, `cancel task 2`, `stop all tasks`. */
const TASK = words('task tasks tarea tareas');
const BEFORE_NAME = [...TASK, ...words('la las el the number numero')];

/** Undefined for a message that says more, or something else. */
export function bareCommand(text: string): BareCommand | undefined {
  if (text.length > MAX_COMMAND_LENGTH || text.trim().startsWith('/')) return undefined;
  // `no, stop` stops; without the comma, `no para` says that something does not stop.
  const said = withoutCourtesy(plainWords(text.replace(/^\s*no\s*[,.;:!-]+/iu, '')).split(' '));
  const [first = '', ...others] = said;
  const name = COMMAND_NAMES.get(correctTypo(first, [...COMMAND_NAMES.keys()]));
  if (name !== undefined && others.length === 0) return { name, rest: '' };
  if (name === 'help' && isTopic(others)) return { name, rest: others.join(' ') };
  if (HOW_IT_GOES.test(said.join(' '))) return { name: 'status', rest: '' };
  const rest = stopIn(first, others);
  // `¿para?` and `para?` ask what for.
  return rest === undefined || (/[?\u00bf]/.test(text) && first === 'para')
    ? undefined
    : { name: 'cancel', rest };
}

/** True for a message that only says to stop, whatever that is about. */
export function isStopWord(text: string): boolean {
  const command = bareCommand(text);
  return command?.name === 'cancel' && command.rest === '';
}

/** What is to be stopped, empty for whatever runs; undefined for words that stop nothing. */
function stopIn(first: string, others: readonly string[]): string | undefined {
  if (others.length === 0) return [...STOP, ...STOP_IT].includes(correctTypo(first, STOP)) ? '' : undefined;
  return STOP.includes(first) ? readStopTarget(first, others) : undefined;
}

function readStopTarget(verb: string, others: readonly string[]): string | undefined {
  const [named, ...more] = others.filter((word) => !BEFORE_NAME.includes(word));
  if (more.length > 0) return undefined;
  // `para la tarea` may be "for the task".
  if (named === undefined)
    return verb !== 'para' && others.some((word) => TASK.includes(word)) ? '' : undefined;
  if (IT.includes(named)) return '';
  if (ALL.includes(named)) return 'all';
  return /^\d{1,4}$/.test(named) ? named : undefined;
}

/** `help safety`, and nothing besides: `help safety team with the form` asks for work. */
function isTopic(others: readonly string[]): boolean {
  const [word = '', ...more] = others;
  return more.length === 0 && topicNamed(word) !== undefined;
}

/** The words without those that only are polite, before and after them. */
export function withoutCourtesy(said: readonly string[]): readonly string[] {
  let from = 0;
  let to = said.length;
  while (to - from > 1 && BEFORE.includes(said[from] ?? '')) from += 1;
  while (to - from > 1 && AFTER.includes(said[to - 1] ?? '')) to -= 1;
  return said.slice(from, to);
}

/**
 * The word that a slip of the thumb meant: letters that were held down (`stooop`, `stopp`), or two that changed places
 * (`sotp`). Neither makes another word of it, as a missing or a wrong letter would (`step`, `shop`).
 */
function correctTypo(typed: string, known: readonly string[]): string {
  const single = typed.replace(/(.)\1+/gu, '$1');
  return (
    known.find((word) => word === typed || word === single) ??
    known.find((word) => word.length > 3 && isSwapped(typed, word)) ??
    typed
  );
}

function isSwapped(typed: string, word: string): boolean {
  if (typed.length !== word.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== typed[index]);
  const swapped = `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at] ?? ''}${word.slice(at + 2)}`;
  return at >= 0 && typed === swapped;
}

function words(list: string): readonly string[] {
  return list.split(' ');
}

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

/** Matches one of these sentences, each a regular expression in the words of `plainWords`, and nothing besides. */
export function sentencePattern(...sentences: readonly string[]): RegExp {
  return new RegExp(`^(?:${sentences.join('|')})$`, 'u');
}
