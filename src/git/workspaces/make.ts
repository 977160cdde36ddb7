import { lstatSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MakeRequest, NameObstacle, Workspaces } from '../../contracts/workspaces.ts';
import { codeOf, Failure } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { fault } from '../../core/texts/faults.ts';
import { namesInFolder, realPath } from '../../files/look-at-path.ts';
import { removeFolder } from '../worktrees/remove-folder.ts';
import { type CloneParts, cloneRepository, initRepository } from './clone.ts';
import { isWorkspaceName } from './workspace-name.ts';

export interface MakeParts extends CloneParts {
  /** Canonical path of PROJECTS_ROOT. */
  readonly root: string | undefined;
  /** Names that are taken, wherever their folders are. */
  names(): readonly string[];
}

const HALF_MADE = '.wasap-new-';
/** Holds the token of the request in a new project. */
const MARK = join('.git', 'wasap-request');

/** Creates projects under a hidden name, so that a half-made one is not a project, and then renames them. */
export function createWorkspaceMaker(
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
