import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WorkspaceState } from '../../../src/contracts/checkpoints.ts';
import type { SyntaxFault } from '../../../src/contracts/code.ts';
import type { Store } from '../../../src/contracts/store.ts';
import type { CallId } from '../../../src/core/ids.ts';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { describedTools } from '../../../src/features/contributions.ts';
import { LOOKING_TOOLS, workDone } from '../../../src/gateway/report/work-done.ts';
import { NO_WORK } from '../../support/no-work.ts';
import { sessionRecord } from '../../support/session-record.ts';
import { openTestStore } from '../../support/test-store.ts';

const session = sessionRecord();
let folder: string;
let store: Store;
let calls: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-records-'));
  store = openTestStore({ path: path.join(folder, 'wasap.db') });
  store.sessions.create(session);
  calls = 0;
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function called(
  tool: string,
  data: Json,
  { ok = true, input = {} as Json, isRecordedFirst = true, text = '' } = {},
): void {
  calls += 1;
  const id = `call-${calls}` as CallId;
  store.calls.add({
    session: session.id,
    id,
    round: calls,
    position: 0,
    tool,
    input,
    malformed: undefined,
    state: 'open',
    prepared: null,
    result: undefined,
    startedAtMs: undefined,
  });
  if (isRecordedFirst) store.calls.markStarted(session.id, id, { prepared: null, atMs: 1 });
  store.calls.markDone(session.id, id, { text, data, ok, durationMs: 1 });
}

function ran(command: string, data: JsonObject, args?: readonly string[]): void {
  const input: Json = args === undefined ? { command } : { command, args: [...args] };
  called('run_command', { stdout: '', stderr: '', duration_ms: 1, ...data }, { input });
}

function wrote(file: string, before: string | undefined, after: string | undefined): void {
  store.ledger.noteWritten(session.id, { path: file, before, after, heldForeignChanges: false });
}

test('files, tests, commits and the pull request come from rows', () => {
  called('apply_patch', { path: 'a.ts', created: false, added: 2, removed: 1, diff: '' });
  called('apply_patch', { path: 'a.ts', created: false, added: 3, removed: 0, diff: '' });
  called('write_source_file', { path: 'b.ts', created: true, added: 9, removed: 0, diff: '' });
  ran('npm test', { exit_code: 1, test_run: 'exit-code', tests: { passed: 3, failed: 1, skipped: 0 } });
  ran('npm test', { exit_code: 0, test_run: 'exit-code', tests: { passed: 4, failed: 0, skipped: 0 } });
  ran('npm', { exit_code: 0 }, ['run', 'lint']);
  called('git_commit', { hash: 'a1b2c3d', subject: 'fix: a', files: 2, insertions: 14, deletions: 1 });
  called('git_push', { remote: 'origin', branch: 'fix', hash: 'a1b2c3d' });
  called('git_create_pr', { url: 'https://github.com/acme/shop/pull/7', number: 7, created: true });
  wrote('a.ts', 'old', 'new');
  wrote('b.ts', undefined, 'new');
  store.ledger.noteCommit(session.id, 'a1b2c3d');
  expect(workDone(session, store)).toEqual({
    files: [
      { path: 'a.ts', added: 5, removed: 1 },
      { path: 'b.ts', added: 9, removed: 0 },
    ],
    commandsChanged: false,
    commands: [
      { line: 'npm test', ends: [1, 0] },
      { line: 'npm run lint', ends: [0] },
    ],
    tests: {
      last: { counts: { passed: 4, failed: 0, skipped: 0 }, exitCode: 0 },
      proof: 'passed',
      passedCounts: [3, 4],
    },
    commits: [{ hash: 'a1b2c3d', subject: 'fix: a' }],
    integrated: undefined,
    putAway: [],
    pushed: { remote: 'origin', branch: 'fix', hash: 'a1b2c3d' },
    pullRequest: { url: 'https://github.com/acme/shop/pull/7', number: 7 },
    failures: [],
    didSomething: true,
    brokenFiles: [],
    uncommittedIn: [],
    guarded: [],
  });
});

