import path from 'node:path';
import * as z from 'zod';
import { codeOf, type Failure, isFailure } from '../base/failure.ts';
import { readRegular } from '../base/regular-file.ts';
import type { PathGuard } from '../contracts/exec.ts';
import type { WordCheck } from './match-command.ts';
import type { Obstacle } from './parse.ts';
import { isPlainJq, isPrintingSed } from './scripts-in-arguments.ts';
import { aimsAtSecret } from './secret-globs.ts';

export interface Place {
  readonly guard: PathGuard;
  /** Canonical folder that the command runs in. */
  readonly cwd: string;
}

const SHAPES: Readonly<Record<string, { test(text: string): boolean }>> = {
  number: /^[+-]?\d+[a-zA-Z]?$/,
  digits: /^\d+$/,
  name: /^[\w@][\w.:,@+-]*$/,
  // `date 0101` sets the clock; `date +%F` prints.
  date: /^\+/,
  // Signatures are checked by a program that the configuration names.
  format: /^(?!-?signature)(?!.*(?:%[-+ ]?G|%\(signature))/s,
  // A plug-in may be left out; a warning of a class of its own would be imported.
  off: /^no:[\w.-]+$/,
  warning: /^(?:ignore|error|default|always|once|module)(?:::\w*Warning)?$/,
  none: { test: () => false },
  sed: { test: isPrintingSed },
  jq: { test: isPlainJq },
};

/** How a person reads what was expected, where the name of the kind does not say it. */
const EXPECTED: Readonly<Record<string, string>> = {
  digits: 'a number',
  name: 'a plain name',
  date: 'a format such as +%F',
  format: 'a format that leaves signatures alone',
  off: 'a plug-in to be left out',
  warning: 'a built-in warning',
  none: 'expected at this place',
  sed: 'a script that only prints lines',
  jq: 'a program that only reads the file',
};

const TARGET = /^\w[\w./-]*$/;
const Manifest = z.object({ scripts: z.record(z.string(), z.string()).optional() });

/** The first word that is not what it has to be; undefined when all are. Unknown kinds are paths. */
export async function findObstacle(
  checks: readonly WordCheck[],
  place: Place,
): Promise<Obstacle | undefined> {
  for (const check of checks) {
    const obstacle = await obstacleOf(check, place);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}

async function obstacleOf(check: WordCheck, place: Place): Promise<Obstacle | undefined> {
  const { kind, text } = check;
  const shape = SHAPES[kind];
  if (shape !== undefined)
    return shape.test(text) ? undefined : unexpected(text, EXPECTED[kind] ?? `a ${kind}`);
  if (kind.startsWith('='))
    return kind.slice(1) === text ? undefined : unexpected(text, `"${kind.slice(1)}"`);
  switch (kind) {
    case 'pattern':
    case 'text':
      return undefined;
    case 'script':
      return (await isScript(text, place)) ? undefined : unexpected(text, 'a script of package.json');
    case 'target':
      return TARGET.test(text) ? pathObstacle(text, place) : unexpected(text, 'the name of a target');
    case 'ref':
      return revisionObstacle(text, place);
    default:
      return fileObstacle(check, place);
  }
}

const SCOPED_PACKAGE = /^@[\w.-]+\/[\w.-]+(@[\w.-]+)?$/;

/** `@file` makes many programs read further arguments from that file, and nobody has seen those. */
async function fileObstacle({ kind, text }: WordCheck, place: Place): Promise<Obstacle | undefined> {
  if (kind === 'package' && SCOPED_PACKAGE.test(text)) return undefined;
  if (text.startsWith('@')) return unexpected(text, 'a plain file or folder');
  // `1,5:src/app.ts`: what stands before the last colon are line numbers or patterns.
  return pathObstacle(kind === 'range' ? text.slice(text.lastIndexOf(':') + 1) : text, place);
}

function unexpected(text: string, expected: string): Obstacle {
  return { rule: 'unexpected-argument', reason: `"${text}" is not ${expected}.` };
}

async function isScript(name: string, { guard, cwd }: Place): Promise<boolean> {
  try {
    const { real } = await guard.resolve(path.join(cwd, 'package.json'), 'read');
    const manifest = Manifest.safeParse(JSON.parse(readRegular(real)));
    return manifest.success && Object.hasOwn(manifest.data.scripts ?? {}, name);
  } catch (error) {
    // Without a readable package.json there are no scripts.
    if (isFailure(error) || error instanceof SyntaxError || codeOf(error) !== undefined) return false;
    throw error;
  }
}

const LEFT_OUT = /^:(?:[!^]|\(exclude(?:,(?:glob|icase|top))*\))/;

/**
 * `rev:path` names a file of a commit, `:path` one of the index, `:!path` what is left out; other words with a colon
 * have meanings of their own and are not followed.
 */
async function revisionObstacle(text: string, place: Place): Promise<Obstacle | undefined> {
  if (LEFT_OUT.test(text)) return undefined;
  const file = /^(?::[0-3]|[^:]+|(?=:[\w.])):(.*)$/s.exec(text)?.[1];
  if (text.startsWith(':') && file === undefined) return unexpected(text, 'a plain revision or path');
  return (file ? await pathObstacle(file, place) : undefined) ?? pathObstacle(text, place);
}

/** Checks a word, and every part of it that could be a path: `--opt=html:/x`, `@file`, `a,b`. */
async function pathObstacle(text: string, place: Place): Promise<Obstacle | undefined> {
  const parts = [text, ...text.split(/[:=,]/)].flatMap((part) => [part, part.replace(/^@/, '')]);
  for (const part of new Set(parts)) {
    const obstacle = part === '' ? undefined : await partObstacle(part, place);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}

async function partObstacle(part: string, { guard, cwd }: Place): Promise<Obstacle | undefined> {
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
  outside: 'leads outside the workspace.',
  git: 'lies in .git.',
  secret: 'may hold secrets.',
  own: 'belongs to this program itself.',
};

function pathProblem(part: string, failure: Failure): Obstacle {
  const rule = String(failure.facts.rule ?? 'invalid');
  const known = PATH_REASONS[rule];
  return { rule: `path-${rule}`, reason: known === undefined ? failure.message : `"${part}" ${known}` };
}
