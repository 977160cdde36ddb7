/**
 * Builds what users start: `dist/program.cjs` (all that a start needs but the native SQLite), its launcher
 * `dist/wasap.cjs`, and what is read once somebody asks for it: `dist/parts/` (of ours) and `dist/packages/`.
 *
 *   node esbuild.config.mjs                  build, and start it once for the compiled code that it keeps
 *   node esbuild.config.mjs --if-possible    build unless it is built already, or the compiler or the source is not installed
 *                                            (then exit 0)
 *   node esbuild.config.mjs --run FILE …     compile one TypeScript file of the repository and run it
 *   node esbuild.config.mjs --stack < FILE   name the places in the source that the lines of a stack are about
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(fileURLToPath(import.meta.url));
const ENTRY = path.join(ROOT, 'src/main.ts');
const DIST = path.join(ROOT, 'dist');
const EXTERNAL = ['better-sqlite3'];
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

/** Its other edition makes a `require` of its own, which a bundle of CommonJS takes for the real one. */
const AS_COMMON_JS = { 'web-tree-sitter': path.join(ROOT, 'node_modules/web-tree-sitter/tree-sitter.cjs') };

/** How every compiled file of the repository reads TypeScript. */
const COMMON = /** @type {const} */ ({
  bundle: true,
  platform: 'node',
  target: 'node20',
  loader: { '.sql': 'text' },
  logLevel: 'warning',
});

/** How the product is compiled. */
const PRODUCT = /** @type {const} */ ({
  ...COMMON,
  format: 'cjs',
  minifyWhitespace: true,
  minifySyntax: true,
  external: EXTERNAL,
  legalComments: 'external',
  charset: 'ascii', // the launcher reads it as Latin-1: half the memory, no decoding
  // The launcher compiles with vm.Script, which has no loader for `import()`: what stays outside is required.
  supported: { 'dynamic-import': false },
  write: false,
  metafile: true, // what went into it is named in THIRD-PARTY.txt
  logLevel: 'silent', // the caller shows the error it gets
});

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

const SHORT_NAMES = /** @type {const} */ ({
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minifyIdentifiers: true,
  minifyWhitespace: true,
  // The compiler gives each module's function the name of its file, which is a fortieth of the program.
  mangleProps: /^(all|elsewhere|late|parts|some|used):|(^|\/)(src|node_modules)\/.+\.(sql|[cm]?[jt]sx?)$/,
  mangleQuoted: true,
  charset: 'ascii',
  sourcesContent: false,
});

/**
 * @typedef {Pick<import('esbuild').BuildResult, 'warnings'> & { metafile: import('esbuild').Metafile,
 *   outputFiles: readonly { readonly path: string, readonly text: string }[] }} Compiled
 */

/** What `import.meta.url` is in a file that is no module any more. */
const OWN_URL = {
  banner: { js: '"use strict";const __bundleUrl=require("node:url").pathToFileURL(__filename).href;' },
  define: { 'import.meta.url': '__bundleUrl' },
};

/** Its package holds no licence text, and this licence asks to say where the source is. */
const RESVG_NOTICE = `resvg.wasm, unchanged, and a part of worker.cjs, without its white space, are @resvg/resvg-wasm, under the Mozilla
Public License 2.0: https://mozilla.org/MPL/2.0/. Their source: https://github.com/yisibl/resvg-js.
`;

/** The package that brings it has a licence of its own, which says nothing of it. */
const PDFJS_NOTICE = `pdf-worker.cjs holds PDF.js, changed by unpdf to run without a browser. Copyright Mozilla Foundation, under the Apache
License 2.0, whose text stands in ../THIRD-PARTY.txt. Its source: https://github.com/mozilla/pdf.js.
`;

/**
 * Bundles `entry` and puts program, parts, packages on demand, licence texts and launcher into `outFolder`.
 * Each file is replaced in one step: a program that starts meanwhile sees the old one or the new one.
 * @param {{ entry: string, outFolder: string }} at `entry` exports `main(argv, hooks): Promise<exit code>`
 * @returns {Promise<readonly string[]>} absolute paths of the files that went into it
 * @throws when the source does not compile; then nothing in `outFolder` is changed
 */
