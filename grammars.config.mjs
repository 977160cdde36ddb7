/** Packs the grammars that outlines are read with: 30 MB as their package has them, 2.5 MB packed. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const NAMES = [
  'bash',
  'c',
  'c_sharp',
  'cpp',
  'go',
  'java',
  'javascript',
  'kotlin',
  'php',
  'python',
  'ruby',
  'rust',
  'swift',
  'tsx',
  'typescript',
];
/** Part of what tells whether packed files are still right: raise it with any change of this file. */
const EDITION = 1;

/**
 * Packing takes seconds, and every start builds: it is done once for each version of the two packages.
 * @param {{ packages: string, folder: string, write: (file: string, contents: string | Uint8Array) => void }} parts
 *   `packages` is `node_modules`
 */
export function packGrammars({ packages, folder, write }) {
  const grammars = path.join(packages, 'tree-sitter-wasms');
  const parser = path.join(packages, 'web-tree-sitter');
  const stamp = `${EDITION} ${versionOf(grammars)} ${versionOf(parser)}\n`;
  const stampFile = path.join(folder, 'packed.txt');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  for (const name of NAMES) {
    const wasm = readFileSync(path.join(grammars, 'out', `tree-sitter-${name}.wasm`));
    write(path.join(folder, `${name}.wasm.gz`), gzipSync(name === 'bash' ? withKnownImports(wasm) : wasm));
  }
  write(
    path.join(folder, 'tree-sitter.wasm.gz'),
    gzipSync(readFileSync(path.join(parser, 'tree-sitter.wasm'))),
  );
  write(path.join(folder, 'tree-sitter-LICENSE.txt'), readFileSync(path.join(parser, 'LICENSE')));
  write(path.join(folder, 'tree-sitter-wasms-LICENSE.txt'), readFileSync(path.join(grammars, 'LICENSE')));
  write(stampFile, stamp);
}

/** @param {string} folder of a package */
function versionOf(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
}

const IMPORT_SECTION = 2;

/**
 * The grammar of Bash calls `isalpha`, which the parser does not offer; `iswalpha`, which it does, says the same.
 * @param {Buffer} wasm
 */
function withKnownImports(wasm) {
  const parts = [wasm.subarray(0, 8)];
  let found = false;
  for (let at = 8; at < wasm.length; ) {
    const { value: size, next } = readNumber(wasm, at + 1);
    const body = wasm.subarray(next, next + size);
    const isImports = wasm[at] === IMPORT_SECTION;
    const mended = isImports ? renamed(body, '\x07isalpha', '\x08iswalpha') : body;
    found ||= mended !== body;
    parts.push(wasm.subarray(at, at + 1), numberBytes(mended.length), mended);
    at = next + size;
  }
  if (!found) throw new Error('The grammar of Bash no longer calls isalpha: pack it as it is.');
  return Buffer.concat(parts);
}

/**
 * @param {Buffer} bytes
 * @param {string} from
 * @param {string} to
 */
function renamed(bytes, from, to) {
  const at = bytes.indexOf(from);
  return at === -1
    ? bytes
    : Buffer.concat([bytes.subarray(0, at), Buffer.from(to), bytes.subarray(at + from.length)]);
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
