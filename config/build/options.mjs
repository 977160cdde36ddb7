/** How the files of the repository are compiled. */
import path from 'node:path';
import { ROOT } from './files.mjs';

/** How every compiled file of the repository reads TypeScript. */
export const COMMON = /** @type {const} */ ({
  bundle: true,
  platform: 'node',
  target: 'node20',
  loader: { '.sql': 'text' },
  logLevel: 'warning',
});

/** @type {string[]} */
const NATIVE = ['better-sqlite3'];

/** How the product is compiled. */
export const PRODUCT = /** @type {const} */ ({
  ...COMMON,
  format: 'cjs',
  minifyWhitespace: true,
  minifySyntax: true,
  external: NATIVE,
  legalComments: 'external',
  charset: 'ascii', // the launcher reads it as Latin-1: half the memory, no decoding
  // The launcher compiles with vm.Script, which has no loader for `import()`: what stays outside is required.
  supported: { 'dynamic-import': false },
  write: false,
  metafile: true, // what went into it is named in THIRD-PARTY.txt
  logLevel: 'silent', // the caller shows the error it gets
});

/** What `import.meta.url` is in a file that is no module any more. */
export const OWN_URL = {
  banner: { js: '"use strict";const __bundleUrl=require("node:url").pathToFileURL(__filename).href;' },
  define: { 'import.meta.url': '__bundleUrl' },
};

/** Its other edition makes a `require` of its own, which a bundle of CommonJS takes for the real one. */
export const AS_COMMON_JS = {
  'web-tree-sitter': path.join(ROOT, 'node_modules/web-tree-sitter/tree-sitter.cjs'),
};
