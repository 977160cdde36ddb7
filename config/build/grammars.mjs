/** Packs the grammars that outlines are read with: 30 MB as their package has them, 2.5 MB packed. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const packed = promisify(gzip);

/**
 * Whose each grammar is: the package that holds them all compiled does not say. All of them are under the MIT licence.
 */
const COPYRIGHT = {
  bash: '2017 Max Brunsfeld',
  c: '2014 Max Brunsfeld',
  c_sharp: '2014 Max Brunsfeld',
  cpp: '2014 Max Brunsfeld',
  go: '2014 Max Brunsfeld',
  java: '2017 Ayman Nadeem',
  javascript: '2014 Max Brunsfeld',
  kotlin: '2019 fwcd',
  php: '2017 Josh Vera, GitHub',
  python: '2016 Max Brunsfeld',
  ruby: '2016 Rob Rix',
  rust: '2017 Maxim Sokolov',
  swift: '2021 alex-pinkus',
  tsx: '2017 GitHub',
  typescript: '2017 GitHub',
};
/** Part of what tells whether packed files are still right: raise it with any change of this file. */
const EDITION = 4;

/**
 * Packing takes seconds, and every start builds: it is done once for each version of the two packages.
 * @param {{ packages: string, folder: string, write: (file: string, contents: string | Uint8Array) => void }} parts
 *   `packages` is `node_modules`
 */
export async function packGrammars({ packages, folder, write }) {
  const grammars = path.join(packages, 'tree-sitter-wasms');
  const parser = path.join(packages, 'web-tree-sitter');
  const stamp = `${EDITION} ${versionOf(grammars)} ${versionOf(parser)}\n`;
  const stampFile = path.join(folder, 'packed.txt');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const packOne = async (/** @type {string} */ name) => {
    const wasm = readFileSync(path.join(grammars, 'out', `tree-sitter-${name}.wasm`));
    const known = name === 'bash' ? withImports(wasm, IS_ALPHA) : wasm;
    write(path.join(folder, `${name}.wasm.gz`), await packed(known));
  };
  // In threads: as many at a time as there are processors.
  await Promise.all(Object.keys(COPYRIGHT).map(packOne));
  const small = withImports(readFileSync(path.join(parser, 'tree-sitter.wasm')), SMALL_MEMORY);
  write(path.join(folder, 'tree-sitter.wasm.gz'), await packed(small));
  write(path.join(folder, 'tree-sitter-LICENSE.txt'), readFileSync(path.join(parser, 'LICENSE')));
  write(path.join(folder, 'tree-sitter-wasms-LICENSE.txt'), readFileSync(path.join(grammars, 'LICENSE')));
  write(path.join(folder, 'grammars-LICENSE.txt'), grammarsLicence(parser));
  write(stampFile, stamp);
}

/**
 * The parser is under the same licence: its text, with the holders of the grammars in place of its own.
 * @param {string} parser its folder
 */
function grammarsLicence(parser) {
  const text = readFileSync(path.join(parser, 'LICENSE'), 'utf8');
  const own = /^Copyright .*$/m;
  if (!own.test(text) || !text.includes('Permission is hereby granted'))
    throw new Error('The licence of web-tree-sitter is another one: write that of the grammars out.');
  const holders = Object.entries(COPYRIGHT).map(
    ([name, holder]) => `tree-sitter-${name.replace('_', '-')}: Copyright (c) ${holder}`,
  );
  return text.replace(own, () => holders.join('\n'));
}

/** @param {string} folder of a package */
function versionOf(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
}

const IMPORT_SECTION = 2;

/**
 * A change of what a file of WebAssembly wants to be given.
 * @typedef {{ from: string, to: string, gone: string }} Change `gone`: what to do once it is no longer found
 */

/**
 * The grammar of Bash calls `isalpha`, which the parser does not offer; `iswalpha`, which it does, says the same.
 * @type {Change}
 */
const IS_ALPHA = {
  from: '\x07isalpha',
  to: '\x08iswalpha',
  gone: 'The grammar of Bash no longer calls isalpha: pack it as it is.',
};

/**
 * The parser asks for 32 MB at once, of which it needs 0.1, and grows by itself. V8 takes them for a reason to look
 * through all memory of the program: 30 ms in the middle of the first edit. It is given 2 MB: see `startParser`.
 * @type {Change}
 */
const SMALL_MEMORY = {
  from: '\x03env\x06memory\x02\x01\x80\x04',
  to: '\x03env\x06memory\x02\x01\x20',
  gone: 'The parser asks for another memory: look at its import section.',
};

/**
 * @param {Buffer} wasm
 * @param {Change} change
 */
function withImports(wasm, { from, to, gone }) {
  const parts = [wasm.subarray(0, 8)];
  let found = false;
  for (let at = 8; at < wasm.length; ) {
    const { value: size, next } = readNumber(wasm, at + 1);
    const body = wasm.subarray(next, next + size);
    const isImports = wasm[at] === IMPORT_SECTION;
    const mended = isImports ? replaced(body, Buffer.from(from, 'latin1'), Buffer.from(to, 'latin1')) : body;
    found ||= mended !== body;
    parts.push(wasm.subarray(at, at + 1), numberBytes(mended.length), mended);
    at = next + size;
  }
  if (!found) throw new Error(gone);
  return Buffer.concat(parts);
}

/**
 * @param {Buffer} bytes
 * @param {Buffer} from
 * @param {Buffer} to
 */
function replaced(bytes, from, to) {
  const at = bytes.indexOf(from);
  return at === -1 ? bytes : Buffer.concat([bytes.subarray(0, at), to, bytes.subarray(at + from.length)]);
}

/**
 * LEB128, without a sign.
 * @param {Buffer} bytes
 * @param {number} at
 */
function readNumber(bytes, at) {
  let value = 0;
  let next = at;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[next] ?? 0;
    next += 1;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next };
  }
}

/** @param {number} value */
function numberBytes(value) {
  const bytes = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}
