import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { SessionRecord } from '../../../src/contracts/session.ts';
import type { CallId, InstanceId, SessionId } from '../../../src/core/ids.ts';
import type { Json } from '../../../src/core/json.ts';
import { createDoubtedEnds, untestedMarker } from '../../../src/features/sessions/doubted-ends.ts';
import { IN_MEMORY } from '../../../src/store/database.ts';
import { type SessionDifference, sessionRecord } from '../../support/session-record.ts';
import { openTestStore } from '../../support/test-store.ts';

let store: ReturnType<typeof openTestStore>;
let mark: () => Promise<void>;
let count = 0;
beforeEach(() => {
  store = openTestStore({ path: IN_MEMORY });
  store.instances.register({ id: 'test-instance' as InstanceId, pid: process.pid, startTime: '0', atMs: 0 });
  mark = untestedMarker({ rows: createDoubtedEnds(store.database), store });
});
afterEach(() => store.close());

test('they are found by an index: a million other sessions keep nobody waiting', () => {
  const plan = store.database.read(
    `EXPLAIN QUERY PLAN SELECT id FROM sessions
       WHERE status = 'done' AND reason = 'unproven' AND mode = 'agent' AND forgotten = 0
         AND (@before IS NULL OR seq < (SELECT seq FROM sessions WHERE id = @before))
       ORDER BY seq DESC LIMIT @most`,
    z.object({ detail: z.string() }),
  );
  const [step] = plan.all({ before: undefined, most: 10 });
  expect(step?.detail).toBe('SCAN sessions USING INDEX sessions_doubted');
});

/** A task as an older version has stored it: done, and doubted. */
function ended(change: SessionDifference = {}, words = 'I changed the login.'): SessionRecord {
  count += 1;
  const id = `20261120-${String(count).padStart(8, '0')}` as SessionId;
  const session = sessionRecord(
    {
      id,
      state: { status: 'done', reason: 'unproven', updatedAtMs: 7 },
    },
    change,
  );
  store.sessions.create(session);
  if (words !== '')
    store.history.append(id, 0, { role: 'assistant', content: [{ type: 'text', text: words }] });
  return session;
}

function called({ id }: SessionRecord, tool: string, data: Json, text = ''): void {
  count += 1;
  const call = `call-${count}` as CallId;
  store.calls.add({
    session: id,
    id: call,
    round: count,
    position: 0,
    tool,
    input: tool === 'run_command' ? { command: 'npm test' } : {},
    malformed: undefined,
    state: 'open',
    prepared: null,
    result: undefined,
    startedAtMs: undefined,
  });
  store.calls.markStarted(id, call, { prepared: null, atMs: 1 });
  store.calls.markDone(id, call, { text, data, ok: true, durationMs: 1 });
}

/** Its tests ran before the last edit. */
function untested(session: SessionRecord, text = ''): SessionRecord {
  called(session, 'run_command', { exit_code: 0, stdout: '', stderr: '', test_run: 'exit-code' });
  called(session, 'apply_patch', { path: 'a.ts', added: 1, removed: 1 }, text);
  store.ledger.noteWritten(session.id, { path: 'a.ts', before: 'x', after: 'y', heldForeignChanges: false });
  return session;
}

const stored = ({ id }: SessionRecord) => {
  const state = store.sessions.get(id)?.state;
  return { reason: state?.reason, updatedAtMs: state?.updatedAtMs };
};

test('an end that lacks only a test is marked as such, and is not the newest for that', async () => {
  const session = untested(ended());
  await mark();
  expect(stored(session)).toEqual({ reason: 'untested', updatedAtMs: 7 });
});

const BROKE = 'New syntax errors, as far as a parser can tell: line 3: missing }. Check and correct them.';

test.each<[string, () => SessionRecord]>([
  ['a commit that was asked for', () => untested(ended({ task: 'fix the login and commit it' }))],
  ['a push that is claimed', () => untested(ended({}, 'Done, and I pushed it.'))],
  ['a file that an edit broke', () => untested(ended(), BROKE)],
  ['its last words', () => untested(ended({}, ''))],
  ['nothing that is stored', () => ended()],
])('one that may lack more stays as it is: %s', async (_what, make) => {
  const session = make();
  await mark();
  expect(stored(session)).toEqual({ reason: 'unproven', updatedAtMs: 7 });
});

test.each([
  ['a talk', { mode: 'talk' }],
  ['a task that runs again', { state: { status: 'running' } }],
] satisfies [string, SessionDifference][])('%s is none', async (_what, change) => {
  const session = untested(ended(change));
  await mark();
  expect(stored(session).reason).toBe('unproven');
});

test('many are judged a few at a time, newest first, each once', async () => {
  const sessions = Array.from({ length: 12 }, () => untested(ended()));
  const marked = () =>
    sessions.map((session) => (stored(session).reason === 'untested' ? 'x' : '-')).join('');
  const seen: string[] = [];
  for (let call = 0; call < 3; call += 1) {
    await mark();
    seen.push(marked());
  }
  expect(seen).toEqual(['--xxxxxxxxxx', 'xxxxxxxxxxxx', 'xxxxxxxxxxxx']);
});
