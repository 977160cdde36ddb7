import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import stringWidth from 'string-width';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../../src/contracts/store.ts';
import { conversationId, type SessionId } from '../../../../src/core/ids.ts';
import { type TempFolder, tempFolder } from '../../../support/program.ts';
import { type SessionDifference, sessionRecord } from '../../../support/session-record.ts';
import { openTestStore } from '../../../support/test-store.ts';

const run = promisify(execFile);
const LAUNCHER = path.resolve(import.meta.dirname, '../../../../dist/wasap.cjs');
const SECRET = `sk-ant-api03-${'0123456789abcdef'.repeat(4)}`;
const NOON = Date.UTC(2026, 10, 20, 12);

let folder: TempFolder;
let store: Store | undefined;
beforeEach(() => {
  folder = tempFolder('sessions');
  mkdirSync(path.join(folder.path, 'project'));
});
afterEach(() => {
  store?.close();
  store = undefined;
  folder.remove();
});

/** Stays open, as the program's does while it runs. */
function opened(): Store {
  store ??= openTestStore({ path: path.join(folder.path, 'data', 'wasap.db') });
  return store;
}

function begin(last: string, change: SessionDifference): void {
  const id = `20261120-0000000${last}` as SessionId;
  opened().sessions.create(
    sessionRecord({ id, origin: { createdAtMs: NOON }, workspace: '/home/ana/shop' }, change),
  );
}

/** Four chats and states, the last one with a secret and a sequence that moves the cursor. */
function recorded(): void {
  begin('a', {
    state: { status: 'done', endedAtMs: NOON + 60_000 },
    usage: { round: 1, costMicroUsd: 1_234_000 },
  });
  begin('b', {
    state: { status: 'done', reason: 'unproven' },
    usage: { round: 7, costKnown: false },
    mode: 'talk',
    number: 0,
  });
  begin('c', {
    state: { status: 'parked', reason: 'rounds' },
    usage: { round: 30 },
    origin: { scheduledAs: 'k7m' },
    task: 'run\nthe tests',
  });
  begin('d', {
    state: { status: 'running' },
    conversation: conversationId('whatsapp', '34600111222@s.whatsapp.net'),
    task: `use ${SECRET} \u001b[2J\u0007and \u202e then tell everybody in the house what became of it, twice`,
  });
}

async function wasap(...args: readonly string[]): Promise<{ out: string; errors: string; code: number }> {
  const options = {
    cwd: path.join(folder.path, 'project'),
    env: {
      PATH: process.env.PATH,
      HOME: folder.path,
      DATA_DIR: path.join(folder.path, 'data'),
      COLUMNS: '80',
    },
  };
  try {
    const { stdout, stderr } = await run(process.execPath, [LAUNCHER, 'sessions', ...args], options);
    return { out: stdout, errors: stderr, code: 0 };
  } catch (error) {
    // execFile rejects with the outcome on the error itself.
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { out: stdout, errors: stderr, code };
  }
}

async function linesOf(...args: readonly string[]): Promise<readonly { readonly [name: string]: unknown }[]> {
  const { out } = await wasap('--json', ...args);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { [name: string]: unknown });
}

test('the help', { tags: 'full' }, async () => {
  await expect((await wasap('--help')).out).toMatchFileSnapshot('sessions-help.golden.txt');
});

test('sessions of all chats stand newest first on 80 columns, without secrets and control characters', {
  tags: 'full',
}, async () => {
  recorded();
  const { out, errors, code } = await wasap();
  expect([errors, code]).toEqual(['', 0]);
  expect(out.split('\n').filter((line) => stringWidth(line) > 80)).toEqual([]);
  await expect(out).toMatchFileSnapshot('sessions.golden.txt');
});

test('as JSON lines a session is whole but for secrets and hidden characters', { tags: 'full' }, async () => {
  recorded();
  const [newest] = await linesOf();
  expect(newest).toEqual({
    id: '20261120-0000000d',
    number: 1,
    conversation: 'whatsapp:34600111222@s.whatsapp.net',
    owner: 'local',
    mode: 'agent',
    status: 'running',
    reason: null,
    task: 'use [secret] and \\u{202e} then tell everybody in the house what became of it, twice',
    workspace: '/home/ana/shop',
    project: '/home/ana/shop',
    model: 'scripted-model',
    rounds: 0,
    cost_micro_usd: 0,
    tokens: 0,
    created_at: '2026-11-20T12:00:00.000Z',
    ended_at: null,
    cron: null,
  });
});

test.each([
  [[], ['d', 'c', 'b', 'a']],
  [
    ['-n', '2'],
    ['d', 'c'],
  ],
  [
    ['--last', '9'],
    ['d', 'c', 'b', 'a'],
  ],
  [
    ['--status', 'done'],
    ['b', 'a'],
  ],
  [['--status', 'done', '-n', '1'], ['b']],
])('%j lists %j', { tags: 'full' }, async (args, expected) => {
  recorded();
  expect((await linesOf(...args)).map(({ id }) => String(id).at(-1))).toEqual(expected);
});

test('ten are listed; that there are older ones is said, and --all lists those too', {
  tags: 'full',
}, async () => {
  for (const last of '0123456789a') begin(last, {});
  const { out } = await wasap();
  expect([
    out.match(/^2026/gm)?.length,
    out.endsWith('\n\nThere are older tasks. To see them: wasap sessions --all\n'),
    (await linesOf()).length,
    (await wasap('--all')).out.match(/^2026|older/gm)?.length,
  ]).toEqual([10, true, 10, 11]);
});

test('more than a page are listed as JSON, each once and in order', { tags: 'full' }, async () => {
  const count = 1_203;
  opened().atomically(() => {
    for (let n = 0; n < count; n += 1)
      begin('', { id: `20261120-${String(n).padStart(8, '0')}` as SessionId });
  });
  const ids = async (...args: readonly string[]) =>
    (await linesOf(...args)).map(({ id }) => Number(String(id).slice(9)));
  const all = Array.from({ length: count }, (_, n) => count - 1 - n);
  expect([await ids('--all'), await ids('-n', '501')]).toEqual([all, all.slice(0, 501)]);
});

test('what the secret files of a project hold is in no line', { tags: 'full' }, async () => {
  const value = 'canary of the shop 0123456789';
  const project = path.join(folder.path, 'elsewhere');
  mkdirSync(project);
  writeFileSync(path.join(project, '.env'), `SHOP_PASSWORD='${value}'\n`);
  begin('a', { project, workspace: '/gone', task: `enter ${value}` });
  const [{ task } = {}] = await linesOf();
  expect([task, (await wasap()).out.includes('canary')]).toEqual(['enter [secret]', false]);
});

test('none is told as such', { tags: 'full' }, async () => {
  opened();
  const none = [await wasap(), await wasap('--json')];
  begin('a', { state: { status: 'done' } });
  expect([...none, await wasap('--status', 'parked')].map(({ out }) => out)).toEqual([
    'No tasks yet. Run wasap start, then write: /agent <task>\n',
    '',
    'No task is parked. For all tasks: wasap sessions\n',
  ]);
});

test.each([
  [['-n', '0'], /Write a whole number above 0/, 1],
  [['--all', '-n', '3'], /cannot be used with/, 1],
  [['--status', 'asleep'], /Allowed choices are queued, running/, 1],
  [[], /Nothing is stored yet: there is no/, 2],
])('%j without a database is refused with a sentence', { tags: 'full' }, async (args, sentence, code) => {
  expect(await wasap(...args)).toEqual({ out: '', errors: expect.stringMatching(sentence), code });
});
