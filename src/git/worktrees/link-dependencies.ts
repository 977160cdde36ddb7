import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import type { Dependency } from '../../contracts/worktrees.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { codeOf, isFailure } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { isInside } from '../../core/paths.ts';
import { jsonInFile, realPath } from '../../files/look-at-path.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { HARDENED } from '../config.ts';
import { gitFailure, localEnvironment, withOptions } from '../repository.ts';
import { runGit } from '../run-git.ts';
import { findUseOfProject } from './dependency-escape.ts';
import { DEPENDENCY_FOLDERS, type Layout, layoutOf, linkFolder } from './link-folder.ts';

export interface DependencyLinkRequest {
  /** Canonical path of the project. */
  readonly project: string;
  /** Canonical path of its worktree, in which nothing runs yet. */
  readonly folder: string;
  /** Environment of commands; see `commandEnvironment`. */
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

export interface LinkedDependencies {
  readonly dependencies: readonly Dependency[];
  /** Canonical paths of folders of the project, ignored by git, that the links lead to. */
  readonly linked: readonly string[];
}

/**
 * Creates the project's ignored dependency folders in its worktree, from links to their entries. Links to the
 * project's own packages lead into the worktree instead: its tests must not run the person's files. Safe to repeat.
 * @throws Failure `stopped`, `unavailable`, `timeout`
 */
export async function linkDependencies(request: DependencyLinkRequest): Promise<LinkedDependencies> {
  const { project, folder } = request;
  const found = await findDependencies(project, request);
  const concerned = found.folders.filter(
    (path) => isPlainFolder(join(folder, dirname(path))) && layoutIn(project, path) !== undefined,
  );
  const ignored = await checkIgnored(folder, concerned, request);
  const use = await useOfProject(concerned, request);
  const count = { entries: 0 };
  const dependencies: Dependency[] = [];
  for (const [index, path] of concerned.entries()) {
    const why =
      linkObstacle(path, request, {
        isIgnored: ignored.includes(path) || ignoresItself(project, path),
        index,
      }) ??
      (isOfNode(path) ? use : undefined) ??
      (await linkOne(path, request, count));
    dependencies.push({ path, how: why === '' ? 'linked' : 'missing', why });
  }
  const missing = missingOf(found, request, dependencies);
  return {
    dependencies: [...dependencies, ...missing],
    linked: dependencies.filter(({ how }) => how === 'linked').map(({ path }) => join(project, path)),
  };
}

/** Checked for all folders together, because Node also searches the folders above. */
async function useOfProject(
  paths: readonly string[],
  request: DependencyLinkRequest,
): Promise<string | undefined> {
  try {
    return await findUseOfProject(paths.filter(isOfNode), request);
  } catch (error) {
    if (isFailure(error) && error.kind === 'unavailable') return error.message;
    throw error;
  }
}

function isOfNode(path: string): boolean {
  return basename(path) === 'node_modules';
}

/** False for a folder that is, or is below, a committed link: nothing is created behind one. */
function isPlainFolder(path: string): boolean {
  return realPath(path) === path && lstatSync(path).isDirectory();
}

/** Undefined for a folder that only has such a name. */
function layoutIn(project: string, path: string): Layout | undefined {
  return layoutOf(basename(path), (entry) => realPath(join(project, path, entry)) !== undefined);
}

/** Python's environments contain ignore rules for all of their files. */
function ignoresItself(project: string, path: string): boolean {
  try {
    const lines = readRegular(join(project, path, '.gitignore')).split('\n');
    return lines.some((line) => line.trim() === '*') && !lines.some((line) => line.startsWith('!'));
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}

/** How many dependency folders of one project are linked; each costs every sandboxed command a mount. */
const MAX_FOLDERS = 60;

function linkObstacle(
  path: string,
  { project, folder }: DependencyLinkRequest,
  { isIgnored, index }: { readonly isIgnored: boolean; readonly index: number },
): string | undefined {
  const source = join(project, path);
  if (index >= MAX_FOLDERS) return `More than ${MAX_FOLDERS} such folders are not linked.`;
  if (!isIgnored) return 'Git does not ignore it in the commit that the task begins from.';
  if (realPath(source) !== source) return 'It is itself a link.';
  return isInside(folder, source) ? 'The task would work inside it.' : undefined;
}

/** Empty when it is linked, else the reason why it cannot be. */
async function linkOne(
  path: string,
  { project, folder, signal }: DependencyLinkRequest,
  count: { entries: number },
): Promise<string> {
  const layout = layoutIn(project, path);
  if (layout === undefined) return 'The project has none that git ignores.';
  const target = join(folder, path);
  const clear = (): Promise<void> => rm(target, { recursive: true, force: true });
  await clear();
  try {
    await linkFolder({ project, folder, path, layout, signal, count });
    return '';
  } catch (error) {
    await clear();
    if (isFailure(error) && error.kind === 'unavailable') return error.message;
    if (isFailure(error) && error.kind === 'denied') return 'It was changed while it was linked.';
    // An installation is running, or the folder may not be read.
    if (!isFailure(error) && codeOf(error) !== undefined)
      return `It cannot be read as a whole (${codeOf(error)}).`;
    throw error;
  }
}

function missingOf(
  { onlyPersonal, hasIgnoredPnp }: Awaited<ReturnType<typeof findDependencies>>,
  { folder }: DependencyLinkRequest,
  dependencies: readonly Dependency[],
): readonly Dependency[] {
  const missing = (path: string, why: string): Dependency => ({ path, how: 'missing', why });
  const known = [...dependencies.map(({ path }) => path), ...onlyPersonal];
  const isThere = (path: string): boolean => realPath(join(folder, path)) !== undefined;
  const needed = foldersNeeded(folder).filter((path) => !known.includes(path) && !isThere(path));
  return [
    ...onlyPersonal.map((path) => missing(path, 'Only your own git settings ignore it, not the project.')),
    ...(hasIgnoredPnp && !isThere('.pnp.cjs')
      ? [missing('.pnp.cjs', "Yarn's Plug'n'Play finds packages by their place in the project.")]
      : []),
    ...(isThere('.pnp.cjs') || hasIgnoredPnp
      ? []
      : needed.map((path) => missing(path, 'The project has none that git ignores.'))),
  ];
}

type GitCallOptions = Pick<DependencyLinkRequest, 'environment' | 'signal'>;

interface DependencyFolders {
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
async function findDependencies(project: string, places: GitCallOptions): Promise<DependencyFolders> {
  const [ignored, withPersonal] = await Promise.all([
    listIgnored(project, places, ['core.excludesFile=/dev/null']),
    listIgnored(project, places, []),
  ]);
  const folders = ignored.filter(isDependencyFolder).toSorted(byDepth);
  return {
    folders,
    onlyPersonal: withPersonal.filter(isDependencyFolder).filter((path) => !folders.includes(path)),
    hasIgnoredPnp: withPersonal.includes('.pnp.cjs'),
  };
}

const TIME_MS = MINUTE_MS;

/** A `/` at the end of a folder's path is removed. */
async function listIgnored(
  project: string,
  { environment, signal }: GitCallOptions,
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

/** How many folders may be between a project and the dependencies of one of its packages. */
const MAX_DEPTH = 6;

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
async function checkIgnored(
  folder: string,
  folders: readonly string[],
  { environment, signal }: GitCallOptions,
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

const PackageVersions = z.record(z.string(), z.unknown()).default({});
const NodeManifest = z.object({ dependencies: PackageVersions, devDependencies: PackageVersions });
const PhpManifest = z.object({ require: PackageVersions, 'require-dev': PackageVersions });

/** Dependency folders that a project in this folder needs. */
function foldersNeeded(folder: string): readonly string[] {
  const node = NodeManifest.safeParse(jsonInFile(join(folder, 'package.json'))).data;
  const php = PhpManifest.safeParse(jsonInFile(join(folder, 'composer.json'))).data;
  const packages = Object.keys({ ...php?.require, ...php?.['require-dev'] });
  return [
    ...(Object.keys({ ...node?.dependencies, ...node?.devDependencies }).length > 0 ? ['node_modules'] : []),
    // PHP itself and its extensions are not packages.
    ...(packages.some((name) => name.includes('/')) ? ['vendor'] : []),
  ];
}
