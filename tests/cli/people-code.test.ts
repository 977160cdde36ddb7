import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashPin } from '../../src/features/lock/factor/pin.ts';
import { inTerminal } from '../support/at-terminal.ts';
import { filesHolding } from '../support/files-holding.ts';
import { setUpLock, withLockRows } from '../support/owner-lock.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';
import { openTestStore } from '../support/test-store.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');
const PIN = '73920518';
const WAY_OUT = 'Forgot it? Take the lock away: wasap lock off';

let folder: TempFolder;
let data: string;
beforeEach(() => {
  folder = tempFolder('people-code');
  data = path.join(folder.path, 'data');
  mkdirSync(path.join(folder.path, 'project'));
  mkdirSync(data, { mode: 0o700 });
  setUpLock(data, hashPin(PIN));
});
afterEach(() => folder.remove());

const where = () => ({
  cwd: path.join(folder.path, 'project'),
  env: { PATH: process.env.PATH, HOME: folder.path, DATA_DIR: data },
});

function throughPipe(...args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    ...where(),
    encoding: 'utf8',
  });
  return { said: `${stdout}${stderr}`, status };
}

const asTyped = (code: string) => [[/Your PIN/, () => code]] as const;
const invitation = () => {
  const store = openTestStore({ path: path.join(data, 'wasap.db') });
  try {
    return store.people.openInvitation();
  } finally {
    store.close();
  }
};

test('with a lock, nobody is invited without the code; with it they are', { tags: 'python' }, async () => {
  const wrong = await inTerminal(['people', 'invite'], asTyped('11112222'), where());
  expect([wrong.code, wrong.seen.includes('Wrong code'), wrong.seen.includes('Code:')]).toEqual([
    2,
    true,
    false,
  ]);
  expect([wrong.seen.replaceAll(/\s+/g, ' ').includes(WAY_OUT), invitation()]).toEqual([true, undefined]);
  const right = await inTerminal(['people', 'invite'], asTyped(PIN), where());
  expect([right.code, right.seen.includes('Code:'), invitation()?.role]).toEqual([0, true, 'reader']);
  expect([right.seen.includes(PIN), filesHolding(data, PIN)]).toEqual([false, []]);
});

test('with a lock, nobody is removed without the code', { tags: ['python', 'full'] }, async () => {
  const { code, seen } = await inTerminal(['people', 'remove', '34600333444'], asTyped('11112222'), where());
  expect([code, seen.includes('Wrong code')]).toEqual([2, true]);
  const right = await inTerminal(['people', 'remove', '34600333444'], asTyped(PIN), where());
  expect(right.seen).toContain('has no invitation');
});

test('from the third wrong code on each one makes the next wait, the right one too', {
  tags: ['python', 'full'],
}, async () => {
  for (const code of ['11112222', '11112223', '11112224'])
    await inTerminal(['people', 'invite'], asTyped(code), where());
  const { code, seen } = await inTerminal(['people', 'invite'], asTyped(PIN), where());
  expect([code, seen.includes('Too many wrong codes'), invitation()]).toEqual([2, true, undefined]);
  expect(withLockRows(data, (rows) => rows.person('local')?.wrong)).toBe(3);
});

test('through a pipe, where nobody can be asked, people stay as they are', () => {
  const { said, status } = throughPipe('people', 'invite', '--role', 'owner');
  expect([status, said, invitation()]).toEqual([
    2,
    `wasap: With a lock, this needs your code. Run it in a terminal.\n${WAY_OUT}\n`,
    undefined,
  ]);
});

test('a lock whose PIN is gone lets nobody be invited', { tags: 'python' }, async () => {
  rmSync(path.join(data, 'lock'), { recursive: true });
  const { code, seen } = await inTerminal(['people', 'invite'], asTyped(PIN), where());
  expect([code, seen.includes('is gone'), invitation()]).toEqual([2, true, undefined]);
});

test('to look who can write needs no code, and whoever forgot it takes the lock away', () => {
  expect(throughPipe('people').status).toBe(0);
  expect(throughPipe('lock', 'off').status).toBe(0);
  expect(throughPipe('people', 'invite').said).toContain('Code:');
});
