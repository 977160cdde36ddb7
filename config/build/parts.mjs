/**
 * Which of our modules stand apart from `program.cjs`, in files that are read once somebody asks for what is in them,
 * and how the two sides reach each other (see docs/decisions/parts-of-the-program-are-read-when-asked-for.md).
 */
import path from 'node:path';
import { ROOT } from './files.mjs';

/** By the name of its file, the modules that begin a part: those of them which are reached by `import()` alone. */
const PARTS = {
  console: /^src\/(features\/[^/]+\/pages|web-server)\//,
  whatsapp: /^src\/(channels\/whatsapp\/|cli\/pairing\/(link-text|whatsapp)\.ts)/,
};

/** Texts in the language that most programs never speak. They are imported as usual, and read when one is asked for. */
const SPANISH = /^src\/(.+\/)?texts\/(es\/.+|([a-z-]+-)?es)\.ts$/;

/**
 * @typedef {{ readonly path: string, readonly kind: string, readonly external?: boolean }} Edge an import
 * @typedef {Readonly<Record<string, { readonly imports: readonly Edge[] }>>} Inputs files, as a metafile names them
 * @typedef {Map<string, string>} Homes where each module of ours is: `program`, or the name of a part
 * @typedef {readonly [part: string, file: string]} Entrance a module through which a part is entered
 * @typedef {object} Partition
 * @property {Homes} homes
 * @property {ReadonlyMap<string, ReadonlySet<string>>} begins the modules through which each part is entered
 * @property {ReadonlySet<string>} shared the modules of the program that parts use
 * @typedef {object} Build
 * @property {string} here the file that is built: `program`, or the name of a part
 * @property {string} edition what all files of one build have in common, and no other build
 * @property {ReadonlyMap<string, readonly string[]>} names what the modules export through which parts are entered
 */

/**
 * A part holds what it alone needs. What the program needs too, or another part, is in the program: there is one of
 * each module, so that a failure is known as one and a table is the same table. Packages may be in several files.
 * @param {Inputs} inputs
 * @param {string} entry
 * @returns {Partition}
 */
export function partition(inputs, entry) {
  const first = [entry];
  for (;;) {
    const { homes, begins, contested } = homesFrom(inputs, first);
    if (contested.length === 0) return { homes, begins, shared: sharedOf(inputs, homes) };
    first.push(...contested);
  }
}

/**
 * @param {Inputs} inputs
 * @param {readonly string[]} first modules that the program begins with
 */
function homesFrom(inputs, first) {
  /** @type {Homes} */
  const homes = new Map();
  /** @type {Map<string, Set<string>>} */
  const begins = new Map();
  /** @type {string[]} */
  const contested = [];
  /** @type {Entrance[]} */
  const entered = first.map((file) => ['program', file]);
  // It grows while it is walked: the program leads to parts, and a part may lead to another one.
  for (const [part, file] of entered) {
    if (homes.get(file) === 'program') continue;
    if (part !== 'program') begins.set(part, (begins.get(part) ?? new Set()).add(file));
    const found = settle(inputs, homes, [part, file]);
    entered.push(...found.entered);
    contested.push(...found.contested);
  }
  return { homes, begins, contested };
}

/**
 * Gives all modules a home that this one needs, unless they have one.
 * @param {Inputs} inputs
 * @param {Homes} homes
 * @param {Entrance} entrance
 * @returns {{ readonly entered: readonly Entrance[], readonly contested: readonly string[] }} the other parts that they
 *   lead to, and those which another part has
 */
function settle(inputs, homes, [part, begin]) {
  /** @type {Entrance[]} */
  const entered = [];
  const files = new Set([begin]);
  for (const file of files) {
    if (homes.has(file)) continue;
    homes.set(file, part);
    for (const edge of edgesOf(inputs, file)) {
      const begun = partBegunBy(edge, file) ?? part;
      if (begun === part) files.add(edge.path);
      else entered.push([begun, edge.path]);
    }
  }
  const isElsewhere = (/** @type {string} */ file) => !['program', part].includes(homes.get(file) ?? '');
  return { entered, contested: [...files].filter(isElsewhere) };
}

/**
 * @param {Inputs} inputs
 * @param {Homes} homes
 */
function sharedOf(inputs, homes) {
  const apart = [...homes].flatMap(([file, home]) => (home === 'program' ? [] : edgesOf(inputs, file)));
  return new Set(apart.map((edge) => edge.path).filter((file) => homes.get(file) === 'program'));
}

