import { appendFileSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogFile } from '../../src/telemetry/log.ts';
import { lastLogLines, logLinesSince } from '../../src/telemetry/read-log.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasap-read-log-'));
  path = join(folder, 'wasap.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts the file aside at every second line. */
function write(...lines: readonly string[]): void {
  const log = new LogFile(path, { bytes: 4, files: 9 });
  for (const line of lines) log.write(`${line}\n`);
}

const any = (): boolean => true;

test('the newest lines come oldest first, from files that were put aside, too', () => {
  write('a', 'b', 'c', 'd', 'e');
  expect(lastLogLines(path, 3, any).lines).toEqual(['c', 'd', 'e']);
});

test('only wanted lines count', () => {
  write('a1', 'b', 'a2', 'c', 'a3');
  expect(lastLogLines(path, 2, (line) => line.startsWith('a')).lines).toEqual(['a2', 'a3']);
});

test('a log that does not exist has neither lines nor a place', () => {
  expect(lastLogLines(join(folder, 'no', 'wasap.log'), 3, any)).toEqual({ lines: [], place: undefined });
});

test('what comes behind a place is read once, over rotations, up to the last whole line', () => {
  write('a', 'b', 'c');
  const first = lastLogLines(path, 9, any);
  write('d', 'e', 'f', 'g');
  const second = logLinesSince(path, first.place);
  appendFileSync(path, 'half');
  const third = logLinesSince(path, second.place);
  appendFileSync(path, ' whole\n');
  const fourth = logLinesSince(path, third.place);
  expect([first, second, third, fourth].map(({ lines }) => lines)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e', 'f', 'g'],
    [],
    ['half whole'],
  ]);
});

test('a log that begins after somebody waits for it is read from its first line', () => {
  const { place } = logLinesSince(path, undefined);
  write('a', 'b', 'c');
  expect(logLinesSince(path, place).lines).toEqual(['a', 'b', 'c']);
});

test('while the file is put aside and the new one is not there yet, nothing is read twice', () => {
  write('a');
  const { place } = lastLogLines(path, 9, any);
  unlinkSync(path);
  const between = logLinesSince(path, place);
  writeFileSync(path, 'b\n');
  expect([between.lines, logLinesSince(path, between.place).lines]).toEqual([[], ['b']]);
});
