import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { CommandFolders } from '../contracts/policy.ts';
import { codeOf, isFailure } from '../core/failure.ts';
import { shellWord } from '../core/text.ts';
import { findObstacle, spellingsOf } from './check-words.ts';
import {
  type ArgvDecision,
  type ArgvRules,
  judgeArgv,
  undecidedObstacle,
  withModuleFile,
} from './judge-argv.ts';
import { FREE_KINDS, matchCommand } from './match-command.ts';
import { asOwnProgram } from './own-programs.ts';
import type { PolicyObstacle, StaticPart } from './parse-command-line.ts';

/**
 * Judges a line part by part: it is allowed if each part would be allowed by itself, in every folder of the project
 * where that part may run. The line for bash is composed here, from exactly the programs and words that were judged,
 * so that nothing depends on how bash would read the original. Never throws: what cannot be checked is asked.
 */
export async function judgeParts(
  parts: readonly StaticPart[],
  start: CommandFolders,
  rules: ArgvRules,
): Promise<ArgvDecision> {
  const folders = new PossibleFolders(start.cwd);
  const written: string[] = [];
  for (const part of parts) {
    const cwds = folders.before(part);
    const target = isChangeOfFolder(part)
      ? await folderAfterCd(part, { parts, cwds, start, rules })
      : undefined;
    if (target === undefined) {
      const decision = await judgePart(part, cwds, { start, rules });
      if (decision.kind !== 'allow' || isBare(part, parts)) return decision;
      written.push(partLine(part, argvOfExecution(decision.execution), decision.outputs));
    } else {
      written.push(partLine(part, ['cd', '--', target]));
    }
    folders.after(part, target);
  }
  return { kind: 'allow', execution: { kind: 'shell', line: written.join(' ') } };
}

/** True when it needs no shell once its patterns are expanded. */
function isBare(part: StaticPart, parts: readonly StaticPart[]): boolean {
  const { variables, redirects, negated } = part;
  const isPlain = variables.length === 0 && redirects.length === 0 && !negated;
  return parts.length === 1 && isPlain && !showsStatus(part) && !isFed(part);
}

/** True when bash opens a file for it, or runs other commands for it. */
export function isFed({ from, words }: StaticPart): boolean {
  return from !== undefined || words.some(({ output }) => output !== undefined);
}

function showsStatus({ words }: StaticPart): boolean {
  return words.some(({ withStatus }) => withStatus !== undefined);
}

interface JudgeContext {
  readonly start: CommandFolders;
  readonly rules: ArgvRules;
}

/** `outputs`: what stands in the line for the words that are the output of other commands. */
type PartDecision = ArgvDecision & {
  readonly outputs?: readonly (readonly [word: string, written: string])[];
};

const EXPANSION: PolicyObstacle = { rule: 'expansion', reason: 'The shell would expand parts of it.' };
const SEVERAL_FOLDERS: PolicyObstacle = { rule: 'operator', reason: 'It joins several commands.' };

/** Requires the same verdict, program and words in each folder where the part may run. */
async function judgePart(
  part: StaticPart,
  cwds: readonly string[],
  { start, rules }: JudgeContext,
): Promise<PartDecision> {
  let decided: PartDecision | undefined;
  for (const cwd of cwds) {
    const decision = await judgeIn({ root: start.root, cwd }, part, rules);
    if (decision.kind !== 'allow') return decision;
    if (decided !== undefined && JSON.stringify(decided) !== JSON.stringify(decision))
      return askDecision(SEVERAL_FOLDERS);
    decided = decision;
  }
  return decided ?? askDecision(SEVERAL_FOLDERS);
}