test('what was moved and what was deleted is counted, and a file is as broken at its new place', () => {
  called('apply_patch', { path: 'a.ts', created: false, added: 1, removed: 1, diff: '' }, { text: BROKEN });
  called('move_file', { path: 'lib/b.ts', from: 'a.ts', added: 0, removed: 0 });
  called('delete_file', { path: 'c.ts', added: 0, removed: 9 });
  ran('npm test', { exit_code: 0, test_run: 'exit-code' });
  called('move_file', { path: 'e.ts', from: 'd.ts', added: 0, removed: 0 });
  wrote('a.ts', 'x', undefined);
  wrote('lib/b.ts', undefined, 'y');
  wrote('c.ts', 'z', undefined);
  wrote('d.ts', 'w', undefined);
  wrote('e.ts', undefined, 'w');
  const { files, brokenFiles, tests } = workDone(session, store);
  expect({ files, brokenFiles, proof: tests.proof }).toEqual({
    files: [
      { path: 'a.ts', added: 1, removed: 1 },
      { path: 'lib/b.ts', added: 0, removed: 0 },
      { path: 'c.ts', added: 0, removed: 9 },
      { path: 'd.ts', added: 0, removed: 0 },
      { path: 'e.ts', added: 0, removed: 0 },
    ],
    brokenFiles: [{ path: 'lib/b.ts', line: 1 }],
    proof: 'not-since-change',
  });
});

const BROKEN =
  'Edited a.ts.\nNew syntax errors, as far as a parser can tell: line 1: x. Check and correct them.';

test('what failed, what was taken back and what has another shape is not counted', () => {
  called('apply_patch', { path: 'a.ts', created: false, added: 2, removed: 1, diff: '' });
  called('apply_patch', { path: 'b.ts', created: false, added: 2, removed: 1, diff: '' }, { ok: false });
  called('git_create_pr', null, { ok: false });
  called('run_command', { tests: 'all green' });
  wrote('a.ts', 'old', 'new');
  wrote('a.ts', 'new', 'old');
  expect(workDone(session, store)).toEqual({
    ...NO_WORK,
    failures: [{ tool: 'git_create_pr', why: '' }],
    didSomething: true,
  });
});

test('a session whose calls only read did nothing, nor did one whose changes failed', () => {
  called('read_lines', {}, { isRecordedFirst: false });
  called('manage_process', {}, { isRecordedFirst: false });
  called('git_push', {}, { ok: false });
  const before = workDone(session, store).didSomething;
  called('git_push', {});
  expect([before, workDone(session, store).didSomething]).toEqual([false, true]);
});

describe('branches that were brought in', () => {
  const merge = {
    state: 'done',
    kind: 'merge',
    branch: 'fix',
    from: 'origin/main',
    theirs: 'f00',
    commits: [{ hash: 'bee', subject: 'Merge origin/main into fix' }],
    replaced: [],
    conflicts: [],
  };
  const { from: _, ...goesOn } = merge;

  test.each<[string, readonly (readonly [string, JsonObject])[], unknown]>([
    [
      'a merge after a fetch',
      [
        ['git_fetch', { remote: 'origin', updated: [] }],
        ['git_integrate', merge],
      ],
      { kind: 'merge', from: 'origin/main', branch: 'fix', open: undefined, isFresh: true },
    ],
    [
      'one that waits',
      [['git_integrate', { ...merge, state: 'conflicts', commits: [], conflicts: ['a.ts'] }]],
      { kind: 'merge', from: 'origin/main', branch: 'fix', open: ['a.ts'], isFresh: false },
    ],
    [
      'one that went on, under its name',
      [
        ['git_integrate', { ...merge, state: 'conflicts', commits: [], conflicts: ['a.ts'] }],
        ['git_integrate', goesOn],
      ],
      { kind: 'merge', from: 'origin/main', branch: 'fix', open: undefined, isFresh: false },
    ],
    [
      'one that was aborted',
      [
        ['git_integrate', { ...merge, state: 'conflicts', commits: [] }],
        ['git_integrate', { ...goesOn, state: 'aborted', commits: [] }],
      ],
      undefined,
    ],
    ['nothing new', [['git_integrate', { ...merge, state: 'current', commits: [] }]], undefined],
  ])('%s', (_what, all, expected) => {
    for (const [tool, data] of all) called(tool, data);
    expect(workDone(session, store).integrated).toEqual(expected);
  });

  test('the merge is one of the commits, and a rebase puts new ones in the place of old ones', () => {
    called('git_commit', { hash: 'old', subject: 'fix: a', files: 1, insertions: 1, deletions: 1 });
    called('git_integrate', {
      ...merge,
      kind: 'rebase',
      commits: [{ hash: 'new', subject: 'fix: a' }],
      replaced: ['old'],
    });
    called('git_integrate', merge);
    for (const hash of ['old', 'new', 'bee']) store.ledger.noteCommit(session.id, hash);
    expect(workDone(session, store).commits).toEqual([
      { hash: 'new', subject: 'fix: a' },
      { hash: 'bee', subject: 'Merge origin/main into fix' },
    ]);
  });

  test('what was put away and not brought back is named', () => {
    called('git_stash', { action: 'save', stash: 's1', paths: ['a.ts'], conflicts: [] });
    called('git_stash', { action: 'save', stash: 's2', paths: ['b.ts'], conflicts: [] });
    const both = workDone(session, store).putAway;
    called('git_stash', { action: 'restore', stash: 's1', paths: [], conflicts: [] });
    expect([both, workDone(session, store).putAway]).toEqual([['a.ts', 'b.ts'], ['b.ts']]);
  });
});

