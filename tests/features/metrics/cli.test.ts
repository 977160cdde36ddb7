import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../src/contracts/store.ts';
import type { CallId, SessionId } from '../../../src/core/ids.ts';
import { noFigures } from '../../support/no-figures.ts';
import { type TempFolder, tempFolder } from '../../support/program.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { openTestStore } from '../../support/test-store.ts';

const run = promisify(execFile);
const LAUNCHER = path.resolve(import.meta.dirname, '../../../dist/wasap.cjs');
const SESSION = '20261120-00000001' as SessionId;
const HOUR = 3_600_000;

let folder: TempFolder;
let store: Store | undefined;
beforeEach(() => {
  folder = tempFolder('metrics');
  mkdirSync(path.join(folder.path, 'project'));
});
afterEach(() => {
  store?.close();
  store = undefined;
  folder.remove();
});

/** A store that stays open, as the program's is while it runs. */
function opened(): Store {
  store = openTestStore({ path: path.join(folder.path, 'data', 'wasap.db') });
  return store;
}

/** A task that ran three commands, was warned of a loop, and spent money five hours ago. */
function recorded(): void {
  const { commandLog, sessions, metrics, spending } = opened();
  const now = Date.now();
  sessions.create(
    sessionRecord({
      id: SESSION,
      owner: '34600111222',
      state: { status: 'done', endedAtMs: now - 5 * HOUR },
    }),
  );
  for (const [command, decision, exitCode] of [
    ['npm test', 'allow', 0],
    ['ls nowhere', 'allow', 2],
    ['rm -rf /', 'deny', undefined],
  ] as const) {
    const call = command as CallId;
    commandLog.addAttempt({ session: SESSION, call, phoneNumber: '34600111222', command, decision });
    if (exitCode === undefined) continue;
    const audit = { exitCode, stdoutPreview: 'secret words', stderrPreview: '', durationMs: 500 };
    commandLog.complete(SESSION, call, audit);
  }
  metrics.noteLoop({ session: SESSION, action: 'warning', atMs: now - 5 * HOUR });
  const usage = { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 3000, cacheWriteTokens: 0 };
  spending.add({
    session: SESSION,
    person: '34600111222',
    usage,
    microUsd: 120_000,
    atMs: now - 5 * HOUR,
  });
}

async function wasap(...args: readonly string[]): Promise<{ out: string; errors: string; code: number }> {
  const options = {
    cwd: path.join(folder.path, 'project'),
    env: { PATH: process.env.PATH, HOME: folder.path, DATA_DIR: path.join(folder.path, 'data') },
  };
  try {
    const { stdout, stderr } = await run(process.execPath, [LAUNCHER, 'metrics', ...args], options);
    return { out: stdout, errors: stderr, code: 0 };
  } catch (error) {
    // execFile rejects with the outcome on the error itself.
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { out: stdout, errors: stderr, code };
  }
}

describe('wasap metrics', () => {
  test('shows the figures of the last 30 days while the program runs', { tags: 'full' }, async () => {
    recorded();
    expect(await wasap()).toEqual({
      out: [
        'Figures for the last 30 days',
        'Commands: 3 (24 h: 3), blocked 1',
        'Succeeded: 50 %',
        'Average time: 500 ms',
        'Tasks done: 1',
        'Loops: 1 (24 h: 1)',
        'Cost: $0.12',
        'Tokens: 4.0k read, 100 written',
        'From the cache: 75 %',
        'Questions: none yet',
        '  time to answer: not known yet',
        'Waiting: in 0, out 0, tasks 0',
        'Messages lost: 0 (0 refused, 0 unhandled)',
        'WhatsApp: never linked',
        '',
      ].join('\n'),
      errors: '',
      code: 0,
    });
  });

  test('--json gives numbers alone, and null where there is nothing to work one out from', {
    tags: 'full',
  }, async () => {
    recorded();
    const found: unknown = JSON.parse((await wasap('--since', '3h', '--json')).out);
    expect(found).toEqual({
      ...noFigures(0, 0),
      link: null,
      sinceMs: expect.any(Number),
      untilMs: expect.any(Number),
      commands: { executed: 3, executedLastDay: 3, denied: 1, successRate: 0.5, avgDurationMs: 500 },
      loops: { detected: 0, detectedLastDay: 1 },
    });
  });

  test('an empty database is no error', { tags: 'full' }, async () => {
    opened();
    const { out, code } = await wasap('--since', '7d');
    expect([out.split('\n').slice(0, 2), code]).toEqual([
      ['Figures for the last 7 days', 'Commands: none yet'],
      0,
    ]);
  });

  test.each([
    [['--since', 'yesterday'], /Write a period like 24h, 7d or 4w/, 1],
    [[], /Nothing is stored yet: there is no/, 2],
  ])('%j is refused with a sentence', { tags: 'full' }, async (args, sentence, code) => {
    if (args.length > 0) opened();
    expect(await wasap(...args)).toEqual({ out: '', errors: expect.stringMatching(sentence), code });
  });
});