export async function buildProgram({ entry, outFolder }) {
  const { build } = await import('esbuild');
  const { built, packages } = await compile({ entry, outFolder });
  const apart = await build({
    ...PRODUCT,
    ...OWN_URL,
    absWorkingDir: ROOT,
    entryPoints: packages,
    alias: AS_COMMON_JS,
    outdir: path.join(outFolder, 'packages'),
    outExtension: { '.js': '.cjs' },
    plugins: [libsignalOfOurs],
  });
  const all = [...built, apart];
  for (const { text, location } of all.flatMap(({ warnings }) => warnings))
    console.warn(`${location?.file}:${location?.line}: ${text}`);
  // The program last: whatever it may ask for is there already.
  for (const file of [...all].reverse().flatMap(({ outputFiles }) => outputFiles)) {
    replaceFile(file.path, file.path.endsWith('.cjs') ? withBuildId(file.text) : file.text);
  }
  const launcher = readFileSync(path.join(ROOT, 'src/launcher.cjs'), 'utf8');
  replaceFile(path.join(outFolder, 'wasap.cjs'), launcher, 0o755);
  return all.flatMap(inputsOf);
}

/**
 * @param {{ entry: string, outFolder: string, withMaps?: boolean }} at
 * @returns what was compiled, the program first and then its parts, and the packages on demand that they name
 */
async function compile({ entry, outFolder, withMaps = false }) {
  const { build } = await import('esbuild');
  const { elsewhere, partEntry, partition } = await import('./parts.config.mjs');
  const { lateModules } = await import('./late-modules.config.mjs');
  const options = {
    ...PRODUCT,
    ...OWN_URL,
    absWorkingDir: ROOT,
    ...(withMaps ? /** @type {const} */ ({ sourcemap: 'inline', sourcesContent: false }) : {}),
  };
  const looked = await build({
    ...options,
    entryPoints: [entry],
    outdir: outFolder,
    plugins: [onDemand('.').plugin],
  });
  const { homes, begins, shared } = partition(looked.metafile.inputs, path.relative(ROOT, entry));
  const late = await lateModules({
    root: ROOT,
    files: [...homes.keys()].filter((file) => /\.tsx?$/.test(file)),
    withMaps,
  });
  const edition = hashOf(looked.outputFiles.map(({ text }) => text).join());
  const names = await exportsOf([...begins.values()].flatMap((files) => [...files]));
  /** @type {Record<string, string>} */
  const packages = {};
  /** @param {string} here */
  const pluginsOf = (here) => {
    const apart = onDemand(here === 'program' ? '.' : '..', packages);
    return [apart.plugin, lateFromNode, elsewhere({ here, edition, names, homes, begins, shared }), late];
  };
  const program = await build({
    ...options,
    entryPoints: [entry],
    outfile: path.join(outFolder, 'program.cjs'),
    plugins: pluginsOf('program'),
  });
  const parts = [...begins].map(([part, files]) =>
    build({
      ...options,
      stdin: { contents: partEntry(files, edition), resolveDir: ROOT, sourcefile: `${part}.cjs` },
      outfile: path.join(outFolder, 'parts', `${part}.cjs`),
      plugins: pluginsOf(part),
    }),
  );
  const built = [program, ...(await Promise.all(parts))];
  return { built: await Promise.all(built.map((one) => withShortNames(one, withMaps))), packages };
}

/**
 * With one letter a name a start takes less, and so does what it reads; `--stack` finds the places again. It is a step
 * of its own: where esbuild shortens names while it bundles, each module is an arrow function, and V8 reads those
 * wholly where it lets another function wait for its call. That was a fifth of reading the program, and 12 MB.
 * @param {Compiled} built
 * @param {boolean} withMaps
 * @returns {Promise<Compiled>}
 */
async function withShortNames(built, withMaps) {
  const { transform } = await import('esbuild');
  const files = built.outputFiles.map(async (file) => {
    if (!file.path.endsWith('.cjs')) return [file];
    const { code, map } = await transform(file.text, {
      ...SHORT_NAMES,
      sourcemap: withMaps ? 'external' : false,
    });
    const short = { path: file.path, text: code };
    return withMaps ? [short, { path: `${file.path}.map`, text: map }] : [short];
  });
  return { ...built, outputFiles: (await Promise.all(files)).flat() };
}

/**
 * @param {readonly string[]} files of ours
 * @returns {Promise<Map<string, readonly string[]>>} the names that each exports
 */
async function exportsOf(files) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...files],
    outdir: DIST,
    format: 'esm',
    jsx: 'automatic',
    write: false,
    metafile: true,
  });
  return new Map(
    Object.values(metafile.outputs).map(({ entryPoint = '', exports }) => [entryPoint, exports]),
  );
}

/**
 * A stack with the places in the source in place of those in `program.cjs` and its parts.
 * @param {string} stack of a program that was built of this very source
 */
