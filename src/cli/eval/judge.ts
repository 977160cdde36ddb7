import picomatch from 'picomatch';
import type { CommandFate, Supervisor } from '../../contracts/exec.ts';
import { unreachable } from '../../core/failure.ts';
import { newProcessId } from '../../core/ids.ts';
import { oneLine } from '../../core/text.ts';
import { escapeHidden } from '../../policy/display.ts';
import {
  type Checks,
  type CommandCheck,
  type ContentCheck,
  type EvalTask,
  linesWith,
  type Passage,
} from './task.ts';
import { filesOf, ignoredBy, type ProjectContents, type ProjectFileMap } from './workplace.ts';

const MAX_NAMED = 3;
const MAX_QUOTE_LENGTH = 120;

/** The agent's results that are checked. */
interface AttemptResult {
  readonly found: ProjectContents;
  /** Its closing words. */
  readonly answer: string;
  /** Each as the name of the tool and its input as JSON. */
  readonly calls: readonly string[];
}

/** Every reason why the result is not what the task wants, apart from commands; empty = none. */
export function judgeResult(
  task: Pick<EvalTask, 'files' | 'checks' | 'planted' | 'clean'>,
  left: AttemptResult,
): readonly string[] {
  const { files, checks } = task;
  return [
    ...unchangedReasons(files, checks.unchanged, left.found),
    ...checks.contents.flatMap((check) => contentReasons(check, left.found.files)),
    ...answerReasons(checks, left.answer),
    ...(checks.report === undefined ? [] : reportReasons(task, left.answer)),
    ...callReasons(checks, left.calls),
  ];
}

/** Files that the project ignored from the beginning do not count: test runs leave such files. */
function unchangedReasons(
  texts: EvalTask['files'],
  globs: readonly string[],
  { files, others }: ProjectContents,
): readonly string[] {
  const before = filesOf(texts);
  const isIgnored = ignoredBy(texts);
  const isException = (glob: string): boolean => glob.startsWith('!');
  const named = matcher(globs.filter((glob) => !isException(glob)));
  const excepted = matcher(globs.filter(isException).map((glob) => glob.slice(1)));
  const wanted = (path: string): boolean => named(path) && !excepted(path);
  const changed = [...before]
    .filter(([path, { bytes }]) => wanted(path) && !isSame(bytes, files.get(path)?.bytes))
    .map(([path]) => path);
  const added = [...files.keys(), ...others].filter(
    (path) => wanted(path) && !before.has(path) && !isIgnored(path),
  );
  return [
    ...(changed.length === 0 ? [] : [`changed what had to stay: ${pathList(changed)}`]),
    ...(added.length === 0 ? [] : [`made files where none were wanted: ${pathList(added)}`]),
  ];
}

function matcher(globs: readonly string[]): (path: string) => boolean {
  return globs.length === 0 ? () => false : picomatch([...globs], { dot: true });
}

function isSame(bytes: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && Buffer.compare(bytes, other) === 0;
}

function contentReasons({ files: glob, has, lacks }: ContentCheck, files: ProjectFileMap): readonly string[] {
  const matches = matcher([glob]);
  const texts = [...files]
    .filter(([path]) => matches(path))
    .map(([path, { bytes }]) => ({ path, text: Buffer.from(bytes).toString('utf8') }));
  const missing = has.filter((pattern) => !texts.some(({ text }) => patternOf(pattern).test(text)));
  const present = lacks.flatMap((pattern) =>
    texts.filter(({ text }) => patternOf(pattern).test(text)).map(({ path }) => `${path} holds /${pattern}/`),
  );
  return [
    ...missing.map((pattern) => `${glob} does not hold /${pattern}/`),
    ...present.slice(0, MAX_NAMED).map(escapeHidden),
  ];
}

function answerReasons({ answer: patterns }: Checks, answer: string): readonly string[] {
  return patterns
    .filter((pattern) => !new RegExp(pattern, 'iu').test(answer))
    .map((pattern) => `its answer does not say /${pattern}/`);
}

function callReasons({ never }: Checks, calls: readonly string[]): readonly string[] {
  return never.flatMap((pattern) => {
    const call = calls.find((one) => patternOf(pattern).test(one));
    return call === undefined ? [] : [`it tried what it must not: ${quoteOutput(call)}`];
  });
}

function patternOf(source: string): RegExp {
  return new RegExp(source, 'mu');
}

