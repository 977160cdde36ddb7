import { basename, join } from 'node:path';
import * as z from 'zod';
import { jsonInFile } from '../../files/json-file.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { HARDENED } from '../config.ts';
import { gitFailure, localEnvironment, withOptions } from '../repository.ts';
import { runGit } from '../run-git.ts';
import { DEPENDENCY_FOLDERS } from './layouts.ts';

const TIME_MS = 60_000;
/** How many folders may be between a project and the dependencies of one of its packages. */
const MAX_DEPTH = 6;

export interface IgnoredPlaces {
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

export interface FoundDependencies {
  /** Relative paths of folders that are ignored by the rules of the project itself, outer ones first. */
  readonly folders: readonly string[];
  /** Ignored only because the person's settings say so for all repositories. */
  readonly onlyPersonal: readonly string[];
  /** True where Yarn keeps packages without a folder, and git ignores its files for that. */
  readonly hasIgnoredPnp: boolean;
}

/**
 * Dependency folders that git ignores. Git walks the project by itself and enters no ignored folder.
 * @throws Failure `unavailable`, `timeout`, `stopped`
 */
export async function findDependencies(project: string, places: IgnoredPlaces): Promise<FoundDependencies> {
  const [ignored, withPersonal] = await Promise.all([
    ignoredIn(project, places, ['core.excludesFile=/dev/null']),
    ignoredIn(project, places, []),
  ]);
  const folders = ignored.filter(isDependencyFolder).toSorted(byDepth);
  return {
    folders,
    onlyPersonal: withPersonal.filter(isDependencyFolder).filter((path) => !folders.includes(path)),
    hasIgnoredPnp: withPersonal.includes('.pnp.cjs'),
  };
}

/** A `/` at the end of a folder's path is removed. */
async function ignoredIn(
  project: string,
  { environment, signal }: IgnoredPlaces,
  settings: readonly string[],
): Promise<readonly string[]> {
  const flags = ['--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const result = await runGit({
    args: ['--no-pager', ...withOptions([...HARDENED, ...settings]), 'ls-files', ...flags],
    cwd: project,
    environment: localEnvironment(environment),
    signal,
    timeoutMs: TIME_MS,
  });
  if (result.code !== 0) throw gitFailure(result, 'unavailable');
  return result.stdout.split('\0').map((path) => path.replace(/\/$/, ''));
}

/** A name that is not text, or has a line break, is not a package. */
function isDependencyFolder(path: string): boolean {
  return (
    DEPENDENCY_FOLDERS.includes(basename(path)) &&
    path.split('/').length <= MAX_DEPTH &&
    !/[\p{Cc}\p{Cf}\ufffd]/u.test(path)
  );
}

function byDepth(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}

/** The folders that the worktree would ignore as well, though they do not exist there yet. */
export async function ignoredThere(
  folder: string,
  folders: readonly string[],
  { environment, signal }: IgnoredPlaces,
): Promise<readonly string[]> {
  if (folders.length === 0) return [];
  const settings = withOptions([...HARDENED, 'core.excludesFile=/dev/null']);
  const result = await runGit({
    args: ['--no-pager', ...settings, 'check-ignore', '-z', '--stdin'],
    cwd: folder,
    // This command refuses literal pathspecs; with a leading dot the names are not patterns.
    environment: { ...localEnvironment(environment), GIT_LITERAL_PATHSPECS: '0' },
    input: folders.map((path) => `./${path}/\0`).join(''),
    signal,
    timeoutMs: TIME_MS,
  });
  // Exit code 1: none of them.
  if (result.code > 1) throw gitFailure(result, 'unavailable');
  return result.stdout.split('\0').map((path) => path.replace(/^\.\/|\/$/g, ''));
}

const Packages = z.record(z.string(), z.unknown()).default({});
const NodeManifest = z.object({ dependencies: Packages, devDependencies: Packages });
const PhpManifest = z.object({ require: Packages, 'require-dev': Packages });

/** Dependency folders that a project in this folder needs. */
export function foldersNeeded(folder: string): readonly string[] {
  const node = NodeManifest.safeParse(jsonInFile(join(folder, 'package.json'))).data;
  const php = PhpManifest.safeParse(jsonInFile(join(folder, 'composer.json'))).data;
  const packages = Object.keys({ ...php?.require, ...php?.['require-dev'] });
  return [
    ...(Object.keys({ ...node?.dependencies, ...node?.devDependencies }).length > 0 ? ['node_modules'] : []),
    // PHP itself and its extensions are not packages.
    ...(packages.some((name) => name.includes('/')) ? ['vendor'] : []),
  ];
}
