import { basename, dirname, join } from 'node:path';
import type { Workspace, WorkspaceList, Workspaces } from '../../contracts/workspaces.ts';
import { isInside } from '../../core/paths.ts';
import { entriesOfFolder, isFolder, realPath } from '../../files/look-at-path.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { describeWorkspace } from './look.ts';
import { createWorkspaceMaker } from './make.ts';
import { isWorkspaceName } from './workspace-name.ts';

export interface WorkspacesParts {
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

/** See `Workspaces`. Typed text never becomes a path: names are compared with those on the disk. */
export function createWorkspaces(parts: WorkspacesParts): Workspaces {
  const { usual, root, ownFolders, environment, token } = parts;
  const places: WorkspacePlaces = { usual, root, ownFolders };
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

type WorkspacePlaces = Pick<WorkspacesParts, 'usual' | 'root' | 'ownFolders'>;

function listWorkspaces(places: WorkspacePlaces): WorkspaceList {
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
function isFree({ usual, root }: WorkspacePlaces): boolean {
  return root === undefined || !isInside(root, usual);
}

function isBelowRoot(path: string, places: WorkspacePlaces): boolean {
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

function isOurs(path: string, { ownFolders }: WorkspacePlaces): boolean {
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
