import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRelayRows } from '../../../src/channels/relay/relay-rows.ts';
import type { CellName } from '../../../src/cluster/names.ts';
import type { CallId, SessionId } from '../../../src/core/ids.ts';
import { openDatabase } from '../../../src/store/database.ts';
import type { OpenStore } from '../../../src/store/open.ts';
import { type TempFolder, tempFolder } from '../../support/program.ts';
import { openTestStore } from '../../support/test-store.ts';

const run = promisify(execFile);
const LAUNCHER = path.resolve(import.meta.dirname, '../../../dist/wasap.cjs');
const SESSION = '20261120-00000001' as SessionId;
const OTHER = '20261120-00000002' as SessionId;

let folder: TempFolder;
let store: OpenStore | undefined;
beforeEach(() => {
  folder = tempFolder('audit');
  mkdirSync(path.join(folder.path, 'project'));
});
afterEach(() => {
  store?.close();
  store = undefined;
  folder.remove();
});

/** A store that stays open, as the program's is while it runs. */
function recorded(): OpenStore {
  store = openTestStore({ path: path.join(folder.path, 'data', 'wasap.db') });
  attempt('npm test', 'allow', SESSION);
  const long = 'x'.repeat(40);
  attempt(`node check.mjs --all --report ${long} --exit-code-on-warnings`, 'ask_approved', OTHER);
  attempt('rm -rf /', 'deny', OTHER);
  attempt(`deploy --key sk-ant-api03-${'0123456789abcdef'.repeat(4)}`, 'ask_rejected', OTHER);
  attempt('\u001b[31mred', 'deny', OTHER);
  complete('npm test', 0, 12_345);
  return store;
}

function attempt(
  command: string,
  decision: 'allow' | 'deny' | 'ask_approved' | 'ask_rejected',
  session: SessionId,
) {
  store?.commandLog.addAttempt({
    session,
    call: command as CallId,
    phoneNumber: '34600111222',
    command,
    decision,
  });
}

function complete(command: string, exitCode: number, durationMs: number) {
  const audit = { exitCode, stdoutPreview: '', stderrPreview: '', durationMs };
  store?.commandLog.complete(SESSION, command as CallId, audit);
}

async function wasap(...args: readonly string[]): Promise<{ out: string; errors: string; code: number }> {
  const options = {
    cwd: path.join(folder.path, 'project'),
    env: { PATH: process.env.PATH, HOME: folder.path, DATA_DIR: path.join(folder.path, 'data') },
  };
  try {
    const { stdout, stderr } = await run(process.execPath, [LAUNCHER, 'audit', ...args], options);
    return { out: timeless(stdout), errors: stderr, code: 0 };
  } catch (error) {
    // execFile rejects with the outcome on the error itself.
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { out: timeless(stdout), errors: stderr, code };
  }
}

function timeless(text: string): string {
  return text.replace(/\d\d-\d\d \d\d:\d\d:\d\d/g, '11-20 09:30:00').replace(/[0-9a-f]{64}/g, '<hash>');
}

