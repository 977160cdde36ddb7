import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../config/build/program.mjs';
import { MINUTE_MS } from '../../src/core/clock.ts';
import { makeTree } from '../architecture/make-tree.ts';
import { eachInFull } from '../support/each-in-full.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CACHE = `program.${process.version}-${process.arch}.cache`;
const CACHE_OF_YAML = CACHE.replace('program', 'yaml');

/** Says its arguments, asks the model (as far as the launcher knows), and exits with 7. */
const PROGRAM = `
import sql from './one.sql';
export async function main(argv, hooks) {
  console.log('word', sql.trim(), ...argv);
  hooks.onFirstModelRequest?.();
  return 7;
}
`;
const SAID = { status: 7, stdout: 'word select 1; a b\n', stderr: '' };

type Built = { readonly folder: string; readonly dist: string; readonly cache: string };

async function built(program = PROGRAM, files: Readonly<Record<string, string>> = {}): Promise<Built> {
  const folder = makeTree({ 'main.ts': program, 'one.sql': 'select 1;\n', ...files });
  const dist = path.join(folder, 'dist');
  await buildProgram({ entry: path.join(folder, 'main.ts'), outFolder: dist });
  return { folder, dist, cache: path.join(dist, CACHE) };
}

/** Starts it as a user does, from elsewhere. */
function start({ dist }: Built, nodeOptions: readonly string[] = []) {
  const command = [...nodeOptions, path.join(dist, 'wasap.cjs'), 'a', 'b'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: '/', encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Changes whenever the launcher writes the cache anew. */
function imprint({ cache }: Pick<Built, 'cache'>): string {
  const { ino, mtimeNs } = statSync(cache, { bigint: true });
  return `${ino} ${mtimeNs}`;
}

test('the first start writes the cache, the second one takes it', async () => {
  const program = await built();
  expect(start(program)).toEqual(SAID);
  expect(statSync(program.cache).mode & 0o777).toBe(0o600);
  const first = imprint(program);
  expect(start(program)).toEqual(SAID);
  expect(imprint(program)).toBe(first);
  expect(readdirSync(program.dist).sort()).toEqual(['program.cjs', CACHE, 'wasap.cjs']);
});

test('each package of the shipped program that stands in a file of its own can be loaded', {
  tags: 'full',
}, () => {
  const folder = path.join(ROOT, 'dist/packages');
  const files = readdirSync(folder).filter((name) => name.endsWith('.cjs'));
  const script = files.map((name) => `require('./${name}');`).join('');
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr, count: files.length }).toEqual({
    status: 0,
    stderr: '',
    count: expect.any(Number),
  });
  expect(files).toContain('whiskeysockets-baileys.cjs');
});

test('the launcher can be executed and the program loaded without it', async () => {
  const { dist } = await built();
  expect(statSync(path.join(dist, 'wasap.cjs')).mode & 0o111).toBe(0o111);
  const script = `require('./program.cjs').main(['x'], {}).then((code) => console.log(code))`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: dist, encoding: 'utf8' });
  expect(stdout).toBe('word select 1; x\n7\n');
});

test('the cache is written when the program has ended: to make it stops everything', {
  tags: 'full',
}, async () => {
  const program = await built(`
import { existsSync } from 'node:fs';
export async function main(argv, { onFirstModelRequest }) {
  const cache = __dirname + '/${CACHE}';
  onFirstModelRequest();
  console.log(existsSync(cache));
  return 0;
}`);
  expect(start(program)).toEqual({ status: 0, stdout: 'false\n', stderr: '' });
  expect(existsSync(program.cache)).toBe(true);
});

/** Reads a package when it has begun, as WhatsApp's is read: under other flags of V8. */
const READING = `
import { changeV8Flag, underFlagsOfStart } from '${path.join(ROOT, 'src/core/v8-flags.ts')}';
export { underFlagsOfStart };
export async function main(argv, { onFirstModelRequest }) {
  changeV8Flag({ now: '--heap-growing-percent=50', atStart: '--heap-growing-percent=0' });
  changeV8Flag({ now: '--no-compact', atStart: '--compact' });
  const { parse } = await import('yaml');
  console.log(parse('[word]')[0], 'select 1;', ...argv);
  onFirstModelRequest();
  return 7;
}
`;

async function builtReading(): Promise<Built & { readonly ofPackage: Pick<Built, 'cache'> }> {
  const program = await built(READING);
  return { ...program, ofPackage: { cache: path.join(program.dist, 'packages', CACHE_OF_YAML) } };
}

