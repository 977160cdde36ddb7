/**
 * In what is built, a module of ours runs at the first use of something it exports, and not because another one imports
 * it (see docs/decisions/modules-run-at-their-first-use.md). The source says nothing of it.
 *
 * The compiler writes each module as CommonJS by itself: all of it in one function, where V8 reads the inside no sooner
 * than the module runs. What it imported stands in each place of use, as `require`, which the bundle makes a call of
 * that function.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { ROOT } from './files.mjs';
import { readAtFirstUse } from './parts.mjs';

/** What the compiler writes around a module: its helpers, its exports, each import, and a hint for Node. */
const HELPERS = /^[\s\S]*?^var stdin_exports = \{\};$/m;
const EXPORTS =
  /^__export\(stdin_exports, \{\n([^}]*)\n\}\);\nmodule\.exports = __toCommonJS\(stdin_exports\);$/m;
const EXPORT = /^ +(\w+): \(\) => (.+?),?$/gm;
const IMPORT = /^var (\w+) = (?:__toESM\()?require\("([^"]+)"\)\)?;$/gm;
const DYNAMIC_IMPORT = /__toESM\(require\("([^"]+)"\)\)/g;
const HINT = /^\/\/ Annotate the CommonJS export names[\s\S]*/m;
/** It guards against a `this` that no function of ours looks at. */
const CALL = /\(0, (import_\w+(?:\.\w+)+)\)\(/g;
/** A name that was imported; behind a dot it is something else's, behind three it is spread. */
const IMPORTED = /(?<![\w$]|(?<!\.\.)\.)(import_\w+)(\.default\b)?/g;
const HELPER = /\b__(toESM|toCommonJS|export|reExport|copyProps)\b/;

/** Packages that are imported as a whole: nothing of ours uses them otherwise than by `z.member`. */
const BY_MEMBER = new Set(['zod']);

const OURS = /^\..*\.tsx?$/;

/**
 * @typedef {Map<string, Set<string>>} Names by package, which names of it are used
 * @param {{ readonly root: string, readonly files: readonly string[], readonly withMaps: boolean }} of
 *   `files`: those of ours, seen from `root`
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function lateModules({ root, files, withMaps }) {
  /** @type {Names} */
  const names = new Map();
  const tsconfigRaw = readFileSync(path.join(root, 'tsconfig.json'), 'utf8');
  const written = files.map(async (name) => {
    const file = path.join(root, name);
    const { code, map } = await asCommonJs(file, tsconfigRaw);
    return /** @type {const} */ ([
      file,
      lateModule(code, { file, names }) + (withMaps ? mapOf(map, file) : ''),
    ]);
  });
  const modules = new Map(await Promise.all(written));
  return {
    name: 'late-modules',
    setup(build) {
      // Resolved here, because the compiler would ask package.json what kind of module it is.
      build.onResolve({ filter: /\.tsx?$/ }, ({ path: name, resolveDir }) => {
        const file = path.resolve(resolveDir, name);
        return modules.has(file) ? { path: file } : undefined;
      });
      build.onLoad({ filter: /\.tsx?$/, namespace: 'file' }, ({ path: file }) => {
        const contents = modules.get(file);
        return contents === undefined ? undefined : { contents, loader: 'js' };
      });
      packagesFor(build, { root, names });
    },
  };
}

/**
 * A package is read at its first use, too, and once: what of it is used goes into one object.
 * @param {import('esbuild').PluginBuild} build
 * @param {{ readonly root: string, readonly names: Names }} of
 */
function packagesFor(build, { root, names }) {
  for (const kind of ['used', 'some', 'all']) {
    build.onResolve({ filter: new RegExp(`^${kind}:`) }, ({ path: name }) => ({
      path: name.slice(kind.length + 1),
      namespace: kind,
    }));
  }
  /** @param {string} namespace @param {(name: string) => string} contentsOf */
  const load = (namespace, contentsOf) =>
    build.onLoad({ filter: /./, namespace }, ({ path: name }) => ({
      contents: contentsOf(name),
      resolveDir: root,
    }));
  load('used', (name) =>
    isBuiltin(name)
      ? `const all = require("${name}"); module.exports = Object.assign(Object.create(all), { default: all });`
      : `module.exports = { ...require("some:${name}") };`,
  );
  load('some', (name) => `export { ${[...(names.get(name) ?? [])].join(', ')} } from "${name}";`);
  load('all', (name) => `import * as all from "${name}"; export { all };`);
}

