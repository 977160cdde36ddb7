import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTerminal as atTerminal, type TerminalAnswer } from '../../support/at-terminal.ts';
import { filesHolding } from '../../support/files-holding.ts';
import { withLockRows } from '../../support/owner-lock.ts';
import { type TempFolder, tempFolder } from '../../support/program.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../../dist/wasap.cjs');
const PIN = '73920518';

let folder: TempFolder;
let data: string;
beforeEach(() => {
  folder = tempFolder('lock');
  data = path.join(folder.path, 'data');
  mkdirSync(path.join(folder.path, 'project'));
});
afterEach(() => folder.remove());

const env = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, HOME: folder.path, DATA_DIR: data });
const cwd = (): string => path.join(folder.path, 'project');
const factor = () => JSON.parse(readFileSync(path.join(data, 'lock', 'factor.json'), 'utf8'));

function wasap(...args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [LAUNCHER, 'lock', ...args], {
    env: env(),
    cwd: cwd(),
    encoding: 'utf8',
  });
  return { said: `${stdout}${stderr}`, status };
}

/** Answers each question of `wasap lock …`, once it is on the screen. */
function inTerminal(args: readonly string[], answers: readonly TerminalAnswer[]) {
  return atTerminal(['lock', ...args], answers, { env: env(), cwd: cwd() });
}

test('a PIN is typed twice, shown never, and kept as a hash in a file that only the user may read', {
  tags: 'python',
}, async () => {
  const { seen, code } = await inTerminal(
    ['setup', 'pin'],
    [
      [/New PIN/, () => PIN],
      [/same PIN again/, () => PIN],
    ],
  );
  expect([code, seen.includes(PIN), seen.includes('PIN set.')]).toEqual([0, false, true]);
  expect([factor().kind, statSync(path.join(data, 'lock', 'factor.json')).mode & 0o777]).toEqual([
    'pin',
    0o600,
  ]);
  expect([filesHolding(data, PIN), withLockRows(data, (rows) => rows.factor()?.kind)]).toEqual([[], 'pin']);
  expect(wasap().said).toBe('A PIN is set up.\n');
});

test('two PINs that differ, and one that everybody would try first, change nothing', {
  tags: ['python', 'full'],
}, async () => {
  const differing = await inTerminal(
    ['setup', 'pin'],
    [
      [/New PIN/, () => PIN],
      [/same PIN again/, () => '73920519'],
    ],
  );
  const obvious = await inTerminal(['setup', 'pin'], [[/New PIN/, () => '123456']]);
  expect([differing.seen.includes('differ'), obvious.seen.includes('too easy to guess')]).toEqual([
    true,
    true,
  ]);
  expect(wasap().said).toBe('No PIN or code is set up. Run: wasap lock setup pin\n');
});

test('a secret is shown as a QR code and a line, and counts once its first code was typed', {
  tags: ['python', 'full'],
}, async () => {
  const secretIn = (seen: string): string => /secret=([A-Z2-7]+)/.exec(seen)?.[1] ?? '';
  const { seen, code } = await inTerminal(
    ['setup', 'totp'],
    [[/code that the app shows/, (shown) => TOTP.generate({ secret: Secret.fromBase32(secretIn(shown)) })]],
  );
  expect([code, /[\u2580\u2584\u2588]/.test(seen), factor()]).toEqual([
    0,
    true,
    { kind: 'totp', secret: secretIn(seen) },
  ]);
  const wrong = await inTerminal(
    ['setup', 'totp'],
    [
      [/code your app shows/, () => TOTP.generate({ secret: Secret.fromBase32(factor().secret) })],
      [/code that the app shows/, () => '000000'],
    ],
  );
  expect([wrong.code === 0, factor().secret]).toEqual([false, secretIn(seen)]);
});

test('through a pipe nothing is set up', () => {
  const { said, status } = wasap('setup', 'pin');
  expect([said, status === 0]).toEqual([expect.stringContaining('no terminal to ask in'), false]);
});

test('off takes it away, and a missing file is told', { tags: ['python', 'full'] }, async () => {
  await inTerminal(
    ['setup', 'pin'],
    [
      [/New PIN/, () => PIN],
      [/same PIN again/, () => PIN],
    ],
  );
  rmSync(path.join(data, 'lock'), { recursive: true });
  expect(wasap().said).toBe('The PIN or secret is gone, so no code works.\nRun: wasap lock setup\n');
  expect([wasap('off').said, wasap('off').said, wasap().said]).toEqual([
    'The lock is off. A yes is enough again.\n',
    'There was no lock.\n',
    'No PIN or code is set up. Run: wasap lock setup pin\n',
  ]);
});
