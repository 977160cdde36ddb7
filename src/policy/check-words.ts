import { statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { PathGuard } from '../contracts/workspace-files.ts';
import { codeOf, type Failure, isFailure } from '../core/failure.ts';
import { readBeginning, readRegular } from '../core/file-access.ts';
import { isSecretPath } from './file-classes.ts';
import type { WordCheck } from './match-command.ts';
import type { PolicyObstacle } from './parse-command-line.ts';
import { describeExpected, hasItsShape, isOnlyShape } from './word-shapes.ts';

interface WordCheckContext {
  readonly guard: PathGuard;
  /** Canonical working folder of the command. */
  readonly cwd: string;
}

/** The first word of a wrong kind; undefined when all are right. Unknown kinds are paths. */
export async function findObstacle(
  checks: readonly WordCheck[],
  place: WordCheckContext,
): Promise<PolicyObstacle | undefined> {
  for (const check of checks) {
    const obstacle = await obstacleOf(check, place);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}

const TARGET = /^\w[\w./-]*$/;
const TAKES_SETTINGS: ReadonlySet<string> = new Set(['target', 'task']);
/** Variables that say how much is printed, and which tests are meant; others may name programs. */
const SETTING =
  /^(?:(?:V|Q|CI|VERBOSE|DEBUG|QUIET|COVERAGE|SEED)=\w*|(?:TEST|TESTS|TESTCASE|SPEC|SUITE|PKG)=\w[\w./:-]*)$/;

async function obstacleOf(check: WordCheck, place: WordCheckContext): Promise<PolicyObstacle | undefined> {
  const { kind, text } = check;
  if (TAKES_SETTINGS.has(kind) && SETTING.test(text)) return pathObstacle(text, place);
  if (!hasItsShape(check)) return unexpectedArgument(text, describeExpected(kind));
  if (isOnlyShape(kind)) return undefined;
  switch (kind) {
    case 'pattern':
    case 'text':
      return undefined;
    case 'script':
    case 'composer': {
      const manifest = kind === 'script' ? 'package.json' : 'composer.json';
      return (await isScript(text, manifest, place))
        ? undefined
        : unexpectedArgument(text, `a script of ${manifest}`);
    }
    case 'output':
      return outputObstacle(text, place);
    case 'target':
      return TARGET.test(text) ? pathObstacle(text, place) : unexpectedArgument(text, 'the name of a target');
    case 'ref':
      return revisionObstacle(text, place);
    case 'single':
      return (await fileObstacle(check, place)) ?? folderObstacle(text, place);
    default:
      return fileObstacle(check, place);
  }
}

async function fileObstacle(
  { kind, text }: WordCheck,
  place: WordCheckContext,
): Promise<PolicyObstacle | undefined> {
  if (text.startsWith('@')) return undefined;
  // In `1,5:src/app.ts`, line numbers or patterns come before the last colon.
  return pathObstacle(kind === 'range' ? text.slice(text.lastIndexOf(':') + 1) : text, place);
}

/** In a folder the program would choose the file itself, and follow a link that has its name. */
async function folderObstacle(
  text: string,
  { guard, cwd }: WordCheckContext,
): Promise<PolicyObstacle | undefined> {
  const { real, exists } = await guard.resolve(path.isAbsolute(text) ? text : `${cwd}/${text}`, 'read');
  return exists && statSync(real).isDirectory()
    ? unexpectedArgument(text, describeExpected('single'))
    : undefined;
}

function unexpectedArgument(text: string, expected: string): PolicyObstacle {
  return { rule: 'unexpected-argument', reason: `"${text}" is not ${expected}.` };
}

const Manifest = z.object({ scripts: z.record(z.string(), z.unknown()).optional() });

export async function isScript(
  name: string,
  file: string,
  { guard, cwd }: WordCheckContext,
): Promise<boolean> {
  try {
    const { real } = await guard.resolve(path.join(cwd, file), 'read');
    const manifest = Manifest.safeParse(JSON.parse(readRegular(real)));
    return manifest.success && Object.hasOwn(manifest.data.scripts ?? {}, name);
  } catch (error) {
    // Without a readable manifest there are no scripts.
    if (isFailure(error) || error instanceof SyntaxError || codeOf(error) !== undefined) return false;
    throw error;
  }
}

/** Files that tools write for other tools, by their ending. */
const REPORT = /\.(?:out|prof|cov|lcov|trace|test)$/;

/**
 * A report may be written to a new file, or over another report or a compiled program; never over a source, or a file
 * that decides what runs.
 */
async function outputObstacle(text: string, place: WordCheckContext): Promise<PolicyObstacle | undefined> {
  if (text === '/dev/null') return undefined;
  const obstacle = await pathObstacle(text, place);
  if (obstacle !== undefined) return obstacle;
  const { guard, cwd } = place;
  const file = path.isAbsolute(text) ? text : `${cwd}/${text}`;
  const { real, relative, exists } = await guard.resolve(file, 'read');
  const isNew = !exists || REPORT.test(relative) || isCompiled(real);
  return isNew && !guard.isProtected(relative)
    ? undefined
    : unexpectedArgument(text, 'a new file, or an earlier report');
}

/** A program or object file of Linux, as the compiler that is asked for wrote it the last time. */
function isCompiled(file: string): boolean {
  try {
    return readBeginning(file, 4).bytes.equals(Buffer.from('\x7fELF'));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

const LEFT_OUT = /^:(?:[!^]|\(exclude(?:,(?:glob|icase|top))*\))/;

/**
 * `rev:path` names a file of a commit, `:path` one of the index, `:!path` an exclusion; other words with a colon have
 * various meanings and are not followed.
 */
async function revisionObstacle(text: string, place: WordCheckContext): Promise<PolicyObstacle | undefined> {
  if (LEFT_OUT.test(text)) return undefined;
  const file = /^(?::[0-3]|[^:]+|(?=:[\w.])):(.*)$/s.exec(text)?.[1];
  if (text.startsWith(':') && file === undefined) return unexpectedArgument(text, 'a plain revision or path');
  return (file ? await pathObstacle(file, place) : undefined) ?? pathObstacle(text, place);
}

/** Checks a word, and every part of it that could be a path: `--opt=html:/x`, `@file`, `a,b`. */
async function pathObstacle(text: string, place: WordCheckContext): Promise<PolicyObstacle | undefined> {
  const parts = [text, ...text.split(/[:=,]/)].flatMap((part) => [part, part.replace(/^@/, '')]);
  for (const part of new Set(parts)) {
    const obstacle = part === '' ? undefined : await partObstacle(part, place);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}

async function partObstacle(
  part: string,
  { guard, cwd }: WordCheckContext,
): Promise<PolicyObstacle | undefined> {
  if (/[*?[{]/.test(part) && aimsAtSecret(part)) {
    return { rule: 'path-secret', reason: `"${part}" ${PATH_REASONS.secret}` };
  }
  try {
    await guard.resolve(path.isAbsolute(part) ? part : `${cwd}/${part}`, 'read');
    return undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return pathProblem(part, error);
  }
}

const PATH_REASONS: Readonly<Record<string, string>> = {
  outside: 'is outside the project.',
  git: 'is inside .git.',
  secret: 'may hold secrets.',
  own: 'belongs to this program.',
};

export function pathProblem(part: string, failure: Failure): PolicyObstacle {
  const rule = String(failure.facts.rule);
  const known = PATH_REASONS[rule];
  if (known === undefined) return { rule: 'path-invalid', reason: failure.message };
  return { rule: `path-${rule}`, reason: `"${part}" ${known}` };
}

/**
 * Samples of secret names. Where only the ending counts the stem is an unusual one, so that a glob such as `s*` does
 * not match.
 */
const SECRETS: readonly string[] = [
  ...[
    '.env',
    '.env.local',
    '.npmrc',
    '.netrc',
    '.pypirc',
    '.git-credentials',
    '.bash_history',
    '.ssh',
    '.aws',
    '.dev.vars',
    '.vault_pass',
    '.yarnrc.yml',
    '.sentryclirc',
    'wp-config.php',
    'auth.json',
    'local.properties',
    'kubeconfig',
  ],
  ...['.docker', '.kube', '.gnupg', 'id_rsa', 'zq.pem', 'zq.key', 'zq.p12', 'zq.jks', 'zq.env', 'zq.tfstate'],
  ...['credentials.json', 'creds.json', 'secrets.yaml', 'service-account.json', 'wa-auth'],
];
const ORDINARY: readonly string[] = ['a', 'a.ts', 'a.json', 'a.yaml', 'a.yml', 'a.php', 'ab.txt'];

/** In UTF-16 code units; a longer pattern is not a file name. */
const MAX_NAME_LENGTH = 255;
/** How many spellings of one pattern are examined one by one. */
const MAX_SPELLINGS = 64;

/**
 * True for a file pattern that targets secrets: a part of it matches a secret name, and no ordinary name. `*` and
 * `*.json` match everything, `.e*` and `*.pem` do not.
 */
function aimsAtSecret(pattern: string): boolean {
  const spellings = spellingsOf(pattern);
  return spellings === undefined || spellings.some((one) => one.split('/').some(partAims));
}

function partAims(part: string): boolean {
  if (!/[*?[]/.test(part)) return isSecretPath(part);
  if (part.length > MAX_NAME_LENGTH) return true;
  // `[...]` counts as any one character: rather too generous than too narrow.
  const signs = part
    .toLowerCase()
    .replace(/\[!?\]?[^\]]*\]/g, '?')
    .replaceAll(/\*+/g, '*');
  return (
    SECRETS.some((name) => matchesPattern(signs, name)) &&
    !ORDINARY.some((name) => matchesPattern(signs, name))
  );
}

/** `{a,b}` written out, in the order of bash; undefined when there are too many. */
export function spellingsOf(pattern: string): readonly string[] | undefined {
  let open: readonly string[] = [pattern];
  for (let round = 0; round < 8; round += 1) {
    const next = open.flatMap(withoutFirstBrace);
    if (next.length > MAX_SPELLINGS) return undefined;
    if (next.length === open.length && next.every((text, index) => text === open[index])) return next;
    open = next;
  }
  return undefined;
}

function withoutFirstBrace(pattern: string): readonly string[] {
  const found = /\{([^{}]*)\}/.exec(pattern);
  if (found === null) return [pattern];
  const [braces, inside = ''] = found;
  const [before, after] = [pattern.slice(0, found.index), pattern.slice(found.index + braces.length)];
  return inside.split(',').map((part) => `${before}${part}${after}`);
}

/** `*` is any text, `?` any one character. Goes back to the last `*` only: no pattern makes it slow. */
function matchesPattern(signs: string, name: string): boolean {
  let star = -1;
  let from = 0;
  let at = 0;
  for (let index = 0; index < name.length; ) {
    if (signs[at] === '?' || signs[at] === name[index]) {
      at += 1;
      index += 1;
    } else if (signs[at] === '*') {
      star = at;
      from = index;
      at += 1;
    } else if (star >= 0) {
      from += 1;
      index = from;
      at = star + 1;
    } else return false;
  }
  return /^\**$/.test(signs.slice(at));
}
