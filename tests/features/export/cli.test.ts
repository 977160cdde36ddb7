import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { Store } from '../../../src/contracts/store.ts';
import type { ApprovalId, CallId, SessionId } from '../../../src/core/ids.ts';
import { conversationId } from '../../../src/core/ids.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { markdownOf } from '../../../src/features/export/cli/markdown.ts';
import { openRecords } from '../../../src/store/open-records.ts';
import { approvalRecord } from '../../store/records.ts';
import { callRecord } from '../../store/store-file.ts';
import { type TempFolder, tempFolder } from '../../support/program.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { openTestStore } from '../../support/test-store.ts';

const run = promisify(execFile);
const LAUNCHER = path.resolve(import.meta.dirname, '../../../dist/wasap.cjs');
const SESSION = '20261120-0000000a' as SessionId;
const OTHER = '20261120-0000000b' as SessionId;
const KEY = `sk-ant-api03-${'0123456789abcdef'.repeat(4)}`;

let folder: TempFolder;
let store: Store;
beforeEach(() => {
  folder = tempFolder('export');
  mkdirSync(path.join(folder.path, 'project'));
  // Stays open, as the program's does while it runs.
  store = openTestStore({ path: path.join(folder.path, 'data', 'wasap.db') });
});
afterEach(() => {
  store.close();
  folder.remove();
});

interface Printed {
  readonly out: string;
  readonly errors: string;
  readonly code: number;
}

async function wasap(...args: readonly string[]): Promise<Printed> {
  const options = {
    cwd: path.join(folder.path, 'project'),
    env: { PATH: process.env.PATH, HOME: folder.path, DATA_DIR: path.join(folder.path, 'data') },
  };
  try {
    const { stdout, stderr } = await run(process.execPath, [LAUNCHER, 'export', ...args], options);
    return { out: stdout, errors: stderr, code: 0 };
  } catch (error) {
    // execFile rejects with the outcome on the error itself.
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { out: stdout, errors: stderr, code };
  }
}

const NOON = Date.UTC(2026, 10, 20, 12);

function begin(id: SessionId, chat: string, task: string): void {
  store.sessions.create(
    sessionRecord({
      id,
      conversation: conversationId('console', chat),
      task,
      origin: { createdAtMs: NOON },
      number: 1,
    }),
  );
}

/** One task: a look, a change that was asked about, closing words; with a key and a sequence that moves the cursor. */
function recorded(): void {
  begin(SESSION, 'local', 'fix the *login* bug');
  const call = (id: string, round: number, tool: string): void => {
    store.calls.add(callRecord({ session: SESSION, id: id as CallId, round, tool, input: { path: 'a.ts' } }));
  };
  const say = (
    seq: number,
    role: 'user' | 'assistant',
    ...content: { type: string; [key: string]: string }[]
  ) => store.history.append(SESSION, seq, { role, content });
  say(0, 'user', { type: 'text', text: 'fix the *login* bug' });
  say(
    1,
    'assistant',
    { type: 'text', text: '# I look first' },
    { type: 'tool_use', id: 'c1', name: 'read_lines' },
  );
  call('c1', 1, 'read_lines');
  const result = {
    text: `\u001b[31m${KEY}\u0007 ${'x'.repeat(5_000)}`,
    data: null,
    ok: true,
    durationMs: 12,
  };
  store.calls.markDone(SESSION, 'c1' as CallId, result);
  say(2, 'user', { type: 'tool_result', tool_use_id: 'c1', content: 'x' });
  say(3, 'assistant', { type: 'tool_use', id: 'c2', name: 'run_command' });
  call('c2', 2, 'run_command');
  asked();
  store.calls.markDone(SESSION, 'c2' as CallId, {
    text: 'no `tests`',
    data: null,
    ok: false,
    durationMs: 1_500,
  });
  say(4, 'user', { type: 'text', text: 'also the logout' });
  say(5, 'assistant', { type: 'text', text: 'Done.' });
  store.history.setPlan(SESSION, { steps: [{ title: 'Look', status: 'done' }] });
  store.ledger.noteCommit(SESSION, 'abc1234');
  store.sessions.update(SESSION, {
    state: { status: 'done', endedAtMs: NOON + 60_000 },
    usage: { round: 2, costMicroUsd: 1_230_000, tokens: 4_100 },
    atMs: NOON,
  });
}

function asked(): void {
  const id = 'abc' as ApprovalId;
  const question = { text: 'Run it?', details: 'npm test' };
  const where = { session: SESSION, call: 'c2' as CallId, requester: 'ana' };
  store.approvals.create(approvalRecord({ id, ...where, question, askedAtMs: NOON + 1_000 }));
  store.approvals.decide(id, { state: 'approved', answer: 'yes please', scope: 'once', atMs: NOON + 9_000 });
}

test('a session is told from the request to the outcome while the program runs, without secrets and control characters', {
  tags: 'full',
}, async () => {
  recorded();
  const { out, errors, code } = await wasap(SESSION);
  expect([errors, code]).toEqual(['', 0]);
  await expect(out).toMatchFileSnapshot('export.golden.txt');
});

