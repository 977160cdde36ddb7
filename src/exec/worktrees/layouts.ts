/** How one kind of dependency folder is taken apart, so that nothing in the worktree leads back to the project's code. */
export interface Layout {
  /** True for a folder that becomes one of the worktree, in which each entry is linked by itself; `''` is the top one. */
  opens(path: string): boolean;
  /** True for what tools make again by themselves, and would write into. */
  leavesOut(path: string): boolean;
  /**
   * What becomes a file of the worktree, with the worktree's place in it instead of the project's: `always` where it is
   * a text at all, `naming` when it names a place of the project, which then has to be in the worktree.
   */
  copies(path: string): 'always' | 'naming' | 'never';
}

/** What bundlers, test runners and compilers keep here to be faster. */
const CACHE = /^\.(vite|vitest|vite-temp|te?mp|eslintcache|.*cache.*)$/i;

/** `.bin` and scopes hold links to packages of a workspace, too. */
const nodeModules: Layout = {
  opens: (path) => path === '' || path === '.bin' || /^@[^/]+$/.test(path),
  leavesOut: (path) => CACHE.test(path),
  // Scripts of pnpm name folders of packages; those of others are links.
  copies: (path) => (path.startsWith('.bin/') ? 'always' : 'never'),
};

const SITE_PACKAGES = /^lib(64)?\/python[^/]*\/site-packages$/;
const NAMES_PLACES = /\/site-packages\/([^/]*\.(pth|egg-link)|_[^/]*editable[^/]*)$/;

/** Scripts and packages installed as "editable" name the folder of the project. */
const virtualEnvironment: Layout = {
  opens: (path) =>
    ['', 'bin', 'lib', 'lib64'].includes(path) ||
    /^lib(64)?\/python[^/]*$/.test(path) ||
    SITE_PACKAGES.test(path),
  // Compiled from files that are others here.
  leavesOut: (path) => /\/site-packages\/__pycache__$/.test(path),
  copies: (path) => {
    if (path.startsWith('bin/')) return 'always';
    return NAMES_PLACES.test(path) ? 'naming' : 'never';
  },
};

/** PHP takes the place of a file to be where links lead, and finds the project's own classes from there. */
const composer: Layout = {
  opens: (path) => !path.includes('/'),
  leavesOut: () => false,
  copies: (path) => (/^((bin|composer)\/)?[^/]+$/.test(path) ? 'always' : 'never'),
};

/** Folders and files of others, with nothing in them that leads back. */
const plain: Layout = { opens: (path) => path === '', leavesOut: () => false, copies: () => 'never' };

interface Kind {
  readonly names: readonly string[];
  /** Something in it by which it is known; missing = its name says enough. */
  readonly holds?: string;
  readonly layout: Layout;
}

/** The first that fits counts. */
const KINDS: readonly Kind[] = [
  { names: ['node_modules'], layout: nodeModules },
  { names: ['.venv', 'venv', 'env'], holds: 'pyvenv.cfg', layout: virtualEnvironment },
  { names: ['vendor'], holds: 'autoload.php', layout: composer },
  { names: ['vendor', 'Pods', 'bower_components'], layout: plain },
];

export const DEPENDENCY_FOLDERS: readonly string[] = [...new Set(KINDS.flatMap(({ names }) => names))];

/** @param holds true when the folder has an entry of this name */
export function layoutOf(name: string, holds: (entry: string) => boolean): Layout | undefined {
  return KINDS.find((kind) => kind.names.includes(name) && (kind.holds === undefined || holds(kind.holds)))
    ?.layout;
}
