import { lstatSync, readdirSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { readRegular } from '../core/file-access.ts';
import { isInside } from '../core/paths.ts';
import { realPath, unlessRefused } from '../files/look-at-path.ts';
import { commonFolder, findRepository, pointsBack } from '../files/repository-folders.ts';

/**
 * `pointer`: the `.git` of a project is a file that leads into another folder's repository, which does not name the
 * project. `parts`: the place for its commits or references is in another repository. `objects`: it reads the objects
 * of another project.
 */
export type BorrowedRepository =
  | { readonly kind: 'pointer' }
  | { readonly kind: 'parts' | 'objects'; readonly path: string };

/** The parts that define branches and their commits. Settings, hooks and ignore rules may be anywhere. */
const PARTS = ['HEAD', 'index', 'logs', 'objects', 'packed-refs', 'refs', 'reftable'];

/** How deep git follows alternates. */
const MAX_DEPTH = 5;

/**
 * What a repository shares with another one: commits would be made in the other one, or objects read from it. A
 * repository in a separate folder that belongs to no project does not count.
 * @param ceiling folder of projects, whose objects must not be read either
 */
export function findBorrowing(workspace: string, ceiling?: string): BorrowedRepository | undefined {
  const { folder, git } = findRepository(workspace, ceiling) ?? {};
  if (folder === undefined || git === undefined) return undefined;
  const isOwn = isInside(git, folder);
  if (!isOwn && isInsideRepository(git) && !pointsBack(git, folder)) return { kind: 'pointer' };
  if (isOwn && unlessRefused(() => lstatSync(join(git, 'commondir'))) !== undefined)
    return { kind: 'parts', path: join(git, 'commondir') };
  const common = commonFolder(git, folder) ?? git;
  const isTheirs = (path: string): boolean =>
    ![git, common].some((own) => isInside(path, own)) &&
    (isInside(path, folder) ||
      isInsideRepository(path) ||
      (ceiling !== undefined && isInside(path, ceiling)));
  const part = linksIn([...new Set([git, common])]).find((link) => isTheirs(realPath(link) ?? ''));
  if (part !== undefined) return { kind: 'parts', path: part };
  if (ceiling === undefined) return undefined;
  const isOthers = (path: string): boolean => isInside(path, ceiling) && !isInside(path, dirname(common));
  const objects = objectsFrom(join(common, 'objects'), MAX_DEPTH).find(isOthers);
  return objects === undefined ? undefined : { kind: 'objects', path: objects };
}

function isInsideRepository(path: string): boolean {
  return path.split(sep).includes('.git');
}

/** Single objects and packs are not checked: the names of objects that a task cannot see cannot be guessed. */
function linksIn(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => [
    ...PARTS.map((name) => join(folder, name)).filter(isLink),
    ...linksBelow(join(folder, 'objects'), 0),
    ...linksBelow(join(folder, 'refs'), Number.POSITIVE_INFINITY),
  ]);
}

function linksBelow(folder: string, deeper: number): readonly string[] {
  if (isLink(folder)) return [];
  const entries = unlessRefused(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [path];
    return entry.isDirectory() && deeper > 0 ? linksBelow(path, deeper - 1) : [];
  });
}

/** Folders of further objects that git reads, canonical, and the targets of links in them. */
function objectsFrom(objects: string, depth: number): readonly string[] {
  if (depth === 0) return [];
  const text = unlessRefused(() => readRegular(join(objects, 'info', 'alternates'))) ?? '';
  const named = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => (line.startsWith('"') ? line.slice(1).replace(/"$/, '') : line))
    .map((line) => (isAbsolute(line) ? line : resolve(objects, line)));
  const found = named.flatMap((path) => realPath(path) ?? []);
  return found.flatMap((path) => [
    path,
    ...linksBelow(path, 0).flatMap((link) => realPath(link) ?? []),
    ...objectsFrom(path, depth - 1),
  ]);
}

function isLink(path: string): boolean {
  return unlessRefused(() => lstatSync(path))?.isSymbolicLink() ?? false;
}
