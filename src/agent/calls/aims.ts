import type { ApprovalRecord } from '../../contracts/store.ts';
import { changedFiles, isUnifiedDiff } from '../../pictures/changed-files.ts';
import { type FoundCommand, readLine } from '../../policy/parse.ts';

/** A question as far as it says what a call is after. */
export type Aimed = Pick<ApprovalRecord, 'tool' | 'details' | 'question' | 'offers'>;

/** So many times the person is asked for the same in one task. */
const MAX_REFUSALS = 3;

/** How deep a shell inside a shell is read. */
const MAX_DEPTH = 3;
const MAX_WORDS = 200;

const WRAPPERS = ['sudo', 'env', 'command', 'nohup', 'time', 'exec', 'xargs', 'npx'];
const SHELLS = ['sh', 'bash', 'dash', 'zsh', 'ksh'];
const DOWNLOADERS = ['curl', 'wget', 'http', 'https', 'fetch', 'aria2c'];
/** They reach nothing by themselves; what they write to is looked at besides. */
const IDLE = ['cd', 'pushd', 'popd', 'echo', 'printf', 'true', ':', 'sleep', 'set', 'export'];
/** Their details tell the content, which is another one each time. */
const ONE_AIM: readonly string[] = ['git_push', 'git_create_pr', 'git_create_branch'];

/** True when the person has said no so often to what this call is after, without a yes to it since. */
export function isFinal(wanted: Aimed, earlier: readonly ApprovalRecord[]): boolean {
  const aims = aimsOf(wanted);
  const alike = earlier.filter((one) => isWithin(aimsOf(one), aims));
  const lastYes = alike.findLastIndex(({ state }) => state === 'approved');
  return alike.slice(lastYes + 1).filter(({ state }) => state === 'rejected').length >= MAX_REFUSALS;
}

/**
 * What a call is after, so that other flags, another order or a shell around it make no other question of it: the commands
 * with what they are about, the files of a change, else the words.
 */
export function aimsOf({ tool, details, question, offers }: Aimed): ReadonlySet<string> {
  if (tool === 'run_command' || offers !== undefined) return new Set(aimsOfLine(details, MAX_DEPTH));
  if (isUnifiedDiff(details)) return new Set(changedFiles(details).map(({ path }) => `change ${path}`));
  if (ONE_AIM.includes(tool)) return new Set([tool]);
  return new Set([`${tool} ${plainWords(details === '' ? question : details)}`]);
}

/** What was refused is part of what is wanted now. */
function isWithin(refused: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return refused.size > 0 && [...refused].every((aim) => wanted.has(aim));
}

function aimsOfLine(line: string, depth: number): readonly string[] {
  const reading = readLine(line);
  if (reading.kind === 'unparsable' || depth === 0) return [plainWords(line)];
  const aims = [
    ...reading.commands.flatMap((command) => aimsOfCommand(command, depth)),
    ...reading.redirects
      .filter(({ operator, target }) => operator.includes('>') && !/^(?:&|\d|-|\/dev\/null)/.test(target))
      .map(({ target }) => `write ${target}`),
  ];
  return aims.length > 0 ? aims : [plainWords(line)];
}

function aimsOfCommand({ words }: FoundCommand, depth: number): readonly string[] {
  const [first = '', ...rest] = words;
  const program = first.replace(/^.*[\\/]/, '').toLowerCase();
  if (WRAPPERS.includes(program)) {
    const at = rest.findIndex((word) => !/^-|^[A-Za-z_]\w*=/.test(word));
    return at === -1 ? [program] : aimsOfCommand({ words: rest.slice(at), input: [] }, depth);
  }
  if (SHELLS.includes(program)) {
    const at = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
    const code = at === -1 ? undefined : rest[at + 1];
    if (code !== undefined) return aimsOfLine(code, depth - 1);
  }
  if (IDLE.includes(program)) return [];
  const address = rest.map(addressIn).find((one) => one !== undefined);
  if (address !== undefined && DOWNLOADERS.includes(program)) return [`fetch ${address}`];
  const about = address ?? rest.find((word) => !word.startsWith('-')) ?? '';
  return [`${program} ${about}`.trim()];
}

/** Host and path: what stands before and behind them changes no aim. */
function addressIn(word: string): string | undefined {
  const [, host, path = ''] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@\s]*@)?([^/?#\s]+)([^?#\s]*)/i.exec(word) ?? [];
  return host === undefined ? undefined : `${host.toLowerCase()}${path.replace(/\/+$/, '')}`;
}

/** In small letters, without signs. */
function plainWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return words.slice(0, MAX_WORDS).join(' ');
}
