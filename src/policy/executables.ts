import { constants, existsSync } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { CommandFolders } from '../contracts/policy.ts';
import type { LinkedFolders } from '../contracts/worktrees.ts';
import { once } from '../core/memoize.ts';
import { isInside } from '../core/paths.ts';

/** Finds programs without letting the workspace replace them. */
export interface Executables {
  /** Absolute path of a program in the trusted folders, or undefined. Cached. */
  find(name: string, root: string): Promise<string | undefined>;
  /**
   * Absolute path of a program of the project (`.venv/bin`, `node_modules/.bin`), or undefined; of several packages
   * the nearest.
   */
  findInProject(name: string, where: CommandFolders): Promise<string | undefined>;
  /** True for an existing, executable file. */
  isProgram(file: string): Promise<boolean>;
}

interface ExecutableOptions {
  /** The search path from the program's start; relative and world-writable folders in it are not used. */
  readonly searchPath: string;
  readonly platform: 'posix' | 'windows';
  /** Missing = no worktrees. */
  readonly linked?: LinkedFolders;
}

/** Folders for the own programs of a project or a package; of two with one name the first counts. */
export const PROJECT_FOLDERS: readonly string[] = [
  '.venv/bin',
  'venv/bin',
  'node_modules/.bin',
  'vendor/bin',
];

export function createExecutables({
  searchPath,
  platform,
  linked = () => [],
}: ExecutableOptions): Executables {
  const folders = searchPath.split(platform === 'windows' ? ';' : ':');
  const found = new Map<string, Promise<string | undefined>>();
  const trusted = once(() => trustedFolders(folders));

  async function search(name: string, root: string): Promise<string | undefined> {
    const ofWorkspace = [root, ...linked(root)];
    for (const folder of await trusted()) {
      if (isInside(folder, root)) continue;
      const program = await programAt(folder, fileName(name));
      // A link from a trusted folder into the workspace would run a program of the workspace.
      if (program !== undefined && !ofWorkspace.some((place) => isInside(program.target, place)))
        return program.file;
    }
    return undefined;
  }

  function fileName(name: string): string {
    return platform === 'windows' && !name.toLowerCase().endsWith('.exe') ? `${name}.exe` : name;
  }

  return {
    find(name, root) {
      const key = `${root}\0${name}`;
      const known = found.get(key) ?? search(name, root);
      found.set(key, known);
      return known;
    },
    async findInProject(name, { root, cwd, programsFrom = cwd }) {
      for (const place of foldersUpTo(root, programsFrom)) {
        // Most projects have one of them or none: that is found out at once.
        const folders = PROJECT_FOLDERS.map((folder) => path.join(place, folder)).filter(existsSync);
        const programs = await Promise.all(folders.map((folder) => programAt(folder, name)));
        const program = programs.find((one) => one !== undefined);
        if (program !== undefined) return program.file;
      }
      return undefined;
    },
    async isProgram(file) {
      return (await programAt(path.dirname(file), path.basename(file))) !== undefined;
    },
  };
}

/** The innermost first; of a folder outside only the root. */
export function foldersUpTo(root: string, folder: string): readonly string[] {
  return folder === root || !isInside(folder, root)
    ? [root]
    : [folder, ...foldersUpTo(root, path.dirname(folder))];
}

async function trustedFolders(folders: readonly string[]): Promise<readonly string[]> {
  const checked = await Promise.all(folders.map(trustedFolder));
  return [...new Set(checked.filter((folder) => folder !== undefined))];
}

async function trustedFolder(folder: string): Promise<string | undefined> {
  if (!path.isAbsolute(folder)) return undefined;
  try {
    const real = await realpath(folder);
    const { mode } = await stat(real);
    // In a world-writable folder anybody could place programs.
    return (mode & 0o002) === 0 ? real : undefined;
  } catch (error) {
    return ignoreMissing(error);
  }
}

/**
 * `file` keeps the name it was found under: multi-call programs (rustup, busybox, version managers) read it. `target`
 * is the end of all links.
 */
async function programAt(
  folder: string,
  name: string,
): Promise<{ file: string; target: string } | undefined> {
  const file = path.join(folder, name);
  try {
    const target = await realpath(file);
    await access(target, constants.X_OK);
    return (await stat(target)).isFile() ? { file, target } : undefined;
  } catch (error) {
    return ignoreMissing(error);
  }
}

/** A folder or program that is missing or not accessible counts as not found. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error) return undefined;
  throw error;
}
