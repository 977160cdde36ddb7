/** @module-tag postgres */
import { expect, test } from 'vitest';
import type { ClusterDatabase } from '../../src/cluster/cluster-database.ts';
import { asHolder } from '../../src/cluster/copies/copies.ts';
import {
  type CellName,
  channelOfCell,
  channelOfFront,
  conversationKey,
  queueInto,
  queueOutOf,
} from '../../src/cluster/names.ts';
import { askForHandover } from '../../src/cluster/placement/handovers.ts';
import { moveConversation, placeConversations } from '../../src/cluster/placement/placements.ts';
import { orderedIds } from '../../src/cluster/queues/queues.ts';
import { endKey } from '../../src/cluster/queues/wire.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { Failure, isFailure } from '../../src/core/failure.ts';
import type { InstanceId } from '../../src/core/ids.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { freshDatabase } from '../support/postgres.ts';
import { different, type SessionDifference, sessionRecord } from '../support/session-record.ts';
import { CHAT, CONVERSATION, endLine, type Machine, machine, messageLine } from './moving-rig.ts';
import { CELL, FRONT, joinAs, OTHER, openDatabase } from './rig.ts';

const KEY = conversationKey(FRONT, CHAT);
const THIRD = 'rio' as CellName;
const nextId = orderedIds(undefined, Date.now);

/** What becomes of one message, `asked`, whose cell is lost. */
interface Fate {
  /** The new cell handles it from the beginning. */
  readonly comesAgain: boolean;
  /** What the chat is told of its task. */
  readonly told: readonly string[];
}

interface Case {
  /** Of the job that brought it. */
  readonly job: 'created' | 'active' | 'completed';
  /** Its task's end was reported by a message that the front has sent. */
  readonly isReported?: boolean;
  /** How much of what the lost cell copies PostgreSQL takes before it dies; missing: all. */
  readonly commits?: number;
  /** What the lost cell had of it. */
  had?(lost: Machine): void;
}

async function fateOf({ job, isReported = false, commits, had = () => undefined }: Case): Promise<Fate> {
  const cluster = await openDatabase(await freshDatabase());
  await joinAs(cluster, CELL);
  await cluster.transaction((sql) => placeConversations(sql, FRONT, [{ conversation: KEY, person: CHAT }]));
  await joinAs(cluster, OTHER);
  await publish(cluster, job);
  if (isReported) await report(cluster);
  const lost = machine(cluster, { name: CELL });
  lost.rows.noteArrival({ chat: CHAT, front: FRONT, epoch: 1 });
  // From then on it has said that it copies.
  await lost.copier().pass();
  had(lost);
  await lost.copier(dyingAfter(commits)).pass().catch(unlessAway);
  const to = machine(cluster, { name: OTHER });
  const { carried } = await moveConversation(cluster, { conversation: KEY, to: OTHER });
  await to.arrive(2);
  const told = to.told.flatMap((text) => text.split('\n').slice(1));
  return { comesAgain: carried > 0, told: told.filter((line) => !/^(?:📁|Not here: )/u.test(line)) };
}

function dyingAfter(commits = Number.POSITIVE_INFINITY): typeof asHolder {
  let left = commits;
  return async (...asked) => {
    left -= 1;
    if (left < 0) throw new Failure('unavailable', 'PostgreSQL is away.');
    return await asHolder(...asked);
  };
}

function unlessAway(error: unknown): void {
  if (!isFailure(error) || error.kind !== 'unavailable') throw error;
}

async function publish(cluster: ClusterDatabase, state: Case['job']): Promise<void> {
  const message = { chat: CHAT, sender: '34600111222', id: 'asked' };
  const job = { id: nextId(), key: KEY, data: { item: { kind: 'message', message } } };
  const queue = { name: queueInto(CELL), wakes: channelOfCell(CELL) };
  await cluster.transaction((sql) => cluster.queues.add(sql, queue, [job]));
  await cluster.run(
    `UPDATE pgboss.job SET state = $1::pgboss.job_state, completed_on = CASE WHEN $1 = 'completed' THEN now() END`,
    [state],
  );
}

/** Nothing was copied after it. */
async function report(cluster: ClusterDatabase): Promise<void> {
  const ends = endKey(sessionRecord().id, endLine('').at);
  const queue = { name: queueOutOf(FRONT), wakes: channelOfFront(FRONT) };
  const job = { id: nextId(), key: KEY, data: { cell: CELL, ends } };
  await cluster.transaction((sql) => cluster.queues.add(sql, queue, [job]));
  await cluster.run(
    `UPDATE pgboss.job SET state = 'completed', completed_on = now(), output = '{"ok":true}' WHERE id = $1`,
    [job.id],
  );
}

