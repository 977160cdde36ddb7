/** Which packages stand apart from the program, in files of their own that are read once something needs them. */
import path from 'node:path';
import { ROOT } from './files.mjs';

/**
 * Large, and not needed before the first model request: each is a file of its own, which most starts never read. What a
 * start does need belongs into the bundle, whose compiled code is kept.
 */
const ON_DEMAND = [
  '@clack/prompts',
  '@fastify/busboy',
  '@octokit/rest',
  '@whiskeysockets/baileys',
  'ajv',
  'ajv-formats',
  'micromark',
  'micromark-extension-gfm-strikethrough',
  'micromark-extension-gfm-table',
  'micromark-extension-gfm-task-list-item',
  'simple-git',
  'web-tree-sitter',
  'yaml',
];

/** The same for modules of our own that gather what is used of a package; nothing else of ours is in them. */
const OWN_ON_DEMAND = {
  'mcp-sdk': path.join(ROOT, 'src/features/mcp/connection/mcp-sdk.ts'),
  'serve-sdk': path.join(ROOT, 'src/features/mcp-serve/serving/serve-sdk.ts'),
  hono: path.join(ROOT, 'src/web-server/hono.ts'),
  postgres: path.join(ROOT, 'src/cluster/postgres.ts'),
};

/** What the compiler imports for JSX: it is in the module above, and there only once. */
const JSX_RUNTIME = 'hono/jsx/jsx-runtime';

/**
 * Leaves the packages of ON_DEMAND out of a bundle, which then requires them from `packages/`.
 * @param {'.' | '..'} from where that folder is, seen from the bundle
 * @param {Record<string, string>} [packages] gets those that were met, by the name of their file
 */
export function onDemand(from, packages = {}) {
  /**
   * @param {string} file
   * @param {string} entry
   */
  const apart = (file, entry) => {
    packages[file] = entry;
    return { path: `${from}/packages/${file}.cjs`, external: true };
  };
  /** @type {import('esbuild').Plugin} */
  const plugin = {
    name: 'on-demand',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^(${ON_DEMAND.join('|')})$`) }, ({ path: name }) =>
        apart(name.replace(/^@/, '').replace('/', '-'), name),
      );
      build.onResolve({ filter: new RegExp(`^${JSX_RUNTIME}$`) }, () => apart('hono', OWN_ON_DEMAND.hono));
      for (const [file, entry] of Object.entries(OWN_ON_DEMAND)) {
        build.onResolve({ filter: new RegExp(`/${path.basename(entry)}$`) }, ({ path: name, resolveDir }) =>
          path.resolve(resolveDir, name) === entry ? apart(file, entry) : undefined,
        );
      }
    },
  };
  return { plugin };
}
