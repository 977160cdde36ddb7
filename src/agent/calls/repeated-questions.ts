import type { ApprovalQuestion, ApprovalRecord } from '../../contracts/store.ts';
import { changedFiles, isUnifiedDiff } from '../../pictures/changed-files.ts';
import { baseName, MAX_COMMAND_DEPTH, PLAIN_WRAPPERS, starterKind } from '../../policy/command-names.ts';
import { type ParsedCommand, readLine } from '../../policy/parse-command-line.ts';

/** The fields of a question that say what a call is after. */
export type QuestionedCall = Pick<ApprovalQuestion, 'tool' | 'details' | 'text' | 'offers'>;

/** How often a person is asked for the same thing in one task. */
const MAX_REFUSALS = 3;

/**
 * True when the person has refused this call's aim `MAX_REFUSALS` times, without a yes to it since.
 * @param hasOneAim whatever this tool is called with, it asks for the same
 */
export function isFinal(
  call: QuestionedCall,
  earlier: readonly ApprovalRecord[],
  { hasOneAim }: { readonly hasOneAim: boolean },
): boolean {
  const aims = aimsOf(call);
  const alike = earlier.filter(({ question: one }) =>
    hasOneAim ? one.tool === call.tool : isWithin(aimsOf(one), aims),
  );
  const lastYes = alike.findLastIndex(({ state }) => state === 'approved');
  return alike.slice(lastYes + 1).filter(({ state }) => state === 'rejected').length >= MAX_REFUSALS;
}

/** True when everything that was refused is part of the present call. */
function isWithin(refused: ReadonlySet<string>, present: ReadonlySet<string>): boolean {
  return refused.size > 0 && [...refused].every((aim) => present.has(aim));
}

/**
 * What a call is after: its commands with their objects, the files of a change, else its words. Other flags, another
 * order, a shell or a wrapper around it do not make it a new question.
 */
export function aimsOf({ tool, details, text, offers }: QuestionedCall): ReadonlySet<string> {
  if (tool === 'run_command' || offers !== undefined) return new Set(aimsOfLine(details, MAX_COMMAND_DEPTH));
  if (isUnifiedDiff(details)) return new Set(changedFiles(details).map(({ path }) => `change ${path}`));
  return new Set([`${tool} ${normalizeWords(details === '' ? text : details)}`]);
}

function aimsOfLine(line: string, depth: number): readonly string[] {
  const reading = readLine(line);
  if (reading.kind === 'unparsable' || depth === 0) return [normalizeWords(line)];
  const aims = [
    ...reading.commands.flatMap((command) => aimsOfCommand(command, depth)),
    ...reading.redirects
      .filter(({ operator, target }) => operator.includes('>') && !/^(?:&|\d|-|\/dev\/null)/.test(target))
      .map(({ target }) => `write ${target}`),
  ];
  return aims.length > 0 ? aims : [normalizeWords(line)];
}

/**
 * What their own words say is no part of the aim. Other wrappers have one: who refuses `ssh host ls` does not want the
 * program on that host.
 */
const TRANSPARENT: ReadonlySet<string> = new Set([...PLAIN_WRAPPERS, 'sudo', 'doas', 'npx']);
/** Options, variables, and values such as the 60 of `timeout 60` and the 5 of `nice -n 5`. */
const BEFORE_PROGRAM = /^-|^[A-Za-z_]\w*=|^\d+(?:\.\d+)?[smhd]?$/;
const DOWNLOADERS = ['curl', 'wget', 'http', 'https', 'fetch', 'aria2c'];
/** These commands have no effect of their own; the files that they write to are judged separately. */
const IDLE = ['cd', 'pushd', 'popd', 'echo', 'printf', 'true', ':', 'sleep', 'set', 'export'];

function aimsOfCommand({ words }: ParsedCommand, depth: number): readonly string[] {
  const [first = '', ...rest] = words;
  // The names of both systems: neither the case nor an extension makes another aim.
  const program = baseName(first, 'windows');
  if (TRANSPARENT.has(program)) {
    const at = rest.findIndex((word) => !BEFORE_PROGRAM.test(word));
    return at === -1 ? [program] : aimsOfCommand({ words: rest.slice(at), input: [] }, depth);
  }
  const code = starterKind(program) === 'shell' ? shellCode(program, rest) : undefined;
  if (code !== undefined) return aimsOfLine(code, depth - 1);
  if (IDLE.includes(program)) return [];
  const address = rest.map(addressIn).find((one) => one !== undefined);
  if (address !== undefined && DOWNLOADERS.includes(program)) return [`fetch ${address}`];
  const about = address ?? rest.find((word) => !word.startsWith('-')) ?? '';
  return [`${program} ${about}`.trim()];
}

/** The text that a shell is given to run; undefined when it reads a file or its input. */
function shellCode(shell: string, args: readonly string[]): string | undefined {
  if (shell === 'eval') return args.length === 0 ? undefined : args.join(' ');
  const at = args.findIndex((arg) => /^(?:[-+][a-z]*c|\/[ck]|--?command)$/i.test(arg));
  if (at === -1) return undefined;
  // These two take all that follows; others take one word, and what follows are its arguments.
  return /^(?:cmd|powershell|pwsh)/.test(shell) ? args.slice(at + 1).join(' ') : args[at + 1];
}

/** Returns host and path: other parts of an address do not change the aim. */
function addressIn(word: string): string | undefined {
  const [, host, path = ''] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@\s]*@)?([^/?#\s]+)([^?#\s]*)/i.exec(word) ?? [];
  return host === undefined ? undefined : `${host.toLowerCase()}${path.replace(/\/+$/, '')}`;
}

const MAX_WORDS = 200;

/** Lower-cases text and removes signs. */
function normalizeWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return words.slice(0, MAX_WORDS).join(' ');
}