/** The inbox is done with the message: it began this task, which has run. */
const ran =
  (change: SessionDifference, lines: readonly JsonObject[] = [messageLine(0, 'fix it')]) =>
  (lost: Machine): void => {
    lost.receive('asked', true);
    const asked = { task: 'fix it', origin: { sourceMessageId: 'asked' } };
    lost.begin(different(asked, change)).file.append(lines);
  };

/** A task that waits for its turn: nothing of it was ever written. */
function queues(lost: Machine, sourceMessageId = 'asked'): void {
  const { project: workspace } = lost;
  const own = { conversation: CONVERSATION, workspace, instance: 'here' as InstanceId };
  lost.store.sessions.create(
    sessionRecord({ ...own, task: 'fix it', origin: { sourceMessageId }, state: { status: 'queued' } }),
  );
}

const LAST_WORDS = 'Fixed.\n/agent-resume 9';
const DONE = [messageLine(0, 'fix it'), messageLine(1, LAST_WORDS), endLine(LAST_WORDS)];
const AGAIN: Fate = { comesAgain: true, told: ['No open tasks came with it.'] };
const NOTHING: Fate = { comesAgain: false, told: ['No open tasks came with it.'] };
const GOES_ON: Fate = {
  comesAgain: false,
  told: ['These tasks can continue here:', '/agent-resume 1 · fix it'],
};
const HAD_ENDED: Fate = {
  comesAgain: false,
  told: [
    'No open tasks came with it.',
    '#1 had ended: fix it',
    "In case its report didn't arrive, these were its last words:",
    '> Fixed.',
    '> /agent-resume 9',
  ],
};
const HAD_NOT_STARTED = [
  'No open tasks came with it.',
  "#1 hadn't started: fix it",
  "If it doesn't start here by itself, send it again.",
];

/** The states that `docs/decisions/a-lost-cell-owes-every-message-an-answer.md` names, in its order. */
test.each<[string, Case, Fate]>([
  [
    'a task that had ended, with its report on the way',
    {
      job: 'completed',
      had(lost) {
        ran({ state: { status: 'done', endedAtMs: 1000 } }, DONE)(lost);
        lost.says('the report');
      },
    },
    HAD_ENDED,
  ],
  [
    'a task that had not begun',
    {
      job: 'completed',
      had(lost) {
        lost.receive('asked', true);
        queues(lost);
      },
    },
    { comesAgain: true, told: HAD_NOT_STARTED },
  ],
  [
    'handled, while the job was still under way',
    { job: 'active', had: ran({ state: { status: 'running' } }) },
    GOES_ON,
  ],
])('%s', async (_, given, fate) => {
  expect(await fateOf(given)).toEqual(fate);
});

test.each<[string, Case, Fate]>([
  ['in the queue', { job: 'created' }, AGAIN],
  [
    'in the inbox, while the job was still under way',
    {
      job: 'active',
      had: (lost) => lost.receive('asked', false),
    },
    AGAIN,
  ],
  ['in the inbox', { job: 'completed', had: (lost) => lost.receive('asked', false) }, AGAIN],
  [
    'answered, with the answer on the way',
    {
      job: 'completed',
      had(lost) {
        lost.receive('asked', true);
        lost.says('the answer');
      },
    },
    AGAIN,
  ],
  [
    'a talk that was not answered',
    { job: 'completed', had: ran({ mode: 'talk', number: 0, state: { status: 'running' } }) },
    AGAIN,
  ],
  [
    'words for a task that had not read them',
    {
      job: 'completed',
      had(lost) {
        const { session } = lost.begin({
          task: 'fix it',
          state: { status: 'running' },
          origin: { sourceMessageId: 'earlier' },
        });
        lost.receive('asked', true);
        const steering = { session: session.id, text: 'also that', inboxSeq: 1, atMs: 0 };
        lost.store.steering.add(steering);
      },
    },
    { ...GOES_ON, comesAgain: true },
  ],
  [
    'a task of a schedule that had not begun',
    {
      job: 'completed',
      had(lost) {
        lost.receive('asked', true);
        queues(lost, 'of a schedule');
      },
    },
    { comesAgain: false, told: HAD_NOT_STARTED },
  ],
  ['a task under way', { job: 'completed', had: ran({ state: { status: 'running' } }) }, GOES_ON],
  ['a task that waited for a yes', { job: 'completed', had: ran({ state: { status: 'waiting' } }) }, GOES_ON],
  [
    'a task that waited for its model',
    { job: 'completed', had: ran({ state: { status: 'paused' } }) },
    GOES_ON,
  ],
  [
    'a task that had stopped',
    { job: 'completed', had: ran({ state: { status: 'parked', endedAtMs: 1000 } }) },
    GOES_ON,
  ],
  [
    'a task that was continued, and had not begun again',
    {
      job: 'completed',
      had: ran({ state: { status: 'queued' } }, DONE),
    },
    GOES_ON,
  ],
  [
    'a task whose report waited for the morning',
    {
      job: 'completed',
      had(lost) {
        ran({ state: { status: 'done', endedAtMs: 1000 } }, DONE)(lost);
        lost.says('the report', { key: `ended:${sessionRecord().id}:1`, isHeldBack: true });
      },
    },
    HAD_ENDED,
  ],
  [
    'a task whose report was sent',
    { job: 'completed', had: ran({ state: { status: 'done', endedAtMs: 1000 } }, DONE) },
    NOTHING,
  ],
  [
    'a task whose report was sent, and nothing copied after it',
    {
      job: 'completed',
      isReported: true,
      had(lost) {
        ran({ state: { status: 'done', endedAtMs: 1000 } }, DONE)(lost);
        lost.says('the report');
      },
    },
    NOTHING,
  ],
])('%s', { tags: 'full' }, async (_, given, fate) => {
  expect(await fateOf(given)).toEqual(fate);
});