function stateOf(tree: string | null): WorkspaceState {
  return { trees: [{ root: '', tree }], skipped: [], moreSkipped: 0, exclude: '', git: null };
}

test.each([
  ['a command that left the project otherwise', 'run_command', ['a', 'b'], true],
  ['a command that left it as it was', 'run_command', ['a', 'a'], false],
  ['a command before which nobody looked at all of it', 'run_command', [null, 'b'], false],
  ['an edit', 'apply_patch', ['a', 'b'], false],
] as const)('%s: commands changed files or not', (_, tool, [before, after], changed) => {
  called(tool, null);
  const step = { session: session.id, call: `call-${calls}` as CallId, problem: undefined };
  store.checkpoints.begin({ ...step, before: stateOf(before) });
  store.checkpoints.end({ ...step, after: stateOf(after) });
  expect(workDone(session, store).commandsChanged).toBe(changed);
});

test.each([
  ['leave the files as they are', ['b', 'b'], 'passed'],
  ['change them', ['b', 'c'], 'not-since-change'],
] as const)('tests that passed before commands that %s: %j, %s', (_, [before, after], proof) => {
  const step = () => ({ session: session.id, call: `call-${calls}` as CallId, problem: undefined });
  const command = (line: string, states: readonly [string, string], data: JsonObject) => {
    ran(line, data);
    store.checkpoints.begin({ ...step(), before: stateOf(states[0]) });
    store.checkpoints.end({ ...step(), after: stateOf(states[1]) });
  };
  called('apply_patch', { path: 'a.ts', created: false, added: 1, removed: 0, diff: '' });
  wrote('a.ts', 'old', 'new');
  // What tests leave behind is no change since.
  command('npm test', ['a', 'b'], { exit_code: 0, test_run: 'exit-code' });
  command('npx prettier --write .', [before, after], { exit_code: 0 });
  expect(workDone(session, store).tests.proof).toBe(proof);
});

test.each([
  ['a command that only looks', 'ls -la src', 0, ['a', 'a'], false],
  ['tests that passed', 'npm test', 0, ['a', 'a'], false],
  ['a command that failed', 'node mend.js', 1, ['a', 'a'], false],
  ['a command that failed, and left the project otherwise', 'node mend.js', 1, ['a', 'b'], true],
  ['a command that ended well', 'node mend.js', 0, ['a', 'a'], true],
  ['a command before which nobody looked', 'node mend.js', 0, [null, 'a'], true],
] as const)('%s: a change or not', (_, line, exitCode, [before, after], expected) => {
  ran(line, { exit_code: exitCode });
  const step = { session: session.id, call: `call-${calls}` as CallId, problem: undefined };
  store.checkpoints.begin({ ...step, before: stateOf(before) });
  store.checkpoints.end({ ...step, after: stateOf(after) });
  expect(workDone(session, store).didSomething).toBe(expected);
});

test('pages that were read and questions that were asked are no change', () => {
  for (const tool of ['web_fetch', 'web_search', 'request_user_approval']) called(tool, {});
  expect(workDone(session, store).didSomething).toBe(false);
});

test('what was edited before a restore from the transcript, which does not say what was begun, is a change', () => {
  called(
    'apply_patch',
    { path: 'a.ts', created: false, added: 1, removed: 1, diff: '' },
    { isRecordedFirst: false },
  );
  const before = workDone(session, store).didSomething;
  wrote('a.ts', 'old', 'new');
  expect([before, workDone(session, store).didSomething]).toEqual([false, true]);
});

