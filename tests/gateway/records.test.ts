import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallId } from '../../src/base/ids.ts';
import type { Json } from '../../src/base/json.ts';
import type { Store } from '../../src/contracts/store.ts';
import { workDone } from '../../src/gateway/records.ts';
import { openStore } from '../../src/store/open.ts';
import { sessionRecord } from '../support/session-record.ts';

const session = sessionRecord();
let folder: string;
let store: Store;
let calls: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-records-'));
  store = openStore({ path: path.join(folder, 'wasap.db') });
  store.sessions.create(session);
  calls = 0;
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function called(tool: string, data: Json, ok = true): void {
  calls += 1;
  const id = `call-${calls}` as CallId;
  store.calls.add({
    session: session.id,
    id,
    round: calls,
    position: 0,
    tool,
    input: {},
    malformed: undefined,
    state: 'open',
    prepared: null,
    result: undefined,
    startedAtMs: undefined,
  });
  store.calls.markDone(session.id, id, { text: '', data, ok, durationMs: 1 });
}

function wrote(file: string, before: string | undefined, after: string | undefined): void {
  store.ledger.noteWritten(session.id, { path: file, before, after, heldForeignChanges: false });
}

test('files, tests, commits and the pull request come from rows', () => {
  called('apply_patch', { path: 'a.ts', created: false, added: 2, removed: 1, diff: '' });
  called('apply_patch', { path: 'a.ts', created: false, added: 3, removed: 0, diff: '' });
  called('write_source_file', { path: 'b.ts', created: true, added: 9, removed: 0, diff: '' });
  called('run_command', {
    exit_code: 1,
    stdout: '',
    stderr: '',
    duration_ms: 1,
    tests: { passed: 3, failed: 1 },
  });
  called('run_command', {
    exit_code: 0,
    stdout: '',
    stderr: '',
    duration_ms: 1,
    tests: { passed: 4, failed: 0 },
  });
  called('run_command', { exit_code: 0, stdout: 'lint', stderr: '', duration_ms: 1 });
  called('git_commit', { hash: 'a1b2c3d', subject: 'fix: a', files: 2, insertions: 14, deletions: 1 });
  called('git_create_pr', { url: 'https://github.com/acme/shop/pull/7', number: 7, created: true });
  wrote('a.ts', 'old', 'new');
  wrote('b.ts', undefined, 'new');
  store.ledger.noteCommit(session.id, 'a1b2c3d');
  expect(workDone(session, store)).toEqual({
    files: [
      { path: 'a.ts', added: 5, removed: 1 },
      { path: 'b.ts', added: 9, removed: 0 },
    ],
    tests: { passed: 4, failed: 0, exitCode: 0 },
    commits: [{ hash: 'a1b2c3d', subject: 'fix: a' }],
    pullRequest: 'https://github.com/acme/shop/pull/7',
    guarded: [],
  });
});

test('what failed, what was taken back and what has another shape is not counted', () => {
  called('apply_patch', { path: 'a.ts', created: false, added: 2, removed: 1, diff: '' });
  called('apply_patch', { path: 'b.ts', created: false, added: 2, removed: 1, diff: '' }, false);
  called('git_create_pr', null, false);
  called('run_command', { tests: 'all green' });
  wrote('a.ts', 'old', 'new');
  wrote('a.ts', 'new', 'old');
  expect(workDone(session, store)).toEqual({
    files: [],
    tests: undefined,
    commits: [],
    pullRequest: undefined,
    guarded: [],
  });
});

test('a commit whose call left no data is shown by its hash', () => {
  store.ledger.noteCommit(session.id, 'a1b2c3d');
  expect(workDone(session, store).commits).toEqual([{ hash: 'a1b2c3d', subject: '' }]);
});
