import { lstatSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type {
  MakeRequest,
  NameObstacle,
  Workspace,
  WorkspaceList,
  Workspaces,
} from '../../contracts/workspaces.ts';
import { codeOf, Failure } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { isInside } from '../../core/paths.ts';
import { fault } from '../../core/texts/faults.ts';
import { entriesOfFolder, isFolder, namesInFolder, realPath } from '../../files/look-at-path.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { removeFolder } from '../worktrees/remove-folder.ts';
import { type CloneParts, cloneRepository, initRepository } from './clone.ts';
import { describeWorkspace } from './describe-workspace.ts';
import { isWorkspaceName } from './workspace-name.ts';

interface WorkspacesParts {
  /** Canonical path of PROJECT_ROOT. */
  readonly usual: string;
  /** Canonical path of PROJECTS_ROOT. */
  readonly root: string | undefined;
  /** The program's own folders, absolute; they may be missing. */
  readonly ownFolders: readonly string[];
  /** Environment for git. */
  readonly environment: Environment;
  /** Token for clones from github.com over https. */
  readonly token?: string | undefined;
}

type WorkspaceFolders = Pick<WorkspacesParts, 'usual' | 'root' | 'ownFolders'>;

/** See `Workspaces`. Typed text never becomes a path: names are compared with those on the disk. */
export function createWorkspaces(parts: WorkspacesParts): Workspaces {
  const { usual, root, ownFolders, environment, token } = parts;
  const places: WorkspaceFolders = { usual, root, ownFolders };
  const list = (): WorkspaceList => listWorkspaces(places);
  return {
    usual,
    root,
    list,
    findByName: (name) => workspaceNamed(name, list().found),
    isWorkspace: (path) => (path === usual ? isFree(places) : isBelowRoot(path, places)),
    isRealFolder: (path) => realPath(path) === path && isFolder(path),
    inspect: (path) => describeWorkspace(path, environment),
    ...createWorkspaceMaker({ root, environment, token, names: () => list().found.map(({ name }) => name) }),
  };
}

function listWorkspaces(places: WorkspaceFolders): WorkspaceList {
  const { usual, root } = places;
  const own: readonly Workspace[] = isFree(places) ? [{ name: basename(usual), path: usual }] : [];
  const below = root === undefined ? [] : foldersIn(root);
  const others = below.filter((path) => path !== usual);
  const found = others
    .filter((path) => isBelowRoot(path, places))
    .map((path) => ({ name: basename(path).normalize('NFC'), path }))
    .filter(({ name }) => own.every((one) => one.name !== name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const closed = others.filter((path) => isOurs(path, places) || isInside(usual, path));
  return { found: [...own, ...found], leftOut: others.length - found.length - closed.length };
}

function workspaceNamed(typed: string, found: readonly Workspace[]): Workspace | undefined {
  const name = typed.normalize('NFC');
  const exact = found.find((one) => one.name === name);
  // Capitals of other scripts fold into Latin letters: an invalid name matches nothing.
  if (exact !== undefined || !isWorkspaceName(name)) return exact;
  const alike = found.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

/** A PROJECT_ROOT around PROJECTS_ROOT is not a project: its task would work in everybody's files. */
function isFree({ usual, root }: WorkspaceFolders): boolean {
  return root === undefined || !isInside(root, usual);
}

function isBelowRoot(path: string, places: WorkspaceFolders): boolean {
  const { usual, root } = places;
  return (
    root !== undefined &&
    dirname(path) === root &&
    isWorkspaceName(basename(path).normalize('NFC')) &&
    realPath(path) === path &&
    isFolder(path) &&
    !isOurs(path, places) &&
    !isInside(usual, path)
  );
}

function isOurs(path: string, { ownFolders }: WorkspaceFolders): boolean {
  return ownFolders.some((folder) => isInside(path, realPath(folder) ?? folder));
}

/** Canonical paths of the folders right below it, without hidden ones; a link counts as its target, once. */
function foldersIn(root: string): readonly string[] {
  const paths = entriesOfFolder(root)
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
    .flatMap((entry) => realPath(join(root, entry.name)) ?? [])
    .filter((path) => dirname(path) === root);
  return [...new Set(paths)].filter(isFolder);
}

interface MakeParts extends CloneParts {
  /** Canonical path of PROJECTS_ROOT. */
  readonly root: string | undefined;
  /** Names that are taken, wherever their folders are. */
  names(): readonly string[];
}

const HALF_MADE = '.wasap-new-';
/** Holds the token of the request in a new project. */
const MARK = join('.git', 'wasap-request');

/** Creates projects under a hidden name, so that a half-made one is not a project, and then renames them. */
function createWorkspaceMaker(
  parts: MakeParts,
): Pick<Workspaces, 'findObstacle' | 'make' | 'removeHalfMade'> {
  const { root } = parts;
  return {
    findObstacle: (name) => obstacleIn(name, parts),
    async make(request) {
      const place = rootOrThrow(root);
      const folder = join(place, `${HALF_MADE}${request.token}`);
      if (markIn(join(place, request.name)) === request.token) return;
      await removeFolder(folder);
      try {
        await mkdir(folder, { mode: 0o700 });
        await fillFolder(folder, request, parts);
        // After a kill behind the rename, this file shows that nothing is left to do.
        await writeFile(join(folder, request.name, MARK), request.token, { flag: 'wx' });
        await moveIntoPlace(folder, { place, name: request.name }, parts);
      } finally {
        await removeFolder(folder);
      }
    },
    async removeHalfMade(beforeMs) {
      const left = root === undefined ? [] : namesInFolder(root).filter((name) => name.startsWith(HALF_MADE));
      const old = left.map((name) => join(root ?? '', name)).filter((path) => changedMs(path) < beforeMs);
      for (const path of old) await removeFolder(path);
      return old.length;
    },
  };
}

async function fillFolder(
  folder: string,
  { url, name, signal, onProgress }: MakeRequest,
  parts: MakeParts,
): Promise<void> {
  if (url === undefined) await initRepository({ folder, name, signal }, parts);
  else await cloneRepository({ url, folder, name, signal, onProgress }, parts);
}

/** Renaming a folder onto an empty one would replace it: a folder that appeared meanwhile stays. */
async function moveIntoPlace(
  folder: string,
  { place, name }: { readonly place: string; readonly name: string },
  parts: MakeParts,
): Promise<void> {
  const obstacle = obstacleIn(name, parts);
  if (obstacle !== undefined) throw new Failure('conflict', fault('project-name-taken', name));
  await rename(join(folder, name), join(place, name));
}

function obstacleIn(name: string, { root, names }: MakeParts): NameObstacle | undefined {
  if (root === undefined || realPath(root) !== root) return 'no-root';
  if (!isWorkspaceName(name)) return 'bad-name';
  const taken = [...names(), ...namesInFolder(root)].map((one) => one.normalize('NFC').toLowerCase());
  return taken.includes(name.toLowerCase()) ? 'taken' : undefined;
}

function markIn(project: string): string | undefined {
  try {
    return readRegular(join(project, MARK));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

function changedMs(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

/** If PROJECTS_ROOT was removed or replaced by a link, another folder is meant. */
function rootOrThrow(root: string | undefined): string {
  if (root !== undefined && realPath(root) === root && lstatSync(root).isDirectory()) return root;
  throw new Failure('not-found', fault('projects-root-moved'));
}
