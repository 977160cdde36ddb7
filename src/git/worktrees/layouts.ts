/** How to link one kind of dependency folder, so that nothing in the worktree leads back to the project's code. */
export interface Layout {
  /** True for a folder that is created in the worktree, with each entry linked separately; `''` is the top one. */
  opens(path: string): boolean;
  /** True for files that tools generate again, or take for a description of this folder. */
  leavesOut(path: string): boolean;
  /**
   * Whether a text that names the project is changed to name the worktree. `demanding`: the named places have to
   * exist in the worktree, or the folder cannot be used.
   */
  rewrites(path: string): 'yes' | 'demanding' | 'no';
}

/** Caches of bundlers, test runners and compilers. */
const CACHE = /^\.(vite|vitest|vite-temp|te?mp|eslintcache|.*cache.*)$/i;

/** Scopes, and the folder in which pnpm keeps each version of a package: all of them hold links, too. */
const HOLDS_PACKAGES = /^((\.pnpm\/node_modules\/)?@[^/]+|\.pnpm|\.pnpm\/node_modules)$/;

/** npm's own list: if it were linked, npm would believe that nothing is missing. */
const TOLD_BY_NPM = '.package-lock.json';

const nodeModules: Layout = {
  opens: (path) => path === '' || path === '.bin' || HOLDS_PACKAGES.test(path),
  leavesOut: (path) => CACHE.test(path) || path === TOLD_BY_NPM,
  // pnpm's files name folders of packages.
  rewrites: () => 'yes',
};

const SITE_PACKAGES = /^lib(64)?\/python[^/]*\/site-packages$/;
const NAMES_PLACES = /\/site-packages\/([^/]*\.(pth|egg-link)|_[^/]*editable[^/]*)$/;

/** Scripts and packages installed as "editable" name the project's folder. */
const virtualEnvironment: Layout = {
  opens: (path) =>
    ['', 'bin', 'lib', 'lib64'].includes(path) ||
    /^lib(64)?\/python[^/]*$/.test(path) ||
    SITE_PACKAGES.test(path),
  // Compiled from files that differ here.
  leavesOut: (path) => /\/site-packages\/__pycache__$/.test(path),
  rewrites: (path) => {
    if (path.startsWith('bin/')) return 'yes';
    return NAMES_PLACES.test(path) ? 'demanding' : 'no';
  },
};

/** PHP takes a link's target for a file's place, and finds the project's own classes from there. */
const composer: Layout = {
  opens: (path) => !path.includes('/'),
  leavesOut: () => false,
  rewrites: () => 'yes',
};

/** Folders and files of others, without references to the project. */
const plain: Layout = { opens: (path) => path === '', leavesOut: () => false, rewrites: () => 'no' };

interface DependencyKind {
  readonly names: readonly string[];
  /** An entry by which it is recognised; missing = its name is enough. */
  readonly holds?: string;
  readonly layout: Layout;
}

/** The first match counts. */
const KINDS: readonly DependencyKind[] = [
  { names: ['node_modules'], layout: nodeModules },
  { names: ['.venv', 'venv', 'env'], holds: 'pyvenv.cfg', layout: virtualEnvironment },
  { names: ['vendor'], holds: 'autoload.php', layout: composer },
  // Tells Ruby's bundler that gems are in `vendor/bundle`.
  { names: ['.bundle'], holds: 'config', layout: plain },
  { names: ['vendor', 'Pods', 'bower_components'], layout: plain },
];

export const DEPENDENCY_FOLDERS: readonly string[] = [...new Set(KINDS.flatMap(({ names }) => names))];

/** @param holds true when the folder has an entry of this name */
export function layoutOf(name: string, holds: (entry: string) => boolean): Layout | undefined {
  return KINDS.find((kind) => kind.names.includes(name) && (kind.holds === undefined || holds(kind.holds)))
    ?.layout;
}