describe('wasap audit', () => {
  test('shows the last commands, whole, in 80 columns, without secrets and control characters', async () => {
    recorded();
    const { out, code } = await wasap();
    expect([code, Math.max(...out.split('\n').map((line) => line.length)) <= 80]).toEqual([0, true]);
    await expect(out).toMatchFileSnapshot('audit.golden.txt');
  });

  test('--last shows so many', { tags: 'full' }, async () => {
    recorded();
    const { out } = await wasap('--last', '2');
    expect(out.match(/11-20/g)).toHaveLength(2);
  });

  test('--denied shows what was blocked or rejected, and to whom', { tags: 'full' }, async () => {
    recorded();
    const { out } = await wasap('--denied', '--last', '2');
    expect(out).toBe(
      [
        'started (UTC)   decision  person       command',
        '11-20 09:30:00  blocked   34600111222  \\x1b[31mred',
        '11-20 09:30:00  rejected  34600111222  deploy --key [secret]',
        '',
      ].join('\n'),
    );
  });

  test('--slow shows what took more than ten seconds', { tags: 'full' }, async () => {
    recorded();
    expect((await wasap('--slow')).out).toBe('took    exit  command\n12.3 s  0     npm test\n');
  });

  test('--session shows the commands of one session', { tags: 'full' }, async () => {
    recorded();
    expect(JSON.parse((await wasap('--session', SESSION, '--json')).out)).toEqual([
      {
        command: 'npm test',
        decision: 'allow',
        exitCode: 0,
        durationMs: 12_345,
        startedAt: expect.stringMatching(/^2\d{3}-/),
      },
    ]);
  });

  test('--sessions counts per session', { tags: 'full' }, async () => {
    recorded();
    expect((await wasap('--sessions')).out).toBe(
      [
        'person       session            commands  success  failures',
        '34600111222  20261120-00000001  1         1        0',
        '34600111222  20261120-00000002  4         0        0',
        '',
      ].join('\n'),
    );
  });

  test('says so when there is nothing to show', { tags: 'full' }, async () => {
    openTestStore({ path: path.join(folder.path, 'data', 'wasap.db') }).close();
    expect(await wasap()).toEqual({
      out: 'No commands yet. Start a task: /agent <task>\n',
      errors: '',
      code: 0,
    });
  });

  test.each([
    [['--last', '0'], /Write a whole number above 0/, 1],
    [['--denied', '--slow'], /cannot be used with option/, 1],
    [['--session', '../x'], /is not the id of a task/, 2],
    [[], /Nothing is stored yet: there is no/, 2],
  ])('%j is refused with a sentence', { tags: 'full' }, async (args, sentence, code) => {
    if (args.length > 0) recorded();
    expect(await wasap(...args)).toEqual({ out: '', errors: expect.stringMatching(sentence), code });
  });
});

describe('wasap audit verify', () => {
  test('exits with 0 when nothing was changed, while the program runs, in 80 columns', {
    tags: 'full',
  }, async () => {
    recorded();
    expect(await wasap('verify')).toEqual({
      out: [
        '✅ The record is intact: 6 entries.',
        'Last hash: <hash>',
        'Keep this hash somewhere else.',
        'While the chain holds it, nothing before it was rewritten.',
        '',
      ].join('\n'),
      errors: '',
      code: 0,
    });
  });

  test('exits with 1 and names the row that was changed', { tags: 'full' }, async () => {
    recorded();
    tamper();
    expect(await wasap('verify')).toEqual({
      out: '❌ The record is broken: row 3 of agent_command_log was changed after it was\nrecorded.\nI changed nothing. Compare it with a backup.\n',
      errors: '',
      code: 1,
    });
  });

  test.each([['agent_command_log'], ['audit_chain'], ['audit_cuts']])(
    'exits with 1 and names the table %s when it was dropped',
    { tags: 'full' },
    async (table) => {
      recorded();
      const database = openDatabase(path.join(folder.path, 'data', 'wasap.db'));
      database.execute(`PRAGMA foreign_keys = OFF; DROP TABLE ${table}`);
      database.close();
      expect(await wasap('verify')).toEqual({
        out: expect.stringMatching(
          new RegExp(
            `^❌ The record is broken: the whole table ${table} was\\s+removed\\.\nI changed nothing\\..*\n$`,
            'u',
          ),
        ),
        errors: '',
        code: 1,
      });
      if (table !== 'agent_command_log') return;
      expect(await wasap('--last', '5')).toEqual({
        out: '',
        errors: expect.stringMatching(/The table agent_command_log is missing.*wasap restore/s),
        code: 2,
      });
    },
  );

  test('--json says the same to a program', { tags: 'full' }, async () => {
    recorded();
    tamper();
    const { out, code } = await wasap('verify', '--json');
    expect([JSON.parse(out), code]).toEqual([
      { kind: 'broken', fault: { table: 'agent_command_log', id: 3, problem: 'changed' } },
      1,
    ]);
  });
});

function tamper(): void {
  const database = openDatabase(path.join(folder.path, 'data', 'wasap.db'));
  database.execute(`UPDATE agent_command_log SET decision = 'allow' WHERE id = 3`);
  database.close();
}

test('on a cell of several machines it says whose commands these are, and where all are', {
  tags: 'full',
}, async () => {
  createRelayRows(recorded().database).nameCell('big-one' as CellName);
  const [{ out }, asJson] = [await wasap('--last', '1'), await wasap('--last', '1', '--json')];
  expect([out.trimEnd().split('\n').slice(-2), JSON.parse(asJson.out).length]).toEqual([
    ['🖥️ Those of the cell big-one.', 'All cells: /audit in a chat, or the page Audit.'],
    1,
  ]);
});