export async function readStack(stack) {
  const { SourceMap } = await import('node:module');
  const { built } = await compile({ entry: ENTRY, outFolder: DIST, withMaps: true });
  const maps = new Map(
    built.flatMap(({ outputFiles }) =>
      outputFiles
        .filter((file) => file.path.endsWith('.map'))
        .map(
          ({ path: file, text }) =>
            /** @type {const} */ ([
              path.basename(file, '.map'),
              { file, map: new SourceMap(JSON.parse(text)) },
            ]),
        ),
    ),
  );
  return stack.replace(/[^\s()]*?([\w-]+\.cjs):(\d+):(\d+)/g, (place, name, line, column) => {
    const built = maps.get(name);
    const entry = built?.map.findEntry(Number(line) - 1, Number(column) - 1);
    if (built === undefined || entry === undefined || !('originalSource' in entry)) return place;
    const source = path.relative(ROOT, path.resolve(path.dirname(built.file), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/**
 * @param {Pick<Compiled, 'metafile'>} result of a build with the ROOT as its working folder
 * @returns {readonly string[]}
 */
function inputsOf({ metafile }) {
  return Object.keys(metafile.inputs).map((file) => path.resolve(ROOT, file));
}

/**
 * Leaves the packages of ON_DEMAND out of a bundle, which then requires them from `packages/`.
 * @param {'.' | '..'} from where that folder is, seen from the bundle
 * @param {Record<string, string>} [packages] gets those that were met, by the name of their file
 */
function onDemand(from, packages = {}) {
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

/**
 * Puts a stand-in in the place of what LATE names: it loads the module of Node with the first use of what that exports.
 * @type {import('esbuild').Plugin}
 */
const lateFromNode = {
  name: 'late-from-node',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(node:)?(${LATE.join('|')})$`) }, ({ path: name, namespace }) =>
      namespace === 'late' || namespace === 'used'
        ? { path: name, external: true }
        : { path: name, namespace: 'late' },
    );
    build.onLoad({ filter: /./, namespace: 'late' }, async ({ path: name }) => {
      const { readAtFirstUse } = await import('./parts.config.mjs');
      const names = Object.keys(await import(name)).filter((one) => one !== 'default');
      return { contents: readAtFirstUse(`require('${name}')`, names), resolveDir: ROOT };
    });
  },
};

/**
 * libsignal prints session records, private keys included: in what is built, its files have a console that does
 * nothing. Reading and making keys takes most of its time: that becomes ours.
 * @type {import('esbuild').Plugin}
 */
export const libsignalOfOurs = {
  name: 'libsignal-of-ours',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]libsignal[\\/].*\.js$/ }, ({ path: file }) => {
      const quiet = `const console = new Proxy({}, { get: () => () => undefined });${readFileSync(file, 'utf8')}`;
      return { contents: path.basename(file) === 'curve.js' ? withOurKeys(quiet) : quiet, loader: 'js' };
    });
  },
};

/** @param {string} curve text of libsignal's `curve.js`, whose own checks of keys stay */
function withOurKeys(curve) {
  const its = ['generateKeyPair = ', 'calculateAgreement = '].map((name) => `exports.${name}`);
  const checks = ['prefixKeyInPublicKey', 'scrubPubKeyFormat', 'validatePrivKey'];
  for (const name of [...its, ...checks])
    if (!curve.includes(name)) throw new Error(`libsignal has no ${name} any more`);
  return `${curve}
const { keyAgreement, newKeyPair } = require(${JSON.stringify(path.join(ROOT, 'src/channels/whatsapp/curve-keys.ts'))});
exports.generateKeyPair = () => {
  const { publicKey, privateKey } = newKeyPair();
  return { pubKey: prefixKeyInPublicKey(publicKey), privKey: privateKey };
};
exports.calculateAgreement = (publicKey, privateKey) => {
  validatePrivKey(privateKey);
  return keyAgreement(scrubPubKeyFormat(publicKey), privateKey);
};`;
}

/**
 * Parses the shipped settings, so that a start need not load the YAML parser (see src/core/yaml-trees.ts). Each
 * tree is named by the hash of its text: one that is older than its text is not found, and so never used.
 */
async function parseShippedYaml() {
  const { parse } = await import('yaml');
  const folder = path.join(DIST, 'yaml');
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['access.yaml', 'agent.yaml', 'tool-commands.yaml']) {
    const text = readFileSync(path.join(ROOT, 'config', name), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    replaceFile(path.join(folder, `${hash}.json`), JSON.stringify(parse(text, { maxAliasCount: -1 })));
  }
}

/**
 * What pictures of diffs are drawn with, in a thread that is started for it: nothing of it is read before. The licence
 * of the fonts, which are shipped unchanged, stands beside them.
 */
async function buildPictures() {
  const { build } = await import('esbuild');
  const folder = path.join(DIST, 'pictures');
  const worker = await build({
    ...PRODUCT,
    ...OWN_URL,
    absWorkingDir: ROOT,
    // A terminal and the console in the browser colour code with what the pictures are coloured with.
    entryPoints: ['worker.ts', 'syntax.ts', 'colour-worker.ts'].map((name) =>
      path.join(ROOT, 'src/pictures', name),
    ),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
  });
  for (const file of worker.outputFiles) replaceFile(file.path, file.contents);
  const packages = path.join(ROOT, 'node_modules');
  for (const [name, from] of Object.entries({
    'resvg.wasm': '@resvg/resvg-wasm/index_bg.wasm',
    'DejaVuSansMono.ttf': 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
    'DejaVuSansMono-Bold.ttf': 'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
    'DejaVu-LICENSE.txt': 'dejavu-fonts-ttf/LICENSE',
    'highlight.js-LICENSE.txt': 'highlight.js/LICENSE',
  })) {
    replaceFile(path.join(folder, name), readFileSync(path.join(packages, from)));
  }
  replaceFile(path.join(folder, 'resvg-LICENSE.txt'), RESVG_NOTICE);
  return inputsOf(worker);
}

/** What outlines are read with, in a thread that is started for the first of them: nothing of it is read before. */
async function buildCodeReading() {
  const { build } = await import('esbuild');
  const { packGrammars } = await import('./grammars.config.mjs');
  const folder = path.join(DIST, 'code-reading');
  const worker = await build({
    ...PRODUCT,
    ...OWN_URL,
    absWorkingDir: ROOT,
    entryPoints: [
      path.join(ROOT, 'src/code-reading/worker.ts'),
      path.join(ROOT, 'src/code-reading/map/map-worker.ts'),
    ],
    entryNames: '[name]',
    alias: AS_COMMON_JS,
    outdir: folder,
    outExtension: { '.js': '.cjs' },
  });
  for (const file of worker.outputFiles) replaceFile(file.path, file.contents);
  await packGrammars({ packages: path.join(ROOT, 'node_modules'), folder, write: replaceFile });
  return inputsOf(worker);
}

/** What PDFs are read with, in a thread that is started for each: nothing of it is read before. */
async function buildDocuments() {
  const { build } = await import('esbuild');
  const worker = await build({
    ...PRODUCT,
    ...OWN_URL,
    absWorkingDir: ROOT,
    entryPoints: [path.join(ROOT, 'src/files/documents/pdf-worker.ts')],
    outfile: path.join(DIST, 'documents/pdf-worker.cjs'),
  });
  for (const file of worker.outputFiles) replaceFile(file.path, file.contents);
  replaceFile(path.join(DIST, 'documents/pdfjs-NOTICE.txt'), PDFJS_NOTICE);
  return inputsOf(worker);
}

/** What pages of the web are made Markdown with, in a thread that is started for each. */
async function buildWeb() {
  const { build } = await import('esbuild');
  const worker = await build({
    ...PRODUCT,
    absWorkingDir: ROOT,
    entryPoints: [path.join(ROOT, 'src/web/markdown-worker.ts')],
    outfile: path.join(DIST, 'web/markdown-worker.cjs'),
  });
  for (const file of worker.outputFiles) replaceFile(file.path, file.contents);
  return inputsOf(worker);
}

/** What the console in the browser consists of, in the browser: a style, a picture, and the one script that it runs. */
async function buildWebServer() {
  const { build } = await import('esbuild');
  const client = path.join(ROOT, 'src/web-server/client');
  const built = await build({
    ...PRODUCT,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    absWorkingDir: ROOT,
    entryPoints: [path.join(client, 'live.ts'), path.join(client, 'console.css')],
    external: ['icon.svg'],
    outdir: path.join(DIST, 'web-server'),
  });
  for (const file of built.outputFiles) replaceFile(file.path, file.contents);
  replaceFile(path.join(DIST, 'web-server/icon.svg'), readFileSync(path.join(client, 'icon.svg')));
  return inputsOf(built);
}

/**
 * What starts programs, in a process of its own: small, because each start copies the page tables of who starts. And
 * the thread that looks whether the program still moves.
 */
async function buildProcesses() {
  const { build } = await import('esbuild');
  const built = await build({
    ...PRODUCT,
    absWorkingDir: ROOT,
    entryPoints: {
      starter: path.join(ROOT, 'src/processes/starter-process.ts'),
      'stall-watch': path.join(ROOT, 'src/processes/stall-watch-worker.ts'),
    },
    outdir: path.join(DIST, 'processes'),
    outExtension: { '.js': '.cjs' },
  });
  for (const file of built.outputFiles) replaceFile(file.path, file.contents);
  return inputsOf(built);
}

async function buildAll() {
  const { forgetBuilt, noteBuilt } = await import('./built.config.mjs');
  const begunAtMs = Date.now();
  forgetBuilt(ROOT);
  const { thirdPartyNotice } = await import('./third-party.config.mjs');
  const builds = [
    buildProgram({ entry: ENTRY, outFolder: DIST }),
    buildPictures(),
    buildCodeReading(),
    buildDocuments(),
    buildWeb(),
    buildWebServer(),
    buildProcesses(),
  ];
  // An error is told when all have ended: nothing is written behind whoever tidies up after it.
  await Promise.allSettled(builds);
  const inputs = await Promise.all(builds);
  replaceFile(path.join(DIST, 'THIRD-PARTY.txt'), thirdPartyNotice(inputs.flat()));
  await parseShippedYaml();
  noteBuilt(ROOT, { inputs: inputs.flat(), begunAtMs });
}

async function buildUnlessBuilt() {
  const { isAsBuilt } = await import('./built.config.mjs');
  if (!isAsBuilt(ROOT)) await buildAll();
}

/**
 * As the launcher wants it. What the compiler leaves of other alphabets stands in regular expressions, where an escape
 * means the same.
 * @param {string} text
 */
function withBuildId(text) {
  const ascii = text.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${ascii}//${hashOf(ascii)}`;
}

/** @param {string} text */
function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * @param {string} file
 * @param {string | Uint8Array} text
 */
function replaceFile(file, text, mode = 0o644) {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
}

/**
 * What the compiler says is complete without our stack; of everything else we want to see where it came from.
 * @param {unknown} error
 */
function messageOf(error) {
  return error instanceof Error && 'errors' in error ? error.message : error;
}

/** @returns {string | undefined} why nothing can be built here */
function obstacle() {
  if (!existsSync(ENTRY)) return 'src/main.ts is not here, so nothing was built.';
  if (existsSync(path.join(ROOT, 'node_modules/esbuild'))) return undefined;
  return existsSync(path.join(DIST, 'program.cjs'))
    ? 'esbuild is not installed: the program already in dist/ stays as it is.'
    : 'esbuild is not installed, so dist/ was not built. Run `npm ci` without `--omit=dev`, or copy dist/ here.';
}

/** Runs before the tests (see vitest.config.ts), so that they never meet another program than a build would make. */
export async function setup() {
  if (obstacle() !== undefined) return;
  await buildUnlessBuilt().catch((error) => {
    console.error(messageOf(error));
    // A stale program must not be tested in place of the broken one.
    rmSync(path.join(DIST, 'program.cjs'), { force: true });
  });
}

/**
 * @param {string} file
 * @param {string[]} argv
 * @returns {Promise<number>} its exit code
 */
async function runTypeScript(file, argv) {
  const { build } = await import('esbuild');
  const folder = path.join(ROOT, 'node_modules/.cache/wasap-agent'); // packages resolve from here
  const outfile = path.join(folder, `${path.basename(file, '.ts')}-${process.pid}.mjs`);
  await build({
    ...COMMON,
    entryPoints: [file],
    outfile,
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
  });
  try {
    const child = spawnSync(process.execPath, ['--enable-source-maps', outfile, ...argv], {
      stdio: 'inherit',
    });
    return child.status ?? 1;
  } finally {
    rmSync(outfile, { force: true });
  }
}

/** @param {string[]} argv */
async function main([option, file, ...rest]) {
  if (option === '--run' && file !== undefined) return await runTypeScript(file, rest);
  if (option === '--stack') {
    process.stdout.write(await readStack(readFileSync(0, 'utf8')));
    return 0;
  }
  const reason = obstacle();
  if (reason === undefined) {
    if (option === '--if-possible') await buildUnlessBuilt();
    else await buildAll();
    // Not before a start that follows at once: it would wait for this one.
    if (option === undefined) await (await import('./kept-code.config.mjs')).keepCode(DIST);
    return 0;
  }
  console.error(reason);
  return option === '--if-possible' ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(messageOf(error));
    return 1;
  });
}
