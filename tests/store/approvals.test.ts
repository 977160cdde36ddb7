import { expect, test } from 'vitest';
import type { Store } from '../../src/contracts/store.ts';
import { type ApprovalId, type CallId, conversationId, type SessionId } from '../../src/core/ids.ts';
import type { ApprovalDifference } from '../support/approval-difference.ts';
import { offers } from '../support/offers.ts';
import { sessionRecord } from '../support/session-record.ts';
import { approvalRecord } from './records.ts';
import { databasePath, freshStore, INSTANCE, OTHER, storeWithSession, thrownBy } from './store-file.ts';

const ID = approvalRecord().id;
const SECOND = 'xyz' as ApprovalId;
const SESSION = sessionRecord().id;
const YES = { state: 'approved', answer: 'sí', scope: 'once', atMs: 60 } as const;
const NO = { state: 'rejected', answer: 'no', atMs: 61 } as const;

function storeWith(...records: readonly ApprovalDifference[]): Store {
  const store = storeWithSession();
  for (const record of records) store.approvals.create(approvalRecord(record));
  return store;
}

test.each([
  ['pending', approvalRecord()],
  [
    'with every field set',
    approvalRecord({
      question: {
        grant: 'push',
        offers: offers(),
        changes: [{ kind: 'script', path: '/projects/shop/x.sh' }],
      },
      answer: { scope: 'session', atMs: 5, words: 'dale' },
      state: 'approved',
      remindedAtMs: 4,
      used: true,
    }),
  ],
])('an approval %s survives closing', (_, record) => {
  const file = databasePath();
  const first = storeWithSession(file);
  first.approvals.create(record);
  first.close();
  expect(freshStore(file).approvals.get(ID)).toEqual(record);
});

test('the first answer counts, from whichever connection', () => {
  const file = databasePath();
  const [one, two] = [storeWithSession(file), freshStore(file)];
  one.approvals.create(approvalRecord());
  expect([two.approvals.decide(ID, NO), one.approvals.decide(ID, YES)]).toEqual([true, false]);
  expect(one.approvals.get(ID)).toEqual(
    approvalRecord({ state: 'rejected', answer: { words: 'no', atMs: 61 } }),
  );
});

test('an approved approval is used once, from whichever connection', () => {
  const file = databasePath();
  const [one, two] = [storeWithSession(file), freshStore(file)];
  one.approvals.create(approvalRecord());
  one.approvals.decide(ID, YES);
  expect([two.approvals.markUsed(ID), one.approvals.markUsed(ID)]).toEqual([true, false]);
  expect(one.approvals.get(ID)).toMatchObject({ state: 'approved', used: true });
});

test.each(['pending', 'rejected', 'expired', 'withdrawn'] as const)('a %s approval is not used', (state) => {
  const { approvals } = storeWith({ state });
  expect(approvals.markUsed(ID)).toBe(false);
});

test('an id that is still open cannot be given to another question', () => {
  const { approvals } = storeWith({});
  expect(thrownBy(() => approvals.create(approvalRecord({ question: { text: 'Another?' } })))).toMatchObject({
    kind: 'conflict',
    message: `Approval id ${ID} names another open question. Ask under a new id.`,
  });
  expect(approvals.get(ID)).toEqual(approvalRecord());
});

test('an id that is approved and not yet used cannot be given to another question', () => {
  const { approvals } = storeWith({ state: 'approved' });
  expect(thrownBy(() => approvals.create(approvalRecord()))).toMatchObject({ kind: 'conflict' });
});

test.each([
  ['rejected', { state: 'rejected' }],
  ['used', { state: 'approved', used: true }],
] as const)('an id comes back after its approval was %s, and then means the newer one', (_, earlier) => {
  const { approvals } = storeWith(earlier, { question: { text: 'Newer?' } });
  approvals.markReminded(ID, 9);
  approvals.decide(ID, YES);
  approvals.markUsed(ID);
  expect(approvals.get(ID)).toEqual(
    approvalRecord({
      question: { text: 'Newer?' },
      state: 'approved',
      answer: { words: 'sí', scope: 'once', atMs: 60 },
      remindedAtMs: 9,
      used: true,
    }),
  );
});

test('the approval of a call is the one asked last', () => {
  const { approvals } = storeWith(
    { state: 'expired' },
    { id: SECOND },
    { call: 'c2' as CallId, id: 'c2c' as ApprovalId },
  );
  expect(approvals.findByCall(SESSION, approvalRecord().call)?.id).toBe(SECOND);
});

test('an approval is found by the message that asked, whatever its state', () => {
  const { approvals } = storeWith({ state: 'expired' }, { id: SECOND, messageId: '3EB0BB' });
  const { conversation } = approvalRecord();
  const elsewhere = conversationId('console', 'x');
  const found = [
    approvals.findByMessage(conversation, '3EB0AA')?.id,
    approvals.findByMessage(conversation, '3EB0BB')?.id,
    approvals.findByMessage(elsewhere, '3EB0BB')?.id,
  ];
  expect(found).toEqual([ID, SECOND, undefined]);
});

test('pending approvals of a conversation come in the order asked', () => {
  const { approvals } = storeWith(
    { id: SECOND },
    {},
    { id: 'ddd' as ApprovalId, state: 'rejected' },
    { id: 'eee' as ApprovalId, conversation: conversationId('console', 'x') },
  );
  expect(approvals.listPending(approvalRecord().conversation).map((row) => row.id)).toEqual([SECOND, ID]);
});

test('pending approvals belong to the program that has their session', () => {
  const store = storeWith({});
  const session = 'session-2' as SessionId;
  store.sessions.create(sessionRecord({ id: session, instance: OTHER }));
  store.approvals.create(approvalRecord({ id: SECOND, session }));
  expect(store.approvals.listAllPending(INSTANCE)).toEqual([approvalRecord()]);
  expect(store.approvals.listAllPending(OTHER)).toEqual([approvalRecord({ id: SECOND, session })]);
});
