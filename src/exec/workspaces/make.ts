import { lstatSync, readdirSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, Failure } from '../../base/failure.ts';
import type { MakeRequest, Obstacle, Workspaces } from '../../contracts/workspaces.ts';
import { realPath } from '../real-path.ts';
import { removeFolder } from '../worktrees/remove-folder.ts';
import { type CloneParts, cloneRepository, initRepository } from './clone.ts';
import { isWorkspaceName } from './workspace-name.ts';

export interface MakeParts extends CloneParts {
  /** Canonical path of PROJECTS_ROOT. */
  readonly root: string | undefined;
  /** Names that are taken, wherever their folders lie. */
  names(): readonly string[];
}

/** New projects: made under a hidden name, so that one that is half there is no project, and then renamed. */
export function createMaking(parts: MakeParts): Pick<Workspaces, 'obstacle' | 'make' | 'clear'> {
  const { root } = parts;
  return {
    obstacle: (name) => obstacleIn(name, parts),
    async make(request) {
      const place = demandRoot(root);
      const folder = hidden(place, request.token);
      await removeFolder(folder);
      try {
        await mkdir(folder, { mode: 0o700 });
        await fill(folder, request, parts);
        await settle(folder, { place, name: request.name }, parts);
      } finally {
        await removeFolder(folder);
      }
    },
    async clear(token) {
      if (root !== undefined) await removeFolder(hidden(root, token));
    },
  };
}

async function fill(
  folder: string,
  { url, name, signal, onProgress }: MakeRequest,
  parts: MakeParts,
): Promise<void> {
  if (url === undefined) await initRepository({ folder, name, signal }, parts);
  else await cloneRepository({ url, folder, name, signal, onProgress }, parts);
}

/** Renaming a folder onto an empty one would replace it: what came meanwhile stays. */
async function settle(
  folder: string,
  { place, name }: { readonly place: string; readonly name: string },
  parts: MakeParts,
): Promise<void> {
  const obstacle = obstacleIn(name, parts);
  if (obstacle !== undefined)
    throw new Failure(
      'conflict',
      `There is something called ${name} in PROJECTS_ROOT by now. Choose another name.`,
    );
  await rename(join(folder, name), join(place, name));
}

function obstacleIn(name: string, { root, names }: MakeParts): Obstacle | undefined {
  if (root === undefined || realPath(root) !== root) return 'no-root';
  if (!isWorkspaceName(name)) return 'bad-name';
  const taken = [...names(), ...entriesIn(root)].map((one) => one.normalize('NFC').toLowerCase());
  return taken.includes(name.toLowerCase()) ? 'taken' : undefined;
}

function entriesIn(root: string): readonly string[] {
  try {
    return readdirSync(root);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
}

function hidden(root: string, token: string): string {
  return join(root, `.wasap-new-${token}`);
}

/** Whoever took PROJECTS_ROOT away, or put a link in its place, meant another one. */
function demandRoot(root: string | undefined): string {
  if (root !== undefined && realPath(root) === root && lstatSync(root).isDirectory()) return root;
  throw new Failure(
    'not-found',
    'PROJECTS_ROOT is no longer the folder that it was. Look at it, then try again.',
  );
}
