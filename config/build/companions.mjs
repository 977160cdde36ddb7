/**
 * Builds what runs beside the program: worker threads, the process that starts others, and the console's pages in the
 * browser. A start reads nothing of it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DIST, inputsOf, ROOT, replaceFile } from './files.mjs';
import { packGrammars } from './grammars.mjs';
import { AS_COMMON_JS, OWN_URL, PRODUCT } from './options.mjs';

/** Its package holds no licence text, and this licence asks to say where the source is. */
const RESVG_NOTICE = `resvg.wasm, unchanged, and a part of worker.cjs, without its white space, are @resvg/resvg-wasm, under the Mozilla
Public License 2.0: https://mozilla.org/MPL/2.0/. Their source: https://github.com/yisibl/resvg-js.
`;

/** The package that brings it has a licence of its own, which says nothing of it. */
const PDFJS_NOTICE = `pdf-worker.cjs holds PDF.js, changed by unpdf to run without a browser. Copyright Mozilla Foundation, under the Apache
License 2.0, whose text stands in ../THIRD-PARTY.txt. Its source: https://github.com/mozilla/pdf.js.
`;

/** The files of packages that pictures are drawn with, by their names in `dist/pictures/`. */
const DRAWN_WITH = {
  'resvg.wasm': '@resvg/resvg-wasm/index_bg.wasm',
  'DejaVuSansMono.ttf': 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  'DejaVuSansMono-Bold.ttf': 'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
  'DejaVu-LICENSE.txt': 'dejavu-fonts-ttf/LICENSE',
  'highlight.js-LICENSE.txt': 'highlight.js/LICENSE',
};

/** @returns {readonly Promise<readonly string[]>[]} absolute paths of the files that went into each */
export function buildCompanions() {
  return [
    buildPictures(),
    buildCodeReading(),
    buildDocuments(),
    buildWeb(),
    buildConsole(),
    buildProcesses(),
  ];
}

/**
 * For a thread that draws pictures of diffs. A terminal and the console in the browser colour code with what the
 * pictures are coloured with. The licence of the fonts, which are shipped unchanged, stands beside them.
 */
async function buildPictures() {
  const inputs = await compileInto('pictures', {
    ...OWN_URL,
    entryPoints: ['src/pictures/worker.ts', 'src/pictures/syntax.ts', 'src/pictures/colour-worker.ts'],
  });
  for (const [name, from] of Object.entries(DRAWN_WITH))
    write(`pictures/${name}`, readFileSync(path.join(ROOT, 'node_modules', from)));
  write('pictures/resvg-LICENSE.txt', RESVG_NOTICE);
  return inputs;
}

/** For a thread that reads outlines. */
async function buildCodeReading() {
  const inputs = await compileInto('code-reading', {
    ...OWN_URL,
    entryPoints: ['src/code-reading/worker.ts', 'src/code-reading/map/map-worker.ts'],
    entryNames: '[name]',
    alias: AS_COMMON_JS,
  });
  const folder = path.join(DIST, 'code-reading');
  await packGrammars({ packages: path.join(ROOT, 'node_modules'), folder, write: replaceFile });
  return inputs;
}

/** For a thread that reads one PDF. */
async function buildDocuments() {
  const inputs = await compileInto('documents', {
    ...OWN_URL,
    entryPoints: ['src/files/documents/pdf-worker.ts'],
  });
  write('documents/pdfjs-NOTICE.txt', PDFJS_NOTICE);
  return inputs;
}

/** For a thread that makes Markdown of one page of the web. */
async function buildWeb() {
  return await compileInto('web', { entryPoints: ['src/web/markdown-worker.ts'] });
}

/** The console in the browser: a style, a picture, and the one script that it runs. */
async function buildConsole() {
  const client = 'src/web-server/client';
  const inputs = await compileInto('web-server', {
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    entryPoints: [`${client}/live.ts`, `${client}/console.css`],
    external: ['icon.svg'],
    outExtension: {},
  });
  write('web-server/icon.svg', readFileSync(path.join(ROOT, client, 'icon.svg')));
  return inputs;
}

/**
 * The process that starts programs, which is small because each start copies the page tables of who starts, and the
 * thread that looks whether the program still moves.
 */
async function buildProcesses() {
  return await compileInto('processes', {
    entryPoints: {
      starter: 'src/processes/starter-process.ts',
      'stall-watch': 'src/processes/stall-watch-worker.ts',
    },
  });
}

/**
 * @param {string} folder of `dist/`
 * @param {import('esbuild').BuildOptions} options what differs from the product's
 */
async function compileInto(folder, options) {
  const { build } = await import('esbuild');
  const built = await build({
    ...PRODUCT,
    absWorkingDir: ROOT,
    outdir: path.join(DIST, folder),
    outExtension: { '.js': '.cjs' },
    ...options,
    write: false,
    metafile: true,
  });
  for (const file of built.outputFiles) replaceFile(file.path, file.contents);
  return inputsOf(built);
}

/**
 * @param {string} name in `dist/`
 * @param {string | Uint8Array} text
 */
function write(name, text) {
  replaceFile(path.join(DIST, name), text);
}
