import { readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { PathGuard, ResolvedPath } from '../contracts/workspace-files.ts';
import { codeOf, Failure } from '../core/failure.ts';
import { once } from '../core/memoize.ts';
import { isGitName, isProtectedPath, isSecretPath } from './file-classes.ts';

/** Longest path and longest name in it, in bytes: the limits of Linux. */
const MAX_PATH_LENGTH = 4_096;
const MAX_NAME_LENGTH = 255;
/** How many links the kernel follows before it gives up. */
const MAX_LINKS = 40;
const SEPARATOR = path.sep === '/' ? '/' : /[\\/]/;

interface PathGuardOptions {
  /** An existing folder. */
  readonly root: string;
  /**
   * Folders of this program (configuration, data): out of reach even inside the workspace. If one holds the
   * workspace, as with our worktrees, only the workspace in it is open.
   */
  readonly ownFolders?: readonly string[];
  /** Outside folders that links of the workspace may lead to, for reading; see `LinkedFolders`. Asked each time. */
  readonly linked?: () => readonly string[];
}

/**
 * Confines paths to one workspace, resolved as the kernel resolves them. Throws Failure `not-found` without the root.
 */
export function createPathGuard({
  root: given,
  ownFolders = [],
  linked = () => [],
}: PathGuardOptions): PathGuard {
  const root = canonicalFolder(given);
  const own = once(() =>
    Promise.all(ownFolders.map((folder) => followLinks(path.resolve(folder), MAX_LINKS))),
  );

  async function resolve(asked: string, purpose: 'read' | 'write'): Promise<ResolvedPath> {
    checkSpelling(asked);
    const { real, exists } = await followLinks(
      path.isAbsolute(asked) ? asked : `${root}/${asked}`,
      MAX_LINKS,
    );
    checkNotForWindows(asked, exists);
    const relative = relativeTo(root, real);
    // Checked first: this program's own folders have the strictest rule, inside the workspace and outside.
    if (await isOwn(real)) {
      throw deniedFailure('own', `${asked} belongs to this program itself and stays closed.`);
    }
    const spelled = lexical(asked);
    if (!leadsOutside(relative)) {
      assertOpen(asked, [relative, spelled]);
      return { real, relative, exists };
    }
    const shared = linked()
      .map((folder) => relativeTo(folder, real))
      .find((inside) => !leadsOutside(inside));
    if (shared === undefined) {
      assertNotSecret(asked, [real, asked]);
      throw deniedFailure(
        'outside',
        `${asked} leads outside the workspace. Use a path inside it, relative to its root.`,
      );
    }
    assertOpen(asked, [shared, spelled]);
    if (purpose === 'write') {
      throw deniedFailure(
        'linked',
        `${asked} belongs to dependencies that this worktree shares with the project: they are only read here. Change files of the worktree itself.`,
      );
    }
    return { real, relative: spelled || relative, exists };
  }

  async function isOwn(real: string): Promise<boolean> {
    const isInside = (inner: string, folder: string) => !leadsOutside(path.relative(folder, inner));
    return (await own()).some(
      (folder) => isInside(real, folder.real) && !(isInside(root, folder.real) && isInside(real, root)),
    );
  }

  /** The given path, from the root: empty when it is not below it. */
  function lexical(asked: string): string {
    const relative = relativeTo(root, path.resolve(root, asked));
    return leadsOutside(relative) ? '' : relative;
  }

  return { root, resolve, isProtected: isProtectedPath, isSecret: isSecretPath };
}

/** Throws Failure `denied` for a path that is closed by its name, as given or as resolved. */
function assertOpen(asked: string, spellings: readonly string[]): void {
  if (spellings.flatMap((one) => one.split('/')).some(isGitName)) {
    throw deniedFailure(
      'git',
      `${asked} lies in .git, which is not read or written as files. Use the git tools.`,
    );
  }
  assertNotSecret(asked, spellings);
}

function assertNotSecret(asked: string, spellings: readonly string[]): void {
  if (spellings.map((one) => one.replaceAll(path.sep, '/')).some(isSecretPath)) {
    throw deniedFailure(
      'secret',
      `${asked} may hold secrets and stays closed. Work without it, or ask the person.`,
    );
  }
}

function relativeTo(folder: string, file: string): string {
  return path.relative(folder, file).replaceAll(path.sep, '/');
}

function canonicalFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    throw new Failure('not-found', `The workspace ${folder} does not exist. Name an existing folder.`, {
      cause: error,
    });
  }
}

