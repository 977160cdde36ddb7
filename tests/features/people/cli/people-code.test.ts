import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashPin } from '../../../../src/features/lock/pin-and-totp.ts';
import { inTerminal } from '../../../support/at-terminal.ts';
import { eachInFull } from '../../../support/each-in-full.ts';
import { filesHolding } from '../../../support/files-holding.ts';
import { setUpLock, withLockRows } from '../../../support/owner-lock.ts';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { openTestStore } from '../../../support/test-store.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../../../dist/wasap.cjs');
const PIN = '73920518';
const wayOut = () =>
  `Forgot it? Delete ${path.join(data, 'lock', 'factor.json')}\nThen take the lock away: wasap lock off`;

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

test('with a lock, nobody is invited without the code; with it they are', {
  tags: ['python', 'full'],
}, async () => {
  const wrong = await inTerminal(['people', 'invite'], asTyped('11112222'), where());
  expect([wrong.code, wrong.seen.includes('Wrong code'), wrong.seen.includes('Code:')]).toEqual([
    2,
    true,
    false,
  ]);
  const unbroken = (text: string): string => text.replaceAll(/\s+/g, '');
  expect([unbroken(wrong.seen).includes(unbroken(wayOut())), invitation()]).toEqual([true, undefined]);
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
  expect(withLockRows(data, (rows) => rows.findPerson('local')?.wrong)).toBe(3);
});

test('through a pipe, where nobody can be asked, people stay as they are', () => {
  const { said, status } = throughPipe('people', 'invite', '--role', 'owner');
  expect([status, said, invitation()]).toEqual([
    2,
    `wasap: With a lock, this needs your code. Run it in a terminal.\n${wayOut()}\n`,
    undefined,
  ]);
});

test('a lock whose PIN is gone lets nobody be invited', { tags: ['python', 'full'] }, async () => {
  rmSync(path.join(data, 'lock'), { recursive: true });
  const { code, seen } = await inTerminal(['people', 'invite'], asTyped(PIN), where());
  expect([code, seen.includes('is gone'), invitation()]).toEqual([2, true, undefined]);
});

test('to look who can write needs no code', { tags: 'full' }, () => {
  expect(throughPipe('people').status).toBe(0);
});

const lock = () => withLockRows(data, (rows) => rows.factor()?.kind);

eachInFull([
  [['lock', 'off']],
  [['lock', 'setup', 'totp']],
  [['mcp', 'token', 'add', 'ci-bot']],
  [['web', 'token']],
  [['web', 'link', '--for', '+34600333444']],
])('%j does nothing through a pipe, nor with a wrong code', { tags: ['python', 'full'] }, async (command) => {
  const piped = throughPipe(...command);
  expect([piped.status, piped.said]).toEqual([
    2,
    `wasap: With a lock, this needs your code. Run it in a terminal.\n${wayOut()}\n`,
  ]);
  const { code, seen } = await inTerminal(command, asTyped('11112222'), where());
  expect([code, seen.includes('Wrong code, so nothing was changed.'), lock()]).toEqual([2, true, 'pin']);
  expect(withLockRows(data, (rows) => rows.findPerson('local')?.wrong)).toBe(1);
  expect(throughPipe('mcp', 'token', 'list').said).toContain('No agent has a token yet.');
});

test('with the code, the lock is taken away', { tags: ['python', 'full'] }, async () => {
  const { code, seen } = await inTerminal(['lock', 'off'], asTyped(PIN), where());
  expect([code, seen.includes('The lock is off.'), lock()]).toEqual([0, true, undefined]);
});

test('with the code, another agent gets a token', { tags: ['python', 'full'] }, async () => {
  const { code, seen } = await inTerminal(['mcp', 'token', 'add', 'ci-bot'], asTyped(PIN), where());
  expect([code, seen.includes('Token for the agent ci-bot')]).toEqual([0, true]);
});

test('wrong codes for the lock itself make the right one wait, too', {
  tags: ['python', 'full'],
}, async () => {
  for (const code of ['11112222', '11112223', '11112224'])
    await inTerminal(['lock', 'off'], asTyped(code), where());
  const { seen } = await inTerminal(['lock', 'off'], asTyped(PIN), where());
  expect([seen.includes('Too many wrong codes'), lock()]).toEqual([true, 'pin']);
});

test('whoever forgot the code deletes the file that is named, and takes the lock away', {
  tags: 'full',
}, () => {
  rmSync(path.join(data, 'lock', 'factor.json'));
  expect(throughPipe('people', 'invite').status).toBe(2);
  expect([throughPipe('lock', 'off').said, lock()]).toEqual([
    'The lock is off. A yes is enough again.\n',
    undefined,
  ]);
  expect(throughPipe('people', 'invite').said).toContain('Code:');
});
