/** Where a build reads and writes, and how it writes. */
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
export const ENTRY = path.join(ROOT, 'src/main.ts');
export const DIST = path.join(ROOT, 'dist');

/**
 * In one step: a program that starts meanwhile sees the old file or the new one.
 * @param {string} file
 * @param {string | Uint8Array} text
 */
export function replaceFile(file, text, mode = 0o644) {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode });
  renameSync(draft, file);
}

/** @param {string} text */
export function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * @param {{ readonly metafile: import('esbuild').Metafile }} built with the ROOT as its working folder
 * @returns {readonly string[]} absolute paths of what went into it
 */
export function inputsOf({ metafile }) {
  return Object.keys(metafile.inputs).map((file) => path.resolve(ROOT, file));
}
