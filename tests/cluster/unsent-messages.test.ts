/** @module-tag postgres */
import { expect, test } from 'vitest';
import { moveConversation } from '../../src/cluster/placement/placements.ts';
import type { SessionRecord } from '../../src/contracts/session.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { SessionId } from '../../src/core/ids.ts';
import { createUnsaid } from '../../src/features/machines/moving/unsent-messages.ts';
import { runSql } from '../support/postgres.ts';
import { type SessionDifference, sessionRecord } from '../support/session-record.ts';
import { CHAT } from './moving-rig.ts';
import { OTHER } from './rig.ts';
import { KEY, twoCells } from './two-cells.ts';

const handled = (url: string): Promise<unknown[]> =>
  runSql(url, 'SELECT message FROM wasap.handled ORDER BY message');
const facts = (url: string): Promise<unknown[]> =>
  runSql(url, `SELECT facts->>'status' AS status, facts->>'isHeldBack' AS held FROM wasap.copies`);
const statuses = (url: string): Promise<unknown[]> =>
  runSql(url, `SELECT facts->>'status' AS status FROM wasap.copies`);

test('an answer that is not sent yet leaves its message to the next cell; once it is sent, it does not', async () => {
  const { url, from: here } = await twoCells();
  const copier = here.copier();
  here.receive('one', true);
  const sent = here.says('the answer');
  await copier.pass();
  const before = await handled(url);
  sent();
  await copier.pass();
  expect([before, await handled(url)]).toEqual([[], [{ message: 'one' }]]);
});

test('a chat in which more is said meanwhile: what is said later is no answer to an earlier message', {
  tags: 'full',
}, async () => {
  const { url, from: here } = await twoCells();
  const copier = here.copier();
  here.receive('one', true);
  const sent = here.says('the answer');
  await copier.pass();
  sent();
  here.says('something later', { atMs: Date.now() + 60_000 });
  await copier.pass();
  expect(await handled(url)).toEqual([{ message: 'one' }]);
});

test('the last message that is said to somebody carries what it answers', { tags: 'full' }, async () => {
  const { from: here } = await twoCells();
  const copier = here.copier();
  here.receive('one', true);
  const sent = here.says('a mark');
  here.says('the answer', { atMs: 1001 });
  const byTheMark = copier.settledBy(CHAT).answers;
  sent();
  const byTheAnswer = copier.settledBy(CHAT).answers;
  here.begin({ state: { status: 'running' } });
  expect([byTheMark, byTheAnswer, copier.settledBy(CHAT).answers]).toEqual([[], ['one'], []]);
});

test('a report says which end it tells and what it answers, also while more is said and done in the chat', {
  tags: 'full',
}, async () => {
  const { from: here } = await twoCells();
  const copier = here.copier();
  here.receive('one', true);
  const { session } = here.begin({
    mode: 'talk',
    state: { status: 'done', endedAtMs: 1000 },
    origin: { sourceMessageId: 'one' },
  });
  here.begin({
    id: '20261120-0000000d' as SessionId,
    state: { status: 'running' },
    origin: { sourceMessageId: 'two' },
  });
  const key = `ended:${session.id}:3EB0`;
  const isSent = here.says('the first part', { key: `${key}:1` });
  here.says('the last part', { key });
  here.says('something else');
  const byTheFirst = copier.settledBy(CHAT);
  isSent();
  expect([byTheFirst, copier.settledBy(CHAT)]).toEqual([
    { answers: [], ends: undefined },
    { answers: ['one'], ends: `${session.id} 1970-01-01T00:00:01.000Z` },
  ]);
});

test('a task whose report is not sent yet goes on at the next cell; once it is sent, it has ended there, too', async () => {
  const { url, from: here } = await twoCells();
  const copier = here.copier();
  here.begin({ state: { status: 'done', endedAtMs: 1000 }, origin: { sourceMessageId: 'one' } });
  const sent = here.says('the report');
  await copier.pass();
  const before = await statuses(url);
  sent();
  await copier.pass();
  expect([before, await statuses(url)]).toEqual([[{ status: 'running' }], [{ status: 'done' }]]);
});

test('a task whose report waits for the morning has ended, and the next cell knows that nobody has heard so', {
  tags: 'full',
}, async () => {
  const { url, from: here } = await twoCells();
  const copier = here.copier();
  const { session } = here.begin({ state: { status: 'done', endedAtMs: 1000 } });
  const sent = here.says('the report', { key: `ended:${session.id}:1`, isHeldBack: true });
  await copier.pass();
  const atNight = await facts(url);
  sent();
  copier.lookAt(CHAT);
  await copier.pass();
  const ended = { status: 'done', held: null };
  expect([atNight, await facts(url)]).toEqual([[{ ...ended, held: 'true' }], [ended]]);
});

test('what a command depends on is copied at once, also while something is not sent yet', {
  tags: 'full',
}, async () => {
  const { url, cluster, from: here } = await twoCells();
  const copier = here.copier();
  here.begin({ state: { status: 'running' }, origin: { sourceMessageId: 'one' } });
  here.receive('one', true);
  here.says('a note');
  await copier.copyNow(CHAT);
  const isHere = await copier.isHere(CHAT);
  await moveConversation(cluster, { conversation: KEY, to: OTHER });
  expect([isHere, await handled(url), await copier.isHere(CHAT)]).toEqual([
    true,
    [{ message: 'one' }],
    false,
  ]);
});

const session = (change: SessionDifference): SessionRecord =>
  sessionRecord({ id: '20261120-0000000c' as never, origin: { sourceMessageId: 'asked' } }, change);

test.each<[string, SessionDifference, boolean]>([
  ['a task that runs', { mode: 'agent', state: { status: 'running' } }, true],
  ['a talk that is not answered yet', { mode: 'talk', state: { status: 'running' } }, false],
  ['a talk that is answered', { mode: 'talk', state: { status: 'done' } }, true],
  [
    'a talk that rests here since it came from another cell',
    { mode: 'talk', state: { status: 'parked' } },
    true,
  ],
])('a message that began %s', async (_, change, expected) => {
  const { from: here } = await twoCells();
  const unsaid = createUnsaid(here.store.database, systemClock);
  const message = { seq: 1, chat: CHAT, sender: 's', id: 'asked' };
  expect(unsaid.look(CHAT, [session(change)], [message]).isOver(message)).toBe(expected);
});