async function judgeIn(where: CommandFolders, part: StaticPart, rules: ArgvRules): Promise<PartDecision> {
  const names = namesFor(part, where.cwd);
  if (names === undefined) return askDecision(EXPANSION);
  const judged = await asOwnProgram(names.argv, where, rules);
  // First, because a yes to code of the project, which is the last question about a command, holds for later ones.
  const around = await obstacleAround(part, judged.argv, where, rules);
  if (around !== undefined) return askDecision(around);
  const decision = await judgeArgv(judged, where, rules);
  if (decision.kind !== 'allow') return decision;
  if (!areFiles(names.matched, judged.argv, rules)) return askDecision(EXPANSION);
  const outputs = await judgeOutputs(part, judged.argv, where, rules);
  return outputs === undefined ? askDecision(EXPANSION) : { ...decision, outputs };
}

function askDecision(obstacle: PolicyObstacle): ArgvDecision {
  return { kind: 'ask', obstacle };
}

interface ExpandedNames {
  readonly argv: readonly string[];
  /** The words of `argv` that patterns were expanded to. */
  readonly matched: readonly string[];
}

/** Undefined when patterns expand to too many names, or when a word is known only when the line runs. */
function namesFor(part: StaticPart, cwd: string): ExpandedNames | undefined {
  if (!isReadable(part)) return undefined;
  const names = part.words.map(({ text, isPattern }) =>
    isPattern ? namesForPattern(text, cwd) : { argv: [text], matched: [] },
  );
  const found = names.filter((one) => one !== undefined);
  if (found.length < names.length) return undefined;
  return { argv: found.flatMap(({ argv }) => argv), matched: found.flatMap(({ matched }) => matched) };
}

/** They only print what they are given. */
const PRINTING: ReadonlySet<string> = new Set(['echo', 'printf']);

/** False when a pattern is the program, or an exit code would be more than printed. */
function isReadable(part: StaticPart): boolean {
  const [program, ...others] = part.words;
  if (program === undefined || program.isPattern || program.withStatus !== undefined) return false;
  return !showsStatus(part) || (PRINTING.has(program.text) && !others.some(({ isPattern }) => isPattern));
}

function namesForPattern(pattern: string, cwd: string): ExpandedNames | undefined {
  const spellings = spellingsOf(pattern);
  if (spellings === undefined) return undefined;
  const argv: string[] = [];
  const matched: string[] = [];
  for (const spelling of spellings) {
    const names = expandPattern(spelling, cwd);
    if (names === undefined) return undefined;
    argv.push(...names);
    // A pattern such as `--include=*.ts` without a match is a flag as it is.
    const isFlag = spelling.startsWith('-') && names.length === 1 && names[0] === spelling;
    if (!isFlag) matched.push(...names);
  }
  return { argv, matched };
}

/** True when each name is a file for the program: as a text or a pattern it would not be checked. */
function areFiles(names: readonly string[], argv: readonly string[], { commands }: ArgvRules): boolean {
  if (names.length === 0) return true;
  const match = matchCommand(argv, commands);
  const files = match.kind === 'match' ? match.checks.filter(({ kind }) => !FREE_KINDS.has(kind)) : [];
  const known = new Set(files.map(({ text }) => text));
  return names.every((name) => known.has(name));
}

/**
 * Judges the commands of each `<(...)` as lines by themselves; undefined when one of them asks, or when the program
 * does more than read a file of that name.
 */
async function judgeOutputs(
  { words }: StaticPart,
  argv: readonly string[],
  where: CommandFolders,
  rules: ArgvRules,
): Promise<PartDecision['outputs']> {
  const outputs: [string, string][] = [];
  for (const { text, output } of words) {
    if (output === undefined) continue;
    const decision = isOnlyRead(text, argv, rules) ? await judgeParts(output, where, rules) : undefined;
    if (decision?.kind !== 'allow') return undefined;
    const { execution } = decision;
    const line =
      execution.kind === 'shell' ? execution.line : argvOfExecution(execution).map(shellWord).join(' ');
    outputs.push([text, `<(${line})`]);
  }
  return outputs;
}

/** Kinds of words that are only read, as any file of the project may be. */
const READ_KINDS: readonly string[] = ['file', 'single'];