/** As far as the copy came: before its first line it is begun again, with it it goes on, and never both. */
eachInFull([
  [0, AGAIN],
  [1, { comesAgain: true, told: HAD_NOT_STARTED }],
  [2, GOES_ON],
  [3, GOES_ON],
])('a task under way, of which PostgreSQL took %i commits before it died', async (commits, fate) => {
  expect(await fateOf({ job: 'completed', commits, had: ran({ state: { status: 'running' } }) })).toEqual(
    fate,
  );
});

test('a second loss, right after the chat was taken over: the third cell has all of it', {
  tags: 'full',
}, async () => {
  const cluster = await openDatabase(await freshDatabase());
  await joinAs(cluster, CELL);
  await cluster.transaction((sql) => placeConversations(sql, FRONT, [{ conversation: KEY, person: CHAT }]));
  await joinAs(cluster, OTHER);
  await joinAs(cluster, THIRD);
  await publish(cluster, 'completed');
  const [lost, next, last] = [CELL, OTHER, THIRD].map((name) => machine(cluster, { name })) as [
    Machine,
    Machine,
    Machine,
  ];
  await next.copier().pass();
  lost.rows.noteArrival({ chat: CHAT, front: FRONT, epoch: 1 });
  lost.receive('asked', false);
  lost
    .begin({ task: 'fix it', origin: { sourceMessageId: 'earlier' }, state: { status: 'running' } })
    .file.append([messageLine(0, 'fix it')]);
  await lost.copier().pass();
  await moveConversation(cluster, { conversation: KEY, to: OTHER });
  await next.arrive(2);
  // It has taken the message, and copied nothing since.
  await cluster.run(`UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE name = $1`, [
    queueInto(OTHER),
  ]);
  const { carried } = await moveConversation(cluster, { conversation: KEY, to: THIRD });
  await last.arrive(3);
  expect({ carried, told: last.told[0]?.split('\n')[2] }).toEqual({
    carried: 1,
    told: '/agent-resume 1 · fix it',
  });
});

/**
 * Of a lost cell, with one message on its way to the phone; how often it was looked after, and whether that is sent.
 */
async function handsOver(
  clockOf: (cluster: ClusterDatabase) => Pick<Clock, 'sleep' | 'upMs'>,
): Promise<object> {
  const cluster = await openDatabase(await freshDatabase());
  const { leave } = await joinAs(cluster, CELL);
  await cluster.transaction((sql) => placeConversations(sql, FRONT, [{ conversation: KEY, person: CHAT }]));
  await leave();
  const queue = { name: queueOutOf(FRONT), wakes: channelOfFront(FRONT) };
  const job = { id: nextId(), key: KEY, data: { cell: CELL } };
  await cluster.transaction((sql) => cluster.queues.add(sql, queue, [job]));
  const clock = { ...systemClock, ...clockOf(cluster) };
  const how = await askForHandover(cluster, KEY, { clock, withinMs: 0 });
  const left = await cluster.run("SELECT 1 FROM pgboss.job WHERE state < 'completed'");
  return { how, left };
}

test('before the chat of a lost cell moves, its front sends what it was given', {
  tags: 'full',
}, async () => {
  const sends = (cluster: ClusterDatabase) => ({
    upMs: () => 0,
    sleep: async () => void (await cluster.run(`UPDATE pgboss.job SET state = 'completed'`)),
  });
  expect(await handsOver(sends)).toEqual({ how: 'dead', left: 0 });
});

test('a front that sends nothing does not keep the chat there', { tags: 'full' }, async () => {
  let upMs = 0;
  const isAway = () => ({
    upMs: () => upMs,
    sleep: async () => {
      upMs += 1000;
    },
  });
  expect(await handsOver(isAway)).toEqual({ how: 'dead', left: 1 });
});