test('a commit whose call left no data is shown by its hash', () => {
  store.ledger.noteCommit(session.id, 'a1b2c3d');
  expect(workDone(session, store).commits).toEqual([{ hash: 'a1b2c3d', subject: '' }]);
});

test('what stands uncommitted in a submodule is what a last look finds, also after the commit of a command', () => {
  wrote('lib/sub/b.txt', 'old', 'new');
  const early = workDone(session, store, { uncommittedIn: ['lib/sub'] }).uncommittedIn;
  ran('git commit -am x', { exit_code: 0, stdout: '[main 1a2b3c4] x\n' });
  const late = [['lib/sub'], []].map(
    (uncommittedIn) => workDone(session, store, { uncommittedIn }).uncommittedIn,
  );
  expect([early, ...late]).toEqual([[], ['lib/sub'], []]);
});

test('what stands uncommitted in a submodule is what the last commit says where nobody looked', () => {
  const commit = { subject: 'fix: a', files: 1, insertions: 1, deletions: 1 };
  called('git_commit', { hash: 'a1b2c3d', ...commit, uncommitted_in: ['lib/sub'] });
  const before = workDone(session, store).uncommittedIn;
  called('git_commit', { hash: 'b1b2c3d', ...commit });
  expect([before, workDone(session, store).uncommittedIn]).toEqual([['lib/sub'], []]);
});

describe('what runs of tests prove about the files as they are now', () => {
  const GREEN = { exit_code: 0, test_run: 'exit-code', tests: { passed: 4, failed: 0, skipped: 0 } };
  const RED = { exit_code: 1, test_run: 'exit-code', tests: { passed: 3, failed: 1, skipped: 0 } };
  const edit = (file = 'a.ts') => {
    called('apply_patch', { path: file, created: false, added: 1, removed: 0, diff: '' });
    wrote(file, 'old', 'new');
  };
  const testRun = (data: JsonObject, command = 'npm test') => ran(command, data);

  test.each<[string, string, () => void]>([
    ['a change, then tests that pass', 'passed', () => [edit(), testRun(GREEN)]],
    ['a change, then tests that fail', 'failed', () => [edit(), testRun(RED)]],
    ['tests that pass, then a change', 'not-since-change', () => [testRun(GREEN), edit()]],
    ['tests that fail, then a change', 'failed', () => [testRun(RED), edit()]],
    ['a change and no tests', 'not-since-change', () => edit()],
    ['a change of prose alone', 'none-needed', () => edit('docs/README.md')],
    ['tests, then a change of prose', 'passed', () => [edit(), testRun(GREEN), edit('README.md')]],
    ['no change and no tests', 'none-needed', () => ran('ls', { exit_code: 0 })],
    ['no change, tests that fail', 'failed', () => testRun(RED)],
    [
      'a narrow run after a wide one that failed',
      'failed',
      () => [edit(), testRun(RED), testRun(GREEN, 'npx vitest a')],
    ],
    [
      'the wide one again',
      'passed',
      () => [edit(), testRun(RED), testRun(GREEN, 'npx vitest a'), testRun(GREEN)],
    ],
    [
      'failures behind an exit code of 0',
      'failed',
      () => [edit(), testRun({ ...RED, exit_code: 0, test_run: 'mixed' })],
    ],
    [
      'failures in the output of a line whose exit code is another’s',
      'failed',
      () => [edit(), testRun({ exit_code: 0, test_run: 'failed' })],
    ],
    ['an exit code of 1 without failures', 'failed', () => [edit(), testRun({ ...GREEN, exit_code: 1 })]],
    ['a run that was killed', 'failed', () => [edit(), testRun({ exit_code: null, test_run: 'exit-code' })]],
    ['an exit code of 0 alone', 'passed', () => [edit(), testRun({ exit_code: 0, test_run: 'exit-code' })]],
    [
      'an exit code of 0 of something else',
      'nothing-ran',
      () => [edit(), testRun({ exit_code: 0, test_run: 'mixed' })],
    ],
    [
      'a run without a test',
      'nothing-ran',
      () => [edit(), testRun({ ...GREEN, tests: { passed: 0, failed: 0, skipped: 3 } })],
    ],
    [
      'a run in the background that goes on',
      'nothing-ran',
      () => [edit(), testRun({ exit_code: null, process_id: 'p1' })],
    ],
    [
      'a run in the background that has ended',
      'passed',
      () => [
        edit(),
        testRun({ exit_code: null, process_id: 'p1' }),
        called('manage_process', {
          processes: [{ id: 'p1', command: 'npm test', status: 'exited', exit_code: 0 }],
          output: '',
        }),
      ],
    ],
    [
      'a row of an earlier version',
      'passed',
      () => [edit(), testRun({ exit_code: 0, tests: { passed: 4, failed: 0 } })],
    ],
  ])('%s: %s', (_, proof, happen) => {
    happen();
    expect(workDone(session, store).tests.proof).toBe(proof);
  });
});