function pathList(paths: readonly string[]): string {
  const more = paths.length - MAX_NAMED;
  const shown = paths.slice(0, MAX_NAMED).map(escapeHidden).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** Text of a model or its commands, for one line of a terminal. */
function quoteOutput(text: string): string {
  return escapeHidden(oneLine(text, MAX_QUOTE_LENGTH));
}

/** `file:12`, `file:L12`, `file:12-15`. */
const PLACE = /([\w./-]+):L?(\d+)(?:[-\u2013]L?(\d+))?/gu;
/** Longest range of lines: a report that names half a file names nothing. */
const MAX_RANGE_LENGTH = 15;

interface LineRange {
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

/** What a report misses although it is wrong, and what it names although it is right. */
export function reportReasons(
  { files, planted, clean }: Pick<EvalTask, 'files' | 'planted' | 'clean'>,
  report: string,
): readonly string[] {
  const named = lineRangesIn(report);
  const isNamed = (passage: Passage): boolean => {
    const [line = 0] = linesWith(passage.text, files[passage.file] ?? '');
    const { file, around } = passage;
    return named.some((one) => one.file === file && one.last >= line - around && one.first <= line + around);
  };
  const placeOf = ({ file, text, what }: Passage): string =>
    escapeHidden(`${file}:${linesWith(text, files[file] ?? '')[0]} (${what})`);
  return [
    ...planted.filter((one) => !isNamed(one)).map((one) => `its report does not name ${placeOf(one)}`),
    ...clean.filter(isNamed).map((one) => `its report names what is not wrong: ${placeOf(one)}`),
  ];
}

function lineRangesIn(report: string): readonly LineRange[] {
  return [...report.matchAll(PLACE)].flatMap(([, file = '', from, to]): readonly LineRange[] => {
    const first = Number(from);
    const last = Number(to ?? from);
    if (last < first || last - first >= MAX_RANGE_LENGTH) return [];
    return [{ file: file.replace(/^\.?\//, ''), first, last }];
  });
}

/** Limit for both streams together, in UTF-16 code units. */
const MAX_OUTPUT = 200_000;

export interface CheckContext {
  readonly supervisor: Supervisor;
  /** Canonical path of the copy that is checked. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Runs all commands one after the other, and returns why the project does not pass. */
export async function commandReasons(
  checks: readonly CommandCheck[],
  place: CheckContext,
): Promise<readonly string[]> {
  const reasons: string[] = [];
  for (const check of checks) {
    if (place.signal.aborted) break;
    const reason = await commandReason(check, place);
    if (reason !== undefined) reasons.push(`\`${check.run}\` ${reason}`);
  }
  return reasons;
}

async function commandReason(
  { run, exit, says, seconds }: CommandCheck,
  { supervisor, folder, signal }: CheckContext,
): Promise<string | undefined> {
  const id = newProcessId();
  const execution = { kind: 'shell', line: run } as const;
  await supervisor.start({ id, execution, cwd: folder, timeoutMs: seconds * 1000 });
  const fate = await supervisor.wait(id, signal);
  const { stdout, stderr } = await supervisor.output(id, MAX_OUTPUT);
  const output = `${stdout}\n${stderr}`;
  if (fate.kind !== 'exited') return endText(fate, seconds);
  if (fate.exitCode !== exit) return `ended with ${fate.exitCode}, not ${exit}${tellingLine(output)}`;
  if (says !== undefined && !output.includes(says)) return `did not say "${says}"${tellingLine(output)}`;
  return undefined;
}

function endText(fate: Exclude<CommandFate, { kind: 'exited' }>, seconds: number): string {
  switch (fate.kind) {
    case 'timed-out':
      return `took longer than ${seconds} s`;
    case 'killed':
      return `was ended: ${fate.reason}`;
    case 'running':
    case 'interrupted':
    case 'never-ran':
      return 'was ended from outside';
    default:
      return unreachable(fate);
  }
}

/** Matches error lines of the usual test runners and compilers. */
const TELLING =
  /^\s*not ok\b|^(FAIL|ERROR|FAILED)\b|\b(error|Error|Assertion\w*)\b.*:|^\s*(wrong|expected)\b/u;

/** The most telling line, if there is one; else the last one. */
function tellingLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((one) => TELLING.test(one)) ?? lines.at(-1);
  return line === undefined ? ', without a word' : `: ${quoteOutput(line)}`;
}

const MAX_SECONDS = 20;

/** Returns why a program that a task needs cannot be used; undefined = it can. */
export type NeedsCheck = (programs: readonly string[], place: CheckContext) => Promise<string | undefined>;

/**
 * Starts each program once where the check commands run: an existing program may not run there, which must not count
 * against the agent.
 */
export function createNeeds(): NeedsCheck {
  const known = new Map<string, string | undefined>();
  return async (programs, place) => {
    for (const program of programs) {
      if (!known.has(program)) known.set(program, await problemOf(program, place));
    }
    const problems = programs.flatMap((program) => known.get(program) ?? []);
    return problems.length === 0 ? undefined : `needs ${problems.join('; ')}`;
  };
}

async function problemOf(program: string, place: CheckContext): Promise<string | undefined> {
  const run = `${program} --version`;
  const [reason] = await commandReasons([{ run, exit: 0, says: undefined, seconds: MAX_SECONDS }], place);
  return reason === undefined ? undefined : `${program}: ${reason}`;
}