test('what is read on demand keeps its code as the program does, whatever flags of V8 are set by then', {
  tags: 'full',
}, async () => {
  const program = await builtReading();
  expect(start(program)).toEqual(SAID);
  expect(statSync(program.ofPackage.cache).mode & 0o777).toBe(0o600);
  const imprints = () => [imprint(program), imprint(program.ofPackage)];
  const first = imprints();
  expect(start(program)).toEqual(SAID);
  expect(imprints()).toEqual(first);
});

test('what is read on demand keeps its code in a run that finds that of the program', {
  tags: 'full',
}, async () => {
  const program = await builtReading();
  start(program);
  const first = imprint(program);
  rmSync(program.ofPackage.cache);
  expect(start(program)).toEqual(SAID);
  const made = imprint(program.ofPackage);
  expect(start(program)).toEqual(SAID);
  expect([imprint(program), imprint(program.ofPackage)]).toEqual([first, made]);
});

test('two programs that end at once leave one good cache, and nothing else', { tags: 'full' }, async () => {
  const program = await builtReading();
  const ended = () =>
    new Promise((resolve) => {
      const command = [path.join(program.dist, 'wasap.cjs'), 'a', 'b'];
      execFile(process.execPath, command, (_error, stdout, stderr) => resolve({ stdout, stderr }));
    });
  const { stdout, stderr } = SAID;
  expect(await Promise.all([ended(), ended(), ended()])).toEqual(Array(3).fill({ stdout, stderr }));
  const first = [imprint(program), imprint(program.ofPackage)];
  expect(start(program)).toEqual(SAID);
  expect([imprint(program), imprint(program.ofPackage)]).toEqual(first);
  expect(readdirSync(path.join(program.dist, 'packages')).sort()).toEqual([
    'yaml.cjs',
    path.basename(program.ofPackage.cache),
  ]);
});

test('a kill while caches are written leaves a program that starts', {
  tags: 'full',
  timeout: MINUTE_MS,
}, async () => {
  const program = await builtReading();
  for (let delayMs = 0; delayMs < 60; delayMs += 6) {
    const child = spawn(process.execPath, [path.join(program.dist, 'wasap.cjs'), 'a', 'b']);
    const closed = once(child, 'close'); // it may end by itself before it is killed
    await once(child.stdout, 'data');
    await sleep(delayMs);
    child.kill('SIGKILL');
    await closed;
    expect(start(program)).toEqual(SAID);
    rmSync(program.cache);
    rmSync(program.ofPackage.cache);
  }
});

test('no cache is written by a program that asked no model', { tags: 'full' }, async () => {
  const program = await built(`export const main = async () => 7;\n`);
  start(program);
  expect(existsSync(program.cache)).toBe(false);
});

test('the cache of a long run holds the code of the start', { tags: 'full' }, async () => {
  const program = await built(`
function once(word: string) {
  let total = 0;
  ${Array.from({ length: 500 }, (_, at) => `total += word.charCodeAt(${at}) * ${at};`).join('\n  ')}
  return total;
}
export async function main(argv, { onFirstModelRequest }) {
  once('start');
  onFirstModelRequest();
  globalThis.gc?.();
  return 0;
}`);
  start(program);
  const short = statSync(program.cache).size;
  rmSync(program.cache);
  // As many collections would do that a long run has.
  start(program, ['--expose-gc', '--stress-flush-code']);
  expect(statSync(program.cache).size).toBe(short);
});

describe('a cache that cannot be trusted is not run, but replaced', () => {
  eachInFull<[string, (cache: string, good: Buffer) => void]>([
    ['empty', (cache) => writeFileSync(cache, '')],
    ['shorter than its ending', (cache) => writeFileSync(cache, 'short')],
    ['cut off', (cache, good) => writeFileSync(cache, good.subarray(0, good.length / 2))],
    ['another text', (cache, good) => writeFileSync(cache, 'x'.repeat(good.length))],
    ['damaged in the middle', (cache, good) => writeFileSync(cache, flipped(good, good.length / 2))],
    ['damaged in its checksum', (cache, good) => writeFileSync(cache, flipped(good, good.length - 1))],
    ['of another V8', (cache, good) => writeFileSync(cache, sealed(flipped(good, 4)))],
    ['writable by the group', (cache) => chmodSync(cache, 0o620)],
    ['writable by everybody', (cache) => chmodSync(cache, 0o602)],
  ])('%s', async (_what, spoil) => {
    const program = await built();
    start(program);
    const good = readFileSync(program.cache);
    spoil(program.cache, good);
    const spoiled = imprint(program);
    expect(start(program)).toEqual(SAID);
    expect(imprint(program)).not.toBe(spoiled);
    expect(statSync(program.cache).mode & 0o777).toBe(0o600);
    const mended = imprint(program);
    expect(start(program)).toEqual(SAID);
    expect(imprint(program)).toBe(mended);
  });

  test('of what is read on demand', { tags: 'full' }, async () => {
    const program = await builtReading();
    start(program);
    const { cache } = program.ofPackage;
    const good = readFileSync(cache);
    for (const bad of [good.subarray(0, 1000), flipped(good, good.length / 2), sealed(flipped(good, 4))]) {
      writeFileSync(cache, bad);
      expect(start(program)).toEqual(SAID);
      expect(readFileSync(cache).equals(bad)).toBe(false);
    }
  });

  test('of another build with a source of the same length', { tags: 'full' }, async () => {
    const other = await built(PROGRAM.replace('word', 'lies'));
    start(other);
    const program = await built();
    const sizes = [other, program].map(({ dist }) => statSync(path.join(dist, 'program.cjs')).size);
    expect(sizes[0]).toBe(sizes[1]);
    copyFileSync(other.cache, program.cache);
    expect(start(program)).toEqual(SAID);
  });

  test('of another user', { tags: 'full' }, async () => {
    const program = await built(PROGRAM, {
      'stranger.cjs': 'const uid = process.getuid();\nprocess.getuid = () => uid + 1;\n',
    });
    start(program);
    const before = imprint(program);
    expect(start(program, ['--require', path.join(program.folder, 'stranger.cjs')])).toEqual(SAID);
    expect(imprint(program)).not.toBe(before);
  });
});

