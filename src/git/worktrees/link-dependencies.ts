import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Dependency } from '../../contracts/worktrees.ts';
import { codeOf, isFailure } from '../../core/failure.ts';
import { isInside } from '../../core/is-inside.ts';
import { readRegular } from '../../core/regular-file.ts';
import { realPath } from '../../files/real-path.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { findUseOfProject } from './dependency-escape.ts';
import { findDependencies, foldersNeeded, ignoredThere } from './find-dependencies.ts';
import { type Layout, layoutOf } from './layouts.ts';
import { linkFolder } from './link-folder.ts';

/** How many dependency folders of one project are linked; each costs every sandboxed command a mount. */
const MAX_FOLDERS = 60;

export interface LinkRequest {
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
export async function linkDependencies(request: LinkRequest): Promise<LinkedDependencies> {
  const { project, folder } = request;
  const found = await findDependencies(project, request);
  const concerned = found.folders.filter(
    (path) => isPlainFolder(join(folder, dirname(path))) && layoutIn(project, path) !== undefined,
  );
  const ignored = await ignoredThere(folder, concerned, request);
  const use = await useOfProject(concerned, request);
  const count = { entries: 0 };
  const dependencies: Dependency[] = [];
  for (const [index, path] of concerned.entries()) {
    const why =
      obstacleTo(path, request, {
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
async function useOfProject(paths: readonly string[], request: LinkRequest): Promise<string | undefined> {
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

interface LinkingState {
  readonly isIgnored: boolean;
  readonly index: number;
}

function obstacleTo(
  path: string,
  { project, folder }: LinkRequest,
  { isIgnored, index }: LinkingState,
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
  { project, folder, signal }: LinkRequest,
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
  { folder }: LinkRequest,
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