test('what it says of its own is in the language of whoever reads it', async () => {
  recorded();
  const records = openRecords(path.join(folder.path, 'data', 'wasap.db'));
  const account = records.account(SESSION);
  records.close();
  if (account === undefined) throw new Error('nothing was recorded');
  const text = markdownOf({ account, plan: undefined, redact: (told) => told, texts: texts('es') });
  const own = text.split('\n').filter((line) => /^(?:#|- |\(|Pregunta|Permitida|Resultado)/.test(line));
  await expect(`${own.join('\n')}\n`).toMatchFileSnapshot('export.es.golden.txt');
});

test('as JSON lines nothing is cut, and secrets are out of those too', async () => {
  recorded();
  const { out } = await wasap(SESSION, '--format', 'jsonl');
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; result?: { text: string } });
  expect(lines.map(({ type }) => type)).toEqual([
    'session',
    ...Array.from({ length: 6 }, () => 'message'),
    'call',
    'call',
    'approval',
    'end',
  ]);
  expect(lines[7]?.result?.text).toBe(`[secret]\u0007 ${'x'.repeat(5_000)}`);
});

test.each([
  ['that is told', [SESSION]],
  ['in JSON lines', [SESSION, '--format', 'jsonl']],
  ['in the list', []],
])('what the secret files of its project hold is in no task %s', { tags: 'full' }, async (_where, args) => {
  const value = 'canary of the shop 0123456789';
  const project = path.join(folder.path, 'elsewhere');
  mkdirSync(project);
  writeFileSync(path.join(project, '.env'), `SHOP_PASSWORD='${value}'\n`);
  const told = `enter ${value} or ${Buffer.from(value).toString('base64')}`;
  const where = { conversation: conversationId('console', 'local'), workspace: '/gone', project };
  store.sessions.create(sessionRecord({ ...where, id: SESSION, task: told, origin: { createdAtMs: NOON } }));
  store.history.append(SESSION, 0, { role: 'assistant', content: [{ type: 'text', text: told }] });
  const { out } = await wasap(...args);
  expect([out.includes('enter [secret] or [secret]') || out, out.includes(value)]).toEqual([true, false]);
});

test('of a picture only its size is told, in a result too', { tags: 'full' }, async () => {
  begin(SESSION, 'local', 'look at this');
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAAAAAA' } };
  const result = { type: 'tool_result', tool_use_id: 'c1', content: [picture] };
  store.history.append(SESSION, 0, { role: 'user', content: [picture, result] });
  const { out } = await wasap(SESSION, '--format', 'jsonl');
  const told = { ...picture, source: { ...picture.source, data: '(6 bytes left out)' } };
  expect(JSON.parse(out.split('\n')[1] ?? '')).toEqual({
    type: 'message',
    seq: 0,
    role: 'user',
    content: [told, { ...result, content: [told] }],
  });
});

test('without a name the newest tasks are listed with the names of /sessions', { tags: 'full' }, async () => {
  begin(SESSION, 'local', 'fix the login bug');
  begin(OTHER, 'other', `deploy with ${KEY}`);
  expect((await wasap()).out).toBe(
    `${OTHER}  2026-11-20  🕓 queued: deploy with [secret]\n${SESSION}  2026-11-20  🕓 queued: fix the login bug\n`,
  );
});

test('a number names a task while only one chat has it', { tags: 'full' }, async () => {
  begin(SESSION, 'local', 'fix the login bug');
  expect((await wasap('#1')).out).toContain('# fix the login bug');
  begin(OTHER, 'other', 'deploy');
  expect(await wasap('1')).toEqual({
    out: '',
    errors: `wasap: Several chats have a task #1. Name one by its id: ${SESSION} (console:local), ${OTHER} (console:other)\n`,
    code: 2,
  });
});

test.each(['20261120-ffffffff', '#9', '../x'])(
  '%s is no session, and how to find one is said',
  { tags: 'full' },
  async (name) => {
    expect(await wasap(name)).toEqual({
      out: '',
      errors: `wasap: There is no task "${name}". Old tasks are removed after a while. List those that are kept: wasap sessions --all\n`,
      code: 2,
    });
  },
);

test('a file is made for its owner alone, and what is there is never written over', {
  tags: 'full',
}, async () => {
  begin(SESSION, 'local', 'fix the login bug');
  const file = path.join(folder.path, 'account.md');
  expect(await wasap(SESSION, '--output', file)).toEqual({ out: '', errors: '', code: 0 });
  expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8').split('\n')[0]]).toEqual([
    0o600,
    '# fix the login bug',
  ]);
  expect((await wasap(SESSION, '--output', file)).errors).toContain('exists, so I left it as it is');
});

test('what a specialist did is told behind the call that handed the work over', {
  tags: 'full',
}, async () => {
  begin(SESSION, 'local', 'fix it');
  const call = { session: SESSION, round: 1, input: { path: 'a.ts' } };
  const [work, edit] = ['c1' as CallId, 'c1/x' as CallId];
  store.calls.add(callRecord({ ...call, id: work, tool: 'delegate_work' }));
  store.calls.add(callRecord({ ...call, id: edit, tool: 'apply_patch', under: work }));
  store.history.append(SESSION, 0, {
    role: 'assistant',
    content: [{ type: 'tool_use', id: work, name: 'delegate_work' }],
  });
  const told = (await wasap(SESSION)).out.split('\n').filter((line) => line.startsWith('### '));
  const rows = (await wasap(SESSION, '--format', 'jsonl')).out
    .split('\n')
    .filter((line) => line.includes('"under"'));
  expect({
    told,
    rows: rows.map((line) => z.object({ id: z.string(), under: z.string() }).parse(JSON.parse(line))),
  }).toEqual({
    told: ['### `delegate_work`: not finished', '### `apply_patch`: not finished'],
    rows: [{ id: edit, under: work }],
  });
});
