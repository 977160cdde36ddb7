/**
 * Whether `dist/` is what a build of today's files would make: then it need not be made again. Content decides: of
 * every file that went in, of the build itself, of what says which packages are installed, and of every file that came
 * out. A doubt means a build.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Holds the build itself, but for what starts it. */
const BUILD = 'config/build';
/** It is no part of the package, as caches are not. */
const NOTE = 'built.cache';
/** Times of files are that much coarser than those of a program, at most. */
const CLOCK_TICK_MS = 20;
/** What no bundle names, and what a bundle depends on all the same. */
const BESIDE = [
  'esbuild.config.mjs',
  'package.json',
  'tsconfig.json',
  'src/web-server/client/tsconfig.json',
  'node_modules/.package-lock.json',
  'src/launcher.cjs',
  'config/access.yaml',
  'config/agent.yaml',
  'config/tool-commands.yaml',
];

/** @param {string} root holds `dist/` */
export function isAsBuilt(root) {
  try {
    const { node, files } = JSON.parse(readFileSync(path.join(root, 'dist', NOTE), 'utf8'));
    const names = Object.keys(files);
    const isComplete = [...besideOf(root), ...outputsOf(root)].every((name) => Object.hasOwn(files, name));
    return (
      node === process.version && isComplete && names.every((name) => files[name] === hashOf(root, name))
    );
  } catch {
    return false; // no note, or a file that is gone
  }
}

/**
 * To be called behind a build. A file that was written meanwhile may be in `dist/` as it was before: then nothing is
 * noted.
 * @param {string} root
 * @param {{ inputs: readonly string[], begunAtMs: number }} build `inputs` are absolute; what is no file was made of
 * the others
 */
export function noteBuilt(root, { inputs, begunAtMs }) {
  const ours = inputs.filter((file) => existsSync(file)).map((file) => path.relative(root, file));
  const went = new Set([...ours, ...besideOf(root)]);
  const isOlder = (/** @type {string} */ name) =>
    statSync(path.join(root, name)).mtimeMs < begunAtMs - CLOCK_TICK_MS;
  if (![...went].every(isOlder)) return;
  const files = Object.fromEntries([...went, ...outputsOf(root)].map((name) => [name, hashOf(root, name)]));
  const draft = path.join(root, 'dist', `${NOTE}.${process.pid}`);
  writeFileSync(draft, JSON.stringify({ node: process.version, files }));
  renameSync(draft, path.join(root, 'dist', NOTE));
}

/** Before a build: one that is broken off leaves no note. @param {string} root */
export function forgetBuilt(root) {
  rmSync(path.join(root, 'dist', NOTE), { force: true });
}

/** @param {string} root */
function besideOf(root) {
  const build = readdirSync(path.join(root, BUILD)).map((name) => `${BUILD}/${name}`);
  return [...BESIDE, ...build];
}

/**
 * All but caches and what is being written.
 * @param {string} root
 */
function outputsOf(root) {
  return readdirSync(path.join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:cache|\d+)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/**
 * @param {string} root
 * @param {string} name
 */
function hashOf(root, name) {
  return createHash('sha1')
    .update(readFileSync(path.join(root, name)))
    .digest('base64');
}