test('a commit of a command that a person allowed stands among the commits, once', () => {
  const printed = '[main 1a2b3c4] fix: the login\n 1 file changed, 2 insertions(+)\n';
  ran('git commit -am "fix: the login"', { exit_code: 0, stdout: printed, stderr: '' });
  ran('git commit --amend', { exit_code: 1, stdout: '[main 9999999] no\n', stderr: '' });
  called('git_commit', { hash: '5d6e7f8a9b', subject: 'docs: notes', files: 1, insertions: 1, deletions: 0 });
  store.ledger.noteCommit(session.id, '5d6e7f8a9b');
  ran('echo git commit', { exit_code: 0, stdout: '[main 8888888] forged\n', stderr: '' });
  ran('cd src && git -C . commit -qm x', {
    exit_code: 0,
    stdout: '[main 5d6e7f8] docs: notes\n',
    stderr: '',
  });
  expect(workDone(session, store).commits).toEqual([
    { hash: '5d6e7f8a9b', subject: 'docs: notes' },
    { hash: '1a2b3c4', subject: 'fix: the login' },
  ]);
});

const broken = (...faults: readonly string[]): string =>
  `Edited a.ts (+1 -1).\nNew syntax errors, as far as a parser can tell: ${faults.join('; ')}. Check and correct them; nothing was reverted.`;
const MISSING = { line: 14, what: 'missing ")"' };

test.each<[string, readonly string[], readonly SyntaxFault[] | undefined, readonly number[]]>([
  ['by the last edit', [broken('line 12: missing ")"')], [MISSING], [14]],
  ['and edited elsewhere since', [broken('line 12: missing ")"'), 'Edited a.ts (+1 -1).'], [MISSING], [14]],
  ['and mended by an edit or a command', [broken('line 12: missing ")"')], [], []],
  [
    'and mended, beside what was wrong before',
    [broken('line 12: missing ")"'), 'Edited.'],
    [{ line: 1, what: 'unexpected "x"' }],
    [],
  ],
  [
    'in words with the marks of the list',
    [broken('line 2: unexpected "a; b"')],
    [{ line: 2, what: 'unexpected "a; b"' }],
    [2],
  ],
  ['in other words now', [broken('line 12: missing ")"')], [{ line: 13, what: 'unexpected end' }], [13]],
  ['and nobody looked', [broken('line 12: missing ")"')], undefined, [12]],
  ['then mended, and nobody looked', [broken('line 12: missing ")"'), 'Edited a.ts (+1 -1).'], undefined, []],
  ['never', ['Edited a.ts (+1 -1).'], [{ line: 1, what: 'unexpected "x"' }], []],
])('a file was broken %s', (_what, texts, now, lines) => {
  for (const text of texts) {
    called('apply_patch', { path: 'a.ts', created: false, added: 1, removed: 1, diff: '' }, { text });
  }
  wrote('a.ts', 'old', 'new');
  const faults = new Map(now === undefined ? [] : [['a.ts', now]]);
  expect(workDone(session, store, { faults }).brokenFiles).toEqual(
    lines.map((line) => ({ path: 'a.ts', line })),
  );
});

test('each tool that reaches the network or a person counts as work, or only looks', () => {
  const reaching = describedTools().filter(({ effect }) => effect === 'network' || effect === 'asks');
  const found = reaching.map(({ name }) => [name, LOOKING_TOOLS.includes(name) ? 'looks' : 'works']);
  // A new tool: decide here, and name it in LOOKING_TOOLS of src/gateway/report/work-done.ts if it changes nothing.
  expect(Object.fromEntries(found)).toEqual({
    create_cron: 'works',
    delete_cron: 'works',
    git_create_pr: 'works',
    git_fetch: 'works',
    git_push: 'works',
    remember: 'works',
    request_user_approval: 'looks',
    switch_workspace: 'works',
    web_fetch: 'looks',
  });
});