function isOnlyRead(word: string, argv: readonly string[], { commands }: ArgvRules): boolean {
  const match = matchCommand(argv, commands);
  if (match.kind === 'no-match' || match.rule.projectScript) return false;
  const checks = match.checks.filter(({ text }) => text === word);
  return checks.length === 1 && checks.every(({ kind }) => READ_KINDS.includes(kind));
}

const ASSIGNMENT: PolicyObstacle = { rule: 'assignment', reason: 'It sets environment variables.' };

/** Undefined when the variables in front of a command, and the file that it reads by `<`, are harmless. */
async function obstacleAround(
  { variables, from }: StaticPart,
  argv: readonly string[],
  { root, cwd }: CommandFolders,
  { commands, guardFor }: ArgvRules,
): Promise<PolicyObstacle | undefined> {
  const match = variables.length === 0 ? undefined : matchCommand(argv, commands);
  const runsCode = match?.kind === 'match' && match.rule.projectScript;
  const places = variables.map(({ name, value }) =>
    placesInValue(value, commands.variables.get(name), runsCode ? cwd : undefined),
  );
  if (places.includes(undefined)) return ASSIGNMENT;
  const read = from === undefined ? [] : [{ kind: 'single', text: from }];
  const checks = [...read, ...places.flatMap((found = []) => found.map((text) => ({ kind: 'path', text })))];
  try {
    return await findObstacle(checks, { guard: guardFor(root), cwd });
  } catch (error) {
    return undecidedObstacle(error);
  }
}

/** What must lie in the project if the value is harmless; undefined when it is not. Without a folder, no code may be named. */
function placesInValue(
  value: string,
  shape: string | undefined,
  cwd: string | undefined,
): readonly string[] | undefined {
  if (shape === '{path}') return cwd === undefined ? undefined : [value];
  if (shape !== '{module}') return shape !== undefined && isWhole(value, shape) ? [] : undefined;
  const file = cwd === undefined ? undefined : withModuleFile(['python', '-m', value], cwd)?.[1];
  return file === undefined ? undefined : [file];
}

function isWhole(text: string, shape: string): boolean {
  return new RegExp(`^(?:${shape})$`).test(text);
}

function argvOfExecution(
  execution: Extract<ArgvDecision, { kind: 'allow' }>['execution'],
): readonly string[] {
  return execution.kind === 'argv' ? [execution.file, ...execution.args] : ['bash', '-c', execution.line];
}

function partLine(
  part: StaticPart,
  judged: readonly string[],
  outputs: PartDecision['outputs'] = [],
): string {
  const outputOf = new Map(outputs);
  const { joint, negated, variables, redirects, from } = part;
  const [name = '', ...args] = judged;
  const settings = variables.map((variable) => `${variable.name}=${shellWord(variable.value)}`);
  // In quotes, no name is a keyword of bash.
  const program = name.startsWith('/') ? wordFor(name) : shellWord(name);
  // Where an exit code is printed, the words are those that were written, one by one.
  const texts = args.map((arg, at) => outputOf.get(arg) ?? part.words[at + 1]?.withStatus ?? wordFor(arg));
  const input = from === undefined ? [] : [`< ${wordFor(from)}`];
  const written = [...settings, program, ...texts, ...redirects, ...input];
  return [...(joint === '' ? [] : [joint]), ...(negated ? ['!'] : []), ...written].join(' ');
}

/** People may read the line: quotes are used only where bash needs them. */
function wordFor(text: string): string {
  return /^[\w@%,./+-][\w@%,./+=:-]*$/.test(text) ? text : shellWord(text);
}

function isChangeOfFolder({ words, variables, negated, from }: StaticPart): boolean {
  const isPlain = variables.length === 0 && !negated && from === undefined;
  return words.length === 2 && words[0]?.text === 'cd' && isPlain;
}

