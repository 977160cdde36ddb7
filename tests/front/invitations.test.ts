/** @module-tag postgres */
import { expect, test } from 'vitest';
import type { ClusterDatabase } from '../../src/cluster/cluster-database.ts';
import { admitByCode, inviteInCluster, removePerson } from '../../src/cluster/people.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Failure } from '../../src/core/failure.ts';
import { silentLog } from '../../src/core/log.ts';
import {
  createInvitations,
  createWelcomeRows,
  type Invitations,
  type WelcomeRows,
} from '../../src/front/invitations.ts';
import { freshDatabase } from '../support/postgres.ts';
import { openCluster, ownDatabase } from './rig.ts';

const EVE = '5491155559999';
const CODE = 'hash of 1234 5678';
const MESSAGE = { account: 'bot', chat: 'eve', sender: EVE, id: 'M1', text: '1234 5678', sentAtMs: 1 };
const TRIAL = { chat: 'eve', codeMessage: 'M1', phone: EVE, codeHash: CODE, messageId: 'W1' };

interface Place {
  readonly db: ClusterDatabase;
  readonly rows: WelcomeRows;
  /** Ids of welcomes, as they reached the network. */
  readonly sent: string[];
}

async function place(): Promise<Place> {
  const db = await openCluster(await freshDatabase());
  const invitation = {
    codeHash: CODE,
    role: 'member',
    workspaces: undefined,
    validMs: 60_000,
    tries: 5,
  } as const;
  await inviteInCluster(db, invitation);
  return { db, rows: createWelcomeRows(ownDatabase()), sent: [] };
}

/** One life of the front. */
function life(
  { db, rows, sent }: Place,
  {
    transaction = db.transaction,
    answers = true,
  }: { transaction?: ClusterDatabase['transaction']; answers?: boolean } = {},
): Invitations {
  return createInvitations({
    db: { ...db, transaction },
    people: { refresh: async () => undefined },
    rows,
    codeIn: () => CODE,
    hasOpen: () => true,
    channel: {
      async send({ id }) {
        sent.push(id);
        if (!answers) throw new Failure('unavailable', 'The link broke before it answered.');
      },
    },
    pace: { waitForTurn: async () => true },
    locale: 'en',
    clock: systemClock,
    log: silentLog,
  });
}

test('who writes the code is welcomed once', async () => {
  const here = await place();
  const front = life(here);
  await front.tryCode(MESSAGE);
  await front.settle();
  await front.settle();
  expect([here.sent.length, here.rows.listDue(), here.rows.listOpen()]).toEqual([1, [], []]);
});

/** What was done before the front was killed, and the welcomes that its next life sends. */
test.each<[string, (here: Place) => Promise<void> | void, readonly string[]]>([
  ['before PostgreSQL was asked', ({ rows }) => rows.add(TRIAL, 1), []],
  [
    'after PostgreSQL had let them in',
    async ({ db, rows }) => {
      rows.add(TRIAL, 1);
      await admitByCode(db, TRIAL);
    },
    ['W1'],
  ],
  [
    'before the welcome was sent',
    ({ rows }) => {
      rows.add(TRIAL, 1);
      rows.markDue(TRIAL);
    },
    ['W1'],
  ],
  [
    'after they were let in and removed again',
    async ({ db, rows }) => {
      rows.add(TRIAL, 1);
      await admitByCode(db, TRIAL);
      await removePerson(db, EVE);
    },
    [],
  ],
])('killed %s', async (_, before, expected) => {
  const here = await place();
  await before(here);
  await life(here).settle();
  expect([here.sent, here.rows.listDue(), here.rows.listOpen()]).toEqual([expected, [], []]);
});

test('a welcome that was sent before a kill is sent again under the same id', async () => {
  const here = await place();
  const first = life(here, { answers: false });
  await first.tryCode(MESSAGE);
  await first.settle();
  await life(here).settle();
  expect([new Set(here.sent).size, here.rows.listDue()]).toEqual([1, []]);
});

test('who is let in by an answer that PostgreSQL did not live to give is welcomed when it is back', async () => {
  const here = await place();
  const { db } = here;
  const front = life(here, {
    async transaction(work) {
      await db.transaction(work);
      throw new Failure('unavailable', 'PostgreSQL does not answer.');
    },
  });
  await front.tryCode(MESSAGE);
  const before = [...here.sent];
  await front.settle();
  expect([before, here.sent.length]).toEqual([[], 1]);
});