/**
 * @param {string} file
 * @param {string} tsconfigRaw
 */
async function asCommonJs(file, tsconfigRaw) {
  const { transform } = await import('esbuild');
  const source = readFileSync(file, 'utf8');
  if (/\bimport_/.test(source))
    throw new Error(`${file}: the compiler's names of imports begin with import_`);
  return await transform(source, {
    tsconfigRaw,
    loader: file.endsWith('x') ? 'tsx' : 'ts',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__bundleUrl' },
    sourcemap: 'external',
    sourcesContent: false,
  });
}

/**
 * Each line stays where it is, for the maps.
 * @param {string} code
 * @param {{ readonly file: string, readonly names: Names }} at
 */
function lateModule(code, { file, names }) {
  let exported = '';
  const inside = code
    .replace(HELPERS, withoutText)
    .replace(EXPORTS, (all, list) => {
      exported = `module.exports = { ${list.replace(EXPORT, '$1: $2,').replaceAll('\n', ' ')} };\n`;
      return withoutText(all);
    })
    .replace(HINT, '');
  const text = inside + exported;
  /** @type {Map<string, string>} */
  const imported = new Map();
  const body = text.replace(IMPORT, (_, local, from) => {
    if (from.startsWith('.')) {
      imported.set(OURS.test(from) ? local : `${local}.default`, `(require("${from}"))`);
      return '';
    }
    noteUses({ text, local, from }, names);
    if (!local.startsWith('import_')) {
      if (!isBuiltin(from) && !BY_MEMBER.has(from))
        throw new Error(`${file}: import what it uses of ${from} by name: only that is in the program`);
      return `var ${local} = require("used:${from}");`;
    }
    imported.set(local, `(require("used:${from}"))`);
    return '';
  });
  const late = body
    .replace(DYNAMIC_IMPORT, (_, from) =>
      OURS.test(from) ? `require("${from}")` : `require("all:${from}").all`,
    )
    .replace(CALL, '$1(')
    .replace(IMPORTED, (all, local, more = '') => imported.get(all) ?? (imported.get(local) ?? local) + more);
  if (HELPER.test(late))
    throw new Error(
      `${file}: esbuild writes modules in another way than config/build/late-modules.mjs reads`,
    );
  return late;
}

/**
 * @param {{ readonly text: string, readonly local: string, readonly from: string }} use `local`: what `text` calls it
 * @param {Names} names
 */
function noteUses({ text, local, from }, names) {
  const used = names.get(from) ?? new Set();
  for (const [, name = ''] of text.matchAll(new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${local}\\.(\\w+)`, 'g')))
    used.add(name);
  names.set(from, used);
}

/** @param {string} text */
function withoutText(text) {
  return text.replace(/.+/g, '');
}

/** @param {string} map @param {string} file */
function mapOf(map, file) {
  const own = JSON.stringify({ ...JSON.parse(map), sources: [path.basename(file)] });
  return `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(own).toString('base64')}`;
}

/**
 * Modules of Node that a start has no use for until there is something to do. Packages and files of ours import them
 * all the same, and Node takes milliseconds to load them.
 */
const LATE = [
  'child_process',
  'dns',
  'fs/promises',
  'http',
  'https',
  'net',
  'perf_hooks',
  'readline/promises',
  'tls',
  'v8',
  'worker_threads',
  'zlib',
];

/**
 * Puts a stand-in in the place of what LATE names: it loads the module of Node with the first use of what that exports.
 * @type {import('esbuild').Plugin}
 */
export const lateModulesOfNode = {
  name: 'late-modules-of-node',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(node:)?(${LATE.join('|')})$`) }, ({ path: name, namespace }) =>
      namespace === 'late' || namespace === 'used'
        ? { path: name, external: true }
        : { path: name, namespace: 'late' },
    );
    build.onLoad({ filter: /./, namespace: 'late' }, async ({ path: name }) => {
      const names = Object.keys(await import(name)).filter((one) => one !== 'default');
      return { contents: readAtFirstUse(`require('${name}')`, names), resolveDir: ROOT };
    });
  },
};
