import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { messageOf } from '../core/failure.ts';
import { isInside } from '../core/paths.ts';
import { shellWord } from '../core/text.ts';
import { isAtLeast } from '../core/version.ts';
import { realPath } from '../files/look-at-path.ts';
import { isGitPointer } from '../files/repository-folders.ts';
import { LIMITED } from '../processes/limits.ts';
import { INSIDE_GIT } from './protected-paths.ts';
import type { Mount, ProviderProblem, SandboxProvider } from './provider.ts';

const PACKAGE = '@anthropic-ai/sandbox-runtime';

const Manifest = z.object({
  version: z.string(),
  main: z.string().default('dist/index.js'),
  engines: z.object({ node: z.string().default('>=0') }).default({ node: '>=0' }),
});

interface SandboxRules {
  readonly network?: {
    readonly allowedDomains: readonly string[];
    readonly deniedDomains: readonly string[];
  };
  readonly filesystem: {
    readonly denyRead: readonly string[];
    readonly allowRead: readonly string[];
    readonly allowWrite: readonly string[];
    readonly denyWrite: readonly string[];
  };
}

/** Only Linux has a private `/tmp`; this is the one folder that the package leaves open. */
const OWN_TEMPORARY =
  process.platform === 'linux' ? '' : 'TMPDIR=/tmp/claude; export TMPDIR; mkdir -p "$TMPDIR"; ';

type LineWrapper = (line: string, shell: string, rules: SandboxRules) => Promise<string>;

const Runtime = z.object({
  SandboxManager: z.object({
    wrapWithSandbox: z.custom<LineWrapper>((value) => typeof value === 'function'),
    cleanupAfterCommand: z.custom<() => void>((value) => typeof value === 'function'),
  }),
});

export interface RuntimeSearchOptions {
  /** Package folders in which it may be installed; the first that has it counts. */
  readonly folders: readonly string[];
  /** Nothing is loaded from inside these: a project must not bring its own sandbox. */
  readonly workspaces: readonly string[];
  /** Version of Node that runs this program. */
  readonly nodeVersion: string;
}

/** The sandbox of Anthropic's package, if a person installed it; else undefined. */
export function findSandboxRuntime(
  places: RuntimeSearchOptions,
): SandboxProvider | ProviderProblem | undefined {
  const folder = places.folders
    .map((one) => realPath(join(one, PACKAGE)))
    .filter((one) => one !== undefined)
    .find((one) => !places.workspaces.some((workspace) => isInside(one, realPath(workspace) ?? workspace)));
  if (folder === undefined) return undefined;
  try {
    return loadRuntime(folder, places.nodeVersion);
  } catch (error) {
    return { detail: `sandbox-runtime cannot be loaded: ${messageOf(error)}` };
  }
}

function loadRuntime(folder: string, nodeVersion: string): SandboxProvider | ProviderProblem {
  const file = join(folder, 'package.json');
  const { version, main, engines } = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  if (!satisfies(nodeVersion, engines.node)) {
    return {
      detail: `sandbox-runtime ${version} needs Node ${engines.node}, and this is ${nodeVersion}`,
    };
  }
  const { SandboxManager } = Runtime.parse(createRequire(file)(join(folder, main)));
  return {
    name: 'sandbox-runtime',
    version,
    // It is not initialised, so it starts no proxy in this program, which commands would outlive.
    async wrap(argv, inside, mounts) {
      const line = `{ ${LIMITED}; } 2>/dev/null; ${OWN_TEMPORARY}exec ${argv.map(shellWord).join(' ')}`;
      const isOpen = inside.access.network;
      const filesystem = filesystemOf(mounts, { workspace: inside.workspace, folder });
      const rules: SandboxRules = isOpen
        ? { filesystem }
        : { network: { allowedDomains: [], deniedDomains: [] }, filesystem };
      return ['/bin/sh', '-c', await SandboxManager.wrapWithSandbox(line, '/bin/sh', rules)];
    },
    release: () => SandboxManager.cleanupAfterCommand(),
  };
}

/** Understands only the usual form: `>=20.11.0`. Any other range counts as not satisfied. */
export function satisfies(version: string, range: string): boolean {
  const least = /^>=\s*(\d+(?:\.\d+){0,2})$/.exec(range.trim())?.[1];
  return least !== undefined && isAtLeast(version, least);
}

function filesystemOf(
  mounts: readonly Mount[],
  { workspace, folder }: { readonly workspace: string; readonly folder: string },
): SandboxRules['filesystem'] {
  const paths = (...kinds: readonly Mount['kind'][]): readonly string[] =>
    mounts.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path);
  const writable = paths('writable');
  const readable = paths('readable', 'known');
  // In this package a closed folder overrides an opened one inside it, so it has to be left open as a whole.
  const closed = readable
    .filter((path) => isInside(path, workspace))
    .filter((path) => !writable.some((opened) => opened !== workspace && isInside(opened, path)));
  const hidden = paths('empty', 'blank').filter((path) => existsSync(path));
  const named = writable.map((path) => path.slice(workspace.length + 1));
  const isThere = (name: string): boolean => existsSync(join(workspace, name));
  const canBeMade = (name: string): boolean => !closed.some((path) => isInside(join(workspace, name), path));
  // Hooks are named even if there are none yet: the package can block a missing path, by a device that git cannot
  // read.
  const hooks = INSIDE_GIT.filter((name) =>
    name === '.git/hooks' ? isThere(name) || canBeMade(name) : isThere(name) && !named.includes(name),
  );
  // Nothing can be created below the file that a worktree has in place of the folder; the file itself is closed.
  const neverWritten = isGitPointer(workspace) ? [] : hooks;
  return {
    denyRead: hidden,
    allowRead: [
      ...readable.filter((path) => path === workspace || !isInside(path, workspace)),
      ...writable,
      folder,
    ],
    allowWrite: writable,
    denyWrite: [...new Set([...closed, ...neverWritten.map((name) => join(workspace, name))])],
  };
}

/** Package folders of this program: beside it, above it, and the global ones of this Node. */
export function packageFolders(packageRoot: string, nodeProgram: string): readonly string[] {
  const above: string[] = [];
  for (let folder = packageRoot; folder !== dirname(folder); folder = dirname(folder)) {
    above.push(join(folder, 'node_modules'));
  }
  const prefix = dirname(dirname(nodeProgram));
  return [...above, join(prefix, 'lib/node_modules'), '/usr/local/lib/node_modules', '/usr/lib/node_modules'];
}
