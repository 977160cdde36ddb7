import { expect, test } from 'vitest';
import type { Grant } from '../../src/contracts/grants.ts';
import type { SessionStatus } from '../../src/contracts/session.ts';
import type { Store } from '../../src/contracts/store.ts';
import { type ApprovalId, type CallId, conversationId, type SessionId } from '../../src/core/ids.ts';
import { silentLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { planMigration } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { sessionRecord } from '../support/session-record.ts';
import { approvalRecord } from './records.ts';
import { databasePath, execute, freshStore, select, storeWithSession, thrownBy } from './store-file.ts';

const SECOND = '20261120-00000002' as SessionId;
const APPROVAL = approvalRecord().id;

function grant(change: Partial<Grant> = {}): Omit<Grant, 'seq'> & { readonly approval: ApprovalId } {
  const { id, conversation, workspace, owner } = sessionRecord();
  return {
    scope: 'always',
    kind: 'argv',
    conversation,
    session: id,
    workspace,
    words: ['npm', 'ci'],
    executable: '/usr/lib/npm-cli.js',
    scripts: [{ path: '/projects/shop/x.sh', hash: null }],
    outside: ['/srv'],
    access: { network: true, writable: [] },
    display: 'npm ci',
    grantedBy: owner,
    grantedAtMs: 5,
    approval: APPROVAL,
    ...change,
  };
}

function stored(seq: number, change: Partial<Grant> = {}): Grant {
  const { approval: _, ...rest } = grant(change);
  return { seq, ...rest };
}

const NAME: Partial<Grant> = {
  scope: 'session',
  kind: 'name',
  words: ['push'],
  executable: undefined,
  scripts: [],
  outside: [],
  access: undefined,
  display: 'push',
};

function storeWith(file: string, ...grants: readonly Partial<Grant>[]): Store {
  const store = storeWithSession(file);
  store.sessions.create(sessionRecord({ id: SECOND }));
  store.approvals.create(approvalRecord({ state: 'approved' }));
  for (const one of grants) store.grants.add(grant(one));
  return store;
}

test('what was granted survives closing, field by field', () => {
  const file = databasePath();
  storeWith(file, {}, NAME).close();
  expect(freshStore(file).grants.listForSession(sessionRecord())).toEqual([stored(1), stored(2, NAME)]);
});

test.each([
  ['the session it was given in', {}, [1, 2]],
  ['another session of the same chat, person and workspace', { id: SECOND }, [2]],
  ['another chat', { conversation: conversationId('console', 'group') }, []],
  ['another person', { owner: 'bob' }, []],
  ['another workspace', { workspace: '/projects/other' }, []],
])('grants in force for %s', (_, change, seqs) => {
  const store = storeWith(databasePath(), NAME, {});
  const found = store.grants.listForSession(sessionRecord(change));
  expect(found.map(({ seq }) => seq)).toEqual(seqs);
});

test.each([
  ['queued', [1, 2]],
  ['running', [1, 2]],
  ['waiting', [1, 2]],
  ['paused', [1, 2]],
  ['parked', [1, 2]],
  ['done', [2]],
  ['failed', [2]],
  ['cancelled', [2]],
] as const)('of a session that is %s the list shows what is in force', (status: SessionStatus, seqs) => {
  const store = storeWith(databasePath(), NAME, {});
  store.sessions.update(sessionRecord().id, { state: { status }, atMs: 9 });
  const { conversation } = sessionRecord();
  expect(store.grants.listOfChat(conversation).map(({ seq }) => seq)).toEqual(seqs);
});

test('a call that a grant let through counts once', () => {
  const store = storeWith(databasePath(), {});
  const { id: session, conversation } = sessionRecord();
  for (const call of ['c1', 'c2', 'c1'] as CallId[]) {
    store.grants.noteUse({ grant: 1, session, call, atMs: 7 });
  }
  expect(store.grants.listOfChat(conversation)).toEqual([{ ...stored(1), uses: 2 }]);
});

test('a revoked grant is in force nowhere, and is revoked once', () => {
  const store = storeWith(databasePath(), {}, {});
  const { conversation } = sessionRecord();
  expect([store.grants.revoke(1, 8), store.grants.revoke(1, 9), store.grants.revoke(7, 9)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(store.grants.listForSession(sessionRecord())).toEqual([stored(2)]);
  expect(store.grants.listOfChat(conversation)).toEqual([{ ...stored(2), uses: 0 }]);
});

test('all of a chat are revoked together, those of ended sessions too, and none of another chat', () => {
  const store = storeWith(databasePath(), NAME, {}, { conversation: conversationId('console', 'group') });
  store.sessions.update(sessionRecord().id, { state: { status: 'done' }, atMs: 9 });
  expect(store.grants.revokeAll(sessionRecord().conversation, 9)).toBe(2);
  const elsewhere = sessionRecord({ conversation: conversationId('console', 'group') });
  expect([store.grants.listForSession(sessionRecord()), store.grants.listForSession(elsewhere)]).toEqual([
    [],
    [stored(3, { conversation: conversationId('console', 'group') })],
  ]);
});

test.each([
  ['widened', `UPDATE grants SET words = '["npm"]'`, 'grants are added and revoked, never changed'],
  [
    'given to another chat',
    `UPDATE grants SET conversation = 'x'`,
    'grants are added and revoked, never changed',
  ],
  ['taken up again', 'UPDATE grants SET revoked_at_ms = NULL', 'a revoked grant stays revoked'],
  ['deleted', 'DELETE FROM grants', 'grants are added and revoked, never deleted'],
])('a grant cannot be %s, not even from outside', (_, sql, message) => {
  const file = databasePath();
  storeWith(file, {}).grants.revoke(1, 8);
  expect(thrownBy(() => execute(file, sql))).toMatchObject({ message });
});

test('a yes that held for its session before there were grants still does', () => {
  const file = databasePath();
  const old = openDatabase(file);
  planMigration(old, MIGRATIONS.slice(0, 2)).run(silentLog);
  const { id, conversation, owner, workspace } = sessionRecord();
  const approval = `'${id}', 'call-1', '${conversation}', '${owner}', 'git_push', 'f00d', 'push', 'Push?', ''`;
  old.execute(`
    INSERT INTO sessions (id, instance, conversation, owner, mode, workspace, model, status, cancel_requested, round,
      stretch_start, active_ms, cost_micro_usd, cost_known, tokens, extra_micro_usd, created_at_ms, updated_at_ms,
      source_message_id, locale)
    VALUES ('${id}', 'i', '${conversation}', '${owner}', 'agent', '${workspace}', 'm', 'running', 0, 0, 0, 0, 0, 1, 0, 0, 1, 1,
      's', 'en');
    INSERT INTO approvals (id, session, call, conversation, requester, tool, binding_hash, grant_name, question, details,
      state, message_id, asked_at_ms, answered_at_ms, used)
    VALUES ('abc', ${approval}, 'approved', 'm1', 1, 5, 1), ('abd', ${approval}, 'rejected', 'm2', 2, 6, 0)`);
  old.close();
  const store = freshStore(file);
  expect(store.grants.listForSession(sessionRecord())).toEqual([stored(1, NAME)]);
  expect(select(file, 'SELECT approval FROM grants')).toEqual([{ approval: 1 }]);
});
