import { topicNamed } from './help-questions.ts';
import { plainWords, withoutCourtesy, wordList } from './plain-words.ts';

/** A command that people type without its slash, as a whole message. */
interface BareCommand {
  readonly name: 'cancel' | 'help' | 'status';
  /** What it is about, as after the command: `2`, `all`, `safety`. */
  readonly rest: string;
}

/** Longer messages are about something: `stop using var in the code`. In UTF-16 code units. */
const MAX_COMMAND_LENGTH = 40;

// As `plainWords` gives them: lower case, no accents, no punctuation.
const STOP = wordList(
  'stop halt abort cancel para parar parate detente detenete detener cancela cancelar basta alto frena 🛑 ✋',
);
const STOP_IT = wordList('paralo parala detenlo detenla cancelalo cancelala frenalo frenala');
const COMMAND_NAMES: ReadonlyMap<string, BareCommand['name']> = new Map([
  ['help', 'help'],
  ['ayuda', 'help'],
  ['ayudame', 'help'],
  ['status', 'status'],
  ['estado', 'status'],
]);
const IT = wordList('it this that now here');
const ALL = wordList('all everything todo todos todas');
/** Sent to the task as steering, such a question would only be answered with "noted". */
const HOW_IT_GOES =
  /^(?:como (?:va|vas|vamos|va eso|va todo)|how(?: is|s| s) it going|how far are you|are you done|ya terminaste|progress)$/;
/** Words beside what is named: `para la 2`, `cancel task 2`, `stop all tasks`. */
const TASK = wordList('task tasks tarea tareas');
const BEFORE_NAME = [...TASK, ...wordList('la las el the number numero')];

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
