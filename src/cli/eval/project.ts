import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { readBeginning } from '../../base/regular-file.ts';
import type { Environment } from '../../exec/command-environment.ts';
import { runGit } from '../../exec/git-run.ts';

const GIT_MS = 30_000;
const MOST_FILES = 5000;
const MOST_BYTES = 50 * 1024 * 1024;

/** By path relative to the project, with `/`. */
export type Files = ReadonlyMap<string, ProjectFile>;

export interface ProjectFile {
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

export interface FoundFiles {
  readonly files: Files;
  /** Links, pipes and whatever else is no file and no folder. */
  readonly others: readonly string[];
}

export function filesOf(texts: Readonly<Record<string, string>>): Files {
  return new Map(
    Object.entries(texts).map(([path, text]) => [path, { bytes: Buffer.from(text), isExecutable: false }]),
  );
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, { bytes, isExecutable }] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes, { mode: isExecutable ? 0o755 : 0o644 });
  }
}

/** A history with one commit and an author of its own. The person's git settings have no say: they may sign, or run hooks. */
export async function makeHistory(project: string, environment: Environment): Promise<void> {
  const alone = { ...environment, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['config', 'user.name', 'Ana'],
    ['config', 'user.email', 'ana@example.invalid'],
    ['add', '-A', '-f'],
    ['commit', '-q', '--no-verify', '-m', 'feat: first version'],
  ]) {
    const { code, stderr } = await runGit({ args, cwd: project, environment: alone, timeoutMs: GIT_MS });
    if (code !== 0) throw new Failure('unavailable', `git ${args.join(' ')} failed: ${stderr.trim()}`);
  }
}

/**
 * What the agent left, without `.git`. Links are told of and not followed: they may lead anywhere.
 * @throws Failure `invalid` when it is more than can be looked at
 */
export function readFiles(project: string): FoundFiles {
  const files = new Map<string, ProjectFile>();
  const others: string[] = [];
  let bytes = 0;
  for (const path of pathsIn(project, '')) {
    const found = lstatSync(join(project, path));
    if (!found.isFile()) {
      others.push(path);
      continue;
    }
    bytes += found.size;
    if (files.size >= MOST_FILES || bytes > MOST_BYTES) {
      throw new Failure(
        'invalid',
        `The project has become too large: ${MOST_FILES} files and 50 MB are looked at.`,
      );
    }
    const isExecutable = (found.mode & 0o100) !== 0;
    files.set(path, { bytes: readBeginning(join(project, path), found.size).bytes, isExecutable });
  }
  return { files, others };
}

function pathsIn(project: string, folder: string): readonly string[] {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === '.git') return [];
    return entry.isDirectory() ? pathsIn(project, path) : [path];
  });
}

/** The files with others in their place; what stands in the way of a folder goes. */
export function laidOver(files: Files, over: Files): Files {
  const inTheWay = new Set([...over.keys()].flatMap(foldersAbove));
  const below = (path: string): boolean => foldersAbove(path).some((folder) => over.has(folder));
  const kept = [...files].filter(([path]) => !inTheWay.has(path) && !below(path));
  return new Map([...kept, ...over]);
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
