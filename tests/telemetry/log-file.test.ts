import { execFile } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogFile } from '../../src/telemetry/log.ts';

const run = promisify(execFile);
const SOURCE = path.resolve(import.meta.dirname, '../../src/telemetry/log.ts');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-log-'));
  file = path.join(folder, 'wasap.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Every log there is, oldest first. */
function kept(): Record<string, string> {
  const names = readdirSync(folder)
    .filter((name) => name.startsWith('wasap.log'))
    .sort()
    .reverse();
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

test('a log that would become too large is put aside, and the oldest goes', () => {
  const log = new LogFile(file, { bytes: 10, files: 2 });
  for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n', 'six\n', 'seven\n']) log.write(line);
  expect(kept()).toEqual({
    'wasap.log.2': 'three\n',
    'wasap.log.1': 'four\nfive\n',
    'wasap.log': 'six\nseven\n',
  });
});

test('a line that is longer than a log may be is written whole', () => {
  const log = new LogFile(file, { bytes: 10, files: 1 });
  log.write('a line that is long\n');
  log.write('b\n');
  expect(kept()).toEqual({ 'wasap.log.1': 'a line that is long\n', 'wasap.log': 'b\n' });
});

test('what another program has put aside is not written any more', () => {
  const log = new LogFile(file, { bytes: 1000, files: 2 });
  log.write('before\n');
  renameSync(file, `${file}.1`);
  log.write('after\n');
  expect([kept(), statSync(file).mode & 0o777]).toEqual([
    { 'wasap.log.1': 'before\n', 'wasap.log': 'after\n' },
    0o600,
  ]);
});

test.each([
  ['at this moment', 0, 'one\ntwo\n'],
  ['and was killed', 60, 'three\n'],
])('while another program puts logs aside %s, lines go on', (_, secondsAgo, current) => {
  const log = new LogFile(file, { bytes: 5, files: 1 });
  log.write('one\n');
  writeFileSync(`${file}.lock`, '');
  const then = Date.now() / 1000 - secondsAgo;
  utimesSync(`${file}.lock`, then, then);
  log.write('two\n');
  if (secondsAgo > 0) log.write('three\n');
  expect(readFileSync(file, 'utf8')).toBe(current);
});

test('three programs that write and put aside at once lose and tear no line', { tags: 'full' }, async () => {
  const script = path.join(folder, 'writer.cjs');
  const source = `
    import { LogFile } from ${JSON.stringify(SOURCE)};
    const log = new LogFile(${JSON.stringify(file)}, { bytes: 4000, files: 1000 });
    for (let n = 0; n < 500; n += 1) log.write(JSON.stringify({ who: process.argv[2], n, fill: 'x'.repeat(n % 90) }) + '\\n');
  `;
  const stdin = { contents: source, resolveDir: folder };
  await build({ stdin, outfile: script, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  await Promise.all(['a', 'b', 'c'].map((who) => run(process.execPath, [script, who])));
  const logs = kept();
  const lines = Object.values(logs).flatMap((text) => text.trimEnd().split('\n'));
  const found = lines.map((line) => JSON.parse(line)).map(({ who, n }) => `${who}${n}`);
  const all = ['a', 'b', 'c'].flatMap((who) => Array.from({ length: 500 }, (_, n) => `${who}${n}`));
  expect(found.toSorted()).toEqual(all.toSorted());
  expect(Object.keys(logs).length).toBeGreaterThan(1);
});