/**
 * @param {Inputs} inputs
 * @param {string} file
 */
function edgesOf(inputs, file) {
  return (inputs[file]?.imports ?? []).filter((edge) => edge.path in inputs && isOurs(edge.path));
}

/**
 * @param {Edge} edge
 * @param {string} importer
 * @returns {string | undefined}
 */
function partBegunBy({ path: file, kind }, importer) {
  if (SPANISH.test(file)) return SPANISH.test(importer) ? undefined : 'spanish';
  if (kind !== 'dynamic-import') return undefined;
  return Object.entries(PARTS).find(([, begins]) => begins.test(file))?.[0];
}

/** @param {string} file */
function isOurs(file) {
  return !/(^|\/)node_modules\//.test(file);
}

/** The module of either side that knows the other one. */
const TABLE = 'parts:table';

/**
 * Leads what one file imports of another file through TABLE.
 * @param {Build & Partition} parts
 * @returns {import('esbuild').Plugin}
 */
export function elsewhere({ here, edition, names, homes, begins, shared }) {
  return {
    name: 'elsewhere',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\// }, ({ path: name, resolveDir, namespace }) => {
        if (namespace === 'parts') return { path: name, external: true };
        const file = path.relative(ROOT, path.resolve(resolveDir, name)).replaceAll('\\', '/');
        const home = homes.get(file);
        return home === undefined || home === here ? undefined : { path: file, namespace: 'elsewhere' };
      });
      build.onResolve({ filter: new RegExp(`^${TABLE}$`) }, () => ({ path: TABLE, namespace: 'parts' }));
      build.onLoad({ filter: /./, namespace: 'elsewhere' }, ({ path: file }) => ({
        contents: standIn(file, homes.get(file) ?? '', names.get(file)),
        resolveDir: ROOT,
      }));
      build.onLoad({ filter: /./, namespace: 'parts' }, () => ({
        contents: here === 'program' ? tableOf(begins, shared, edition) : 'module.exports = {};',
        resolveDir: ROOT,
      }));
    },
  };
}

/**
 * What stands in the place of a module that is in another file. A part is read with the first use of what it exports;
 * the program is there already.
 * @param {string} file
 * @param {string} home
 * @param {readonly string[]} [names]
 */
function standIn(file, home, names = []) {
  const found = `require('${TABLE}').find('${home}', '${file}')`;
  if (home === 'program') return `module.exports = ${found};`;
  return readAtFirstUse(found, names);
}

/**
 * A module with these exports, each of which is read where `found` says, at the first use of one of them. They are
 * those of a prototype: esbuild copies what a module has of its own, for each file that imports it.
 * @param {string} found
 * @param {readonly string[]} names
 */
export function readAtFirstUse(found, names) {
  const getters = names.map((name) => `get ${name}() { return read().${name}; }`);
  return `let module_;
const read = () => (module_ ??= ${found});
module.exports = Object.create({ ${getters.join(', ')} });`;
}

/**
 * @param {Partition['begins']} begins
 * @param {Partition['shared']} shared
 * @param {string} edition
 */
function tableOf(begins, shared, edition) {
  const parts = [...begins.keys()].map((part) => `${part}: () => require('./parts/${part}.cjs')`);
  return `const program = ${modules(shared)};
const parts = { ${parts.join(', ')} };
const opened = { program };
exports.edition = '${edition}';
exports.find = (home, file) => (opened[home] ??= parts[home]()(exports)).get(file)();`;
}

/**
 * The first module of a part: gets the table of the program, and returns how what it holds is reached. A program that
 * runs on while another version is installed over it takes no parts of that one.
 * @param {ReadonlySet<string>} begins
 * @param {string} edition
 */
export function partEntry(begins, edition) {
  return `const table = require('${TABLE}');
module.exports = (program) => {
  if (program.edition !== '${edition}') throw new Error('wasap-agent was updated while it ran: start it again');
  Object.assign(table, program);
  return ${modules(begins)};
};`;
}

/** @param {ReadonlySet<string>} files */
function modules(files) {
  const lines = [...files].map(
    (file) => `[${JSON.stringify(file)}, () => require(${JSON.stringify(path.join(ROOT, file))})]`,
  );
  return `new Map([${lines.join(', ')}])`;
}