/** Throws Failure `invalid` for impossible file names, and for spellings that another system reads differently. */
function checkSpelling(asked: string): void {
  if (asked === '')
    throw new Failure('invalid', 'The path is empty. Name a file or folder; "." is the root.', {
      facts: { rule: 'folder' },
    });
  if (asked.includes('\0')) throw new Failure('invalid', 'The path holds a NUL character. Leave it out.');
  const names = asked.split('/');
  const tooLong =
    Buffer.byteLength(asked) > MAX_PATH_LENGTH ||
    names.some((name) => Buffer.byteLength(name) > MAX_NAME_LENGTH);
  if (tooLong) {
    throw new Failure(
      'invalid',
      `The path is too long: at most ${MAX_PATH_LENGTH} bytes, ${MAX_NAME_LENGTH} for one name.`,
    );
  }
}

/** Throws Failure `invalid` for a path as Windows writes it; on other systems a file may really be called so. */
function checkNotForWindows(asked: string, exists: boolean): void {
  if (!asked.includes('\\') && !/^[a-z]:/i.test(asked)) return;
  if (exists && path.sep === '/') return;
  throw new Failure(
    'invalid',
    `${asked} is written for Windows. Use / between folders, relative to the root.`,
    { facts: { rule: 'windows' } },
  );
}

function deniedFailure(rule: string, message: string): Failure {
  return new Failure('denied', message, { facts: { rule } });
}

function leadsOutside(relative: string): boolean {
  return (
    relative === '..' ||
    relative.startsWith('../') ||
    relative.startsWith('..\\') ||
    path.isAbsolute(relative)
  );
}

interface FollowedPath {
  readonly real: string;
  readonly exists: boolean;
}

/**
 * Resolves name by name like the kernel: `link/..` is the parent of the link's target, and a dangling link leads to
 * what would be created. Resolving `..` in the text first would get both wrong.
 */
async function followLinks(full: string, linksLeft: number): Promise<FollowedPath> {
  if (linksLeft === 0)
    throw deniedFailure('outside', `${full} goes through too many links. Name the file itself.`);
  const names = full.split(SEPARATOR);
  if (!names.includes('..')) {
    const whole = await resolveName(full, linksLeft);
    if (whole.exists) return whole;
  }
  let real = path.parse(full).root;
  let exists = true;
  for (const name of full.slice(real.length).split(SEPARATOR)) {
    if (name === '' || name === '.') continue;
    if (name === '..') real = path.dirname(real);
    else ({ real, exists } = await resolveName(path.join(real, name), linksLeft));
  }
  return { real, exists };
}

async function resolveName(file: string, linksLeft: number): Promise<FollowedPath> {
  try {
    // One synchronous system call takes less time than awaiting it.
    return { real: realpathSync.native(file), exists: true };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOTDIR' || code === 'ENAMETOOLONG') return { real: file, exists: false };
    if (code !== 'ENOENT') {
      throw new Failure('denied', `${file} cannot be followed (${code}). Name another file.`, {
        cause: error,
      });
    }
  }
  const target = linkTarget(file);
  if (target === undefined) return { real: file, exists: false };
  return followLinks(path.isAbsolute(target) ? target : `${path.dirname(file)}/${target}`, linksLeft - 1);
}

function linkTarget(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EINVAL') return undefined;
    throw error;
  }
}