/** The folder of the project that `cd` leads to; undefined when it is outside, unknown or irrelevant. */
async function folderAfterCd(
  part: StaticPart,
  { parts, cwds, start, rules }: JudgeContext & { parts: readonly StaticPart[]; cwds: readonly string[] },
): Promise<string | undefined> {
  const [cwd = '', ...others] = cwds;
  const [, word] = part.words;
  const next = parts[parts.indexOf(part) + 1];
  // In a pipeline `cd` changes no other part's folder; alone, and at the end, it has no effect either.
  const isPiped = [part, next].some((one) => one?.joint === '|' || one?.joint === '|&');
  if (isPiped || next === undefined || others.length > 0 || word === undefined) return undefined;
  if (word.isPattern || /^(?:-|$)/.test(word.text)) return undefined;
  try {
    const folder = path.isAbsolute(word.text) ? word.text : `${cwd}/${word.text}`;
    const { real } = await rules.guardFor(start.root).resolve(folder, 'read');
    return statSync(real).isDirectory() ? real : undefined;
  } catch (error) {
    if (isFailure(error) || codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** Folders in which a part of a line may run: after `cd x &&` in that one, after `;` or `||` in any so far. */
class PossibleFolders {
  readonly #all: Set<string>;
  /** Folders if everything since the last `;` or `||` succeeded. */
  #chain: readonly string[];

  constructor(start: string) {
    this.#all = new Set([start]);
    this.#chain = [start];
  }

  before({ joint }: Pick<StaticPart, 'joint'>): readonly string[] {
    if (joint === ';' || joint === '||') this.#chain = [...this.#all];
    return this.#chain;
  }

  after({ joint }: Pick<StaticPart, 'joint'>, changedTo: string | undefined): void {
    if (changedTo === undefined) return;
    this.#all.add(changedTo);
    // `a || cd x && b` also reaches `b` through `a` alone.
    this.#chain = joint === '||' ? [...this.#all] : [changedTo];
  }
}

/** More names than a person would write; a line with more is asked about. */
const MAX_NAMES = 1_000;
/** Each further star multiplies the time per name. */
const MAX_STARS = 4;

/**
 * The names that bash would substitute for a pattern: sorted, without hidden files unless the pattern names the dot,
 * `**` read as `*`; the pattern itself without a match. Undefined when there are too many.
 */
function expandPattern(pattern: string, cwd: string): readonly string[] | undefined {
  const [first = '', ...segments] = pattern.split('/');
  if ([first, ...segments].some((segment) => segment.split(/\*+/).length > MAX_STARS + 1)) return undefined;
  let found: readonly string[] = first === '' ? ['/'] : matchingNames('', first, cwd);
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    // A slash at the end, or two of them in a row: only folders match, and their names keep it.
    if (segment === '') {
      if (!isLast) return undefined;
      found = found.filter((name) => isFolder(path.resolve(cwd, name))).map((name) => `${name}/`);
      continue;
    }
    found = found.flatMap((folder) => matchingNames(folder === '/' ? '/' : `${folder}/`, segment, cwd));
    if (found.length > MAX_NAMES) return undefined;
  }
  return found.length === 0 ? [pattern] : found.toSorted();
}

/**
 * Names in one folder; `folder` is empty or ends with a slash. A name without a pattern sign is taken as it is, if it
 * exists.
 */
function matchingNames(folder: string, segment: string, cwd: string): readonly string[] {
  const names = namesInFolder(path.resolve(cwd, folder));
  if (!/[*?]/.test(segment)) {
    const isThere = segment === '.' || segment === '..' || names.includes(segment);
    return isThere ? [`${folder}${segment}`] : [];
  }
  const expression = expressionOf(segment);
  return names.filter((name) => expression.test(name)).map((name) => `${folder}${name}`);
}

function expressionOf(segment: string): RegExp {
  const text = segment
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${segment.startsWith('.') ? '' : '(?!\\.)'}${text}$`, 'su');
}

function namesInFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Missing, not a folder, or not readable: nothing matches.
    if (codeOf(error) !== undefined) return [];
    throw error;
  }
}

function isFolder(file: string): boolean {
  try {
    readdirSync(file);
    return true;
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}
