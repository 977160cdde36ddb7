import {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileHistory, type InputHistory } from '../../src/channels/console/input-history.ts';
import { DAY_MS } from '../../src/core/clock.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';

let folder: TempFolder;
let file: string;
let nowMs = 1_000 * DAY_MS;
beforeEach(() => {
  folder = tempFolder('history');
  file = path.join(folder.path, 'input-history.jsonl');
});
afterEach(() => folder.remove());

function opened(): InputHistory {
  return fileHistory({
    path: file,
    clock: { nowMs: () => nowMs },
    keepMs: 30 * DAY_MS,
    isSecret: (text) => text.includes('sk-'),
  });
}

function modeOf(place: string): number {
  return statSync(place).mode & 0o777;
}

test('what was written is there in the next run, and only its user can read it', () => {
  const first = opened();
  for (const text of ['/agent one', 'two\nlines', 'two\nlines', '/status']) first.add(text);
  expect([opened().entries(), modeOf(file)]).toEqual([['/agent one', 'two\nlines', '/status'], 0o600]);
});

test('a file that others could read is closed to them', () => {
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  opened().add('/status');
  expect(modeOf(file)).toBe(0o600);
});

test('a secret, what begins with a space, and a very long text can be brought back but are never written', () => {
  const history = opened();
  const kept = ['my key is sk-123', ' /agent quietly', 'x'.repeat(10_001)];
  for (const text of kept) history.add(text);
  expect([history.entries(), existsSync(file)]).toEqual([kept, false]);
});

test('two programs beside each other lose nothing of one another', () => {
  const [one, other] = [opened(), opened()];
  one.add('a');
  other.add('b');
  one.add('c');
  expect(opened().entries()).toEqual(['a', 'b', 'c']);
});

test('what is older than messages are kept is removed from the file', () => {
  opened().add('old');
  nowMs += 31 * DAY_MS;
  opened().add('new');
  expect([opened().entries(), readFileSync(file, 'utf8').includes('old'), modeOf(file)]).toEqual([
    ['new'],
    false,
    0o600,
  ]);
});

test('more than a thousand are cut at the old end', () => {
  const lines = Array.from({ length: 1200 }, (_, n) => `${JSON.stringify({ atMs: nowMs, text: `${n}` })}\n`);
  writeFileSync(file, lines.join(''));
  const entries = opened().entries();
  expect([entries.length, entries[0], readFileSync(file, 'utf8').split('\n').length]).toEqual([
    1000,
    '200',
    1001,
  ]);
});

test.each([
  ['half a line', '{"atMs":1,"te'],
  ['another shape', '{"text":5}\nnull\n[]'],
  ['no JSON', 'rm -rf /'],
])('%s in the file costs only itself', (_name, broken) => {
  opened().add('before');
  appendFileSync(file, `${broken}\n`);
  opened().add('after');
  expect(opened().entries()).toEqual(['before', 'after']);
});

test('nothing is written through a link, into a folder, or where nothing can be written', () => {
  const target = path.join(folder.path, 'target');
  writeFileSync(target, 'untouched');
  symlinkSync(target, file);
  const history = opened();
  history.add('secret plans');
  expect([history.entries(), readFileSync(target, 'utf8')]).toEqual([['secret plans'], 'untouched']);
  const nowhere = fileHistory({
    path: path.join(folder.path, 'missing', 'file'),
    clock: { nowMs: () => nowMs },
    keepMs: undefined,
    isSecret: () => false,
  });
  nowhere.add('a');
  expect(nowhere.entries()).toEqual(['a']);
});
