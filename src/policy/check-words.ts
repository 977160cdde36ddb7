import path from 'node:path';
import * as z from 'zod';
import type { PathGuard } from '../contracts/exec.ts';
import { codeOf, type Failure, isFailure } from '../core/failure.ts';
import { readRegular } from '../core/regular-file.ts';
import type { WordCheck } from './match-command.ts';
import type { Obstacle } from './parse.ts';
import { aimsAtSecret } from './secret-globs.ts';
import { expectedOf, hasItsShape, isOnlyShape } from './word-shapes.ts';

export interface CommandPlace {
  readonly guard: PathGuard;
  /** Canonical working folder of the command. */
  readonly cwd: string;
}

const TARGET = /^\w[\w./-]*$/;
const Manifest = z.object({ scripts: z.record(z.string(), z.unknown()).optional() });

/** The first word of a wrong kind; undefined when all are right. Unknown kinds are paths. */
export async function findObstacle(
  checks: readonly WordCheck[],
  place: CommandPlace,
): Promise<Obstacle | undefined> {
  for (const check of checks) {
    const obstacle = await obstacleOf(check, place);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}

async function obstacleOf(check: WordCheck, place: CommandPlace): Promise<Obstacle | undefined> {
  const { kind, text } = check;
  if (!hasItsShape(check)) return unexpected(text, expectedOf(kind));
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
        : unexpected(text, `a script of ${manifest}`);
    }
    case 'output':
      return outputObstacle(text, place);
    case 'target':
      return TARGET.test(text) ? pathObstacle(text, place) : unexpected(text, 'the name of a target');
    case 'ref':
      return revisionObstacle(text, place);
    default:
      return fileObstacle(check, place);
  }
}

async function fileObstacle({ kind, text }: WordCheck, place: CommandPlace): Promise<Obstacle | undefined> {
  if (text.startsWith('@')) return undefined;
  // In `1,5:src/app.ts`, line numbers or patterns come before the last colon.
  return pathObstacle(kind === 'range' ? text.slice(text.lastIndexOf(':') + 1) : text, place);
}

function unexpected(text: string, expected: string): Obstacle {
  return { rule: 'unexpected-argument', reason: `"${text}" is not ${expected}.` };
}

async function isScript(name: string, file: string, { guard, cwd }: CommandPlace): Promise<boolean> {
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
 * A report may be written to a new file, or over another report; never over a source, or a file that decides what
 * runs.
 */
async function outputObstacle(text: string, place: CommandPlace): Promise<Obstacle | undefined> {
  const obstacle = await pathObstacle(text, place);
  if (obstacle !== undefined) return obstacle;
  const { guard, cwd } = place;
  const { relative, exists } = await guard.resolve(path.isAbsolute(text) ? text : `${cwd}/${text}`, 'read');
  const isNew = !exists || REPORT.test(relative);
  return isNew && !guard.isProtected(relative)
    ? undefined
    : unexpected(text, 'a new file, or an earlier report');
}

const LEFT_OUT = /^:(?:[!^]|\(exclude(?:,(?:glob|icase|top))*\))/;

/**
 * `rev:path` names a file of a commit, `:path` one of the index, `:!path` an exclusion; other words with a colon have
 * various meanings and are not followed.
 */
async function revisionObstacle(text: string, place: CommandPlace): Promise<Obstacle | undefined> {
  if (LEFT_OUT.test(text)) return undefined;
  const file = /^(?::[0-3]|[^:]+|(?=:[\w.])):(.*)$/s.exec(text)?.[1];
  if (text.startsWith(':') && file === undefined) return unexpected(text, 'a plain revision or path');
  return (file ? await pathObstacle(file, place) : undefined) ?? pathObstacle(text, place);
}

/** Checks a word, and every part of it that could be a path: `--opt=html:/x`, `@file`, `a,b`. */
async function pathObstacle(text: string, place: CommandPlace): Promise<Obstacle | undefined> {
  const parts = [text, ...text.split(/[:=,]/)].flatMap((part) => [part, part.replace(/^@/, '')]);
  for (const part of new Set(parts)) {
    const obstacle = part === '' ? undefined : await partObstacle(part, place);
    if (obstacle !== undefined) return obstacle;
  }
  return undefined;
}

async function partObstacle(part: string, { guard, cwd }: CommandPlace): Promise<Obstacle | undefined> {
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

export function pathProblem(part: string, failure: Failure): Obstacle {
  const rule = String(failure.facts.rule);
  const known = PATH_REASONS[rule];
  if (known === undefined) return { rule: 'path-invalid', reason: failure.message };
  return { rule: `path-${rule}`, reason: `"${part}" ${known}` };
}