describe('a place where no cache can be written only makes the start slower', () => {
  test('a folder that is read-only', { tags: 'full' }, async () => {
    const program = await built();
    chmodSync(program.dist, 0o555);
    expect([start(program), start(program)]).toEqual([SAID, SAID]);
    chmodSync(program.dist, 0o755);
  });

  test('a folder in the place of the cache, and nothing is left behind', { tags: 'full' }, async () => {
    const program = await built();
    mkdirSync(program.cache);
    expect([start(program), start(program)]).toEqual([SAID, SAID]);
    expect(readdirSync(program.dist).sort()).toEqual(['program.cjs', CACHE, 'wasap.cjs']);
  });
});

test('what is imported on demand has not run before, with and without a cache', {
  tags: 'full',
}, async () => {
  const program = await built(
    `
export async function main(argv, hooks) {
  console.log('start');
  hooks.onFirstModelRequest();
  const { late } = await import('./late.ts');
  console.log(late);
  return 0;
}`,
    { 'late.ts': "console.log('late runs');\nexport const late = 'late';\n" },
  );
  const said = { status: 0, stdout: 'start\nlate runs\nlate\n', stderr: '' };
  expect([start(program), start(program)]).toEqual([said, said]);
});

test('the native module is found from the place of the program, statically and on demand', {
  tags: 'full',
}, async () => {
  const program = await built(
    `
import Database from 'better-sqlite3';
export async function main() {
  const again = await import('better-sqlite3');
  console.log(Database.place, again.default === Database, new URL('.', import.meta.url).pathname === __dirname + '/');
  return 0;
}`,
    { 'node_modules/better-sqlite3/index.js': "module.exports = { place: 'beside dist' };\n" },
  );
  expect(start(program)).toEqual({ status: 0, stdout: 'beside dist true true\n', stderr: '' });
});

test('a package that is not installed is named with what to do, also where it is needed late', async () => {
  const program = await built(
    "import Sqlite from 'better-sqlite3';\nexport const main = async () => new Sqlite('data');\n",
  );
  expect(start(program)).toEqual({
    status: 2,
    stdout: '',
    stderr: `wasap: Cannot find module 'better-sqlite3'. Install the packages: cd ${program.folder} && npm ci\n`,
  });
});

test('a failing program exits with 1 and says why, and no exit code is invented', async () => {
  const program = await built("export const main = () => Promise.reject(new Error('no luck'));\n");
  expect(start(program)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('Error: no luck'),
  });
});

test('a source that does not compile leaves the last build as it is', async () => {
  const program = await built();
  const files = () =>
    readdirSync(program.dist).map((file) => readFileSync(path.join(program.dist, file), 'utf8'));
  const before = files();
  writeFileSync(path.join(program.folder, 'main.ts'), "import './gone.ts';\n");
  const build = buildProgram({ entry: path.join(program.folder, 'main.ts'), outFolder: program.dist });
  await expect(build).rejects.toThrow(/Could not resolve "\.\/gone\.ts"/);
  expect(files()).toEqual(before);
  rmSync(program.dist, { recursive: true });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  const place = Math.floor(at);
  copy[place] = (copy[place] ?? 0) ^ 0xff;
  return copy;
}

/** The same bytes with a checksum that fits. */
function sealed(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(crc32(copy.subarray(0, -4)), copy.length - 4);
  return copy;
}
