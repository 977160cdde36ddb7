/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { CellName } from '../../src/cluster/names.ts';
import { moveConversation } from '../../src/cluster/placement/placements.ts';
import { orderedIds } from '../../src/cluster/queues/queues.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { startPublisher } from '../../src/front/arrivals.ts';
import { createFrontJournal, type FrontJournal } from '../../src/front/journal.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { FRONT, openCluster, ownDatabase, placeChat, seatCell } from './rig.ts';

const JobRow = z.object({
  id: z.string(),
  queue: z.string(),
  data: z.object({
    epoch: z.int(),
    item: z.object({ message: z.object({ text: z.string() }).optional() }),
  }),
});

/** Queue and words of every job, in the order in which cells take them. */
async function jobsIn(url: string): Promise<readonly string[]> {
  const rows = await runSql(
    url,
    `SELECT id, name AS queue, data FROM pgboss.job WHERE name LIKE 'in.%' ORDER BY created_on, id`,
  );
  return z
    .array(JobRow)
    .parse(rows)
    .map(({ queue, data }) => `${queue} ${data.item.message?.text ?? 'gap'}`);
}

interface Rig {
  readonly url: string;
  readonly journal: FrontJournal;
  /** Somebody wrote. */
  wrote(chat: string, ...texts: readonly string[]): void;
  /** Publishes until nothing that can be published is left. */
  publish(journal?: FrontJournal): Promise<void>;
}

async function rig(): Promise<Rig> {
  const url = await freshDatabase();
  const db = await openCluster(url);
  const journal = createFrontJournal(ownDatabase());
  const nextJob = orderedIds(undefined, () => systemClock.nowMs());
  let messages = 0;
  return {
    url,
    journal,
    wrote(chat, ...texts) {
      for (const text of texts) {
        messages += 1;
        const message = { account: 'bot', chat, sender: chat, id: `M${messages}`, text, sentAtMs: 0 };
        journal.addArrival(nextJob(), { kind: 'message', message }, 0);
      }
    },
    async publish(own = journal) {
      let ended: () => void = () => undefined;
      const isDone = new Promise<void>((resolve) => {
        ended = resolve;
      });
      // A round is over when the publisher goes to sleep.
      const clock = {
        ...systemClock,
        sleep: async (ms: number, signal?: AbortSignal) => {
          ended();
          await systemClock.sleep(ms, signal);
        },
      };
      const publisher = startPublisher({ db, journal: own, front: FRONT, clock, log: silentLog });
      onTestFinished(() => publisher.stop());
      await isDone;
      await publisher.stop();
    },
  };
}

const waiting = (journal: FrontJournal): number => journal.listWaiting(0, 10_000).length;

test('what came is in the queue of its cell in the order in which it came', async () => {
  const { url, journal, wrote, publish } = await rig();
  await seatCell(url, 'lima');
  await seatCell(url, 'quito');
  await placeChat(url, 'ana', 'lima');
  await placeChat(url, 'bo', 'quito');
  wrote('ana', 'one');
  wrote('bo', 'two');
  wrote('ana', 'three', 'four');
  await publish();
  expect({ jobs: (await jobsIn(url)).toSorted(), left: waiting(journal) }).toEqual({
    jobs: ['in.lima one', 'in.lima three', 'in.lima four', 'in.quito two'].toSorted(),
    left: 0,
  });
  expect((await jobsIn(url)).filter((job) => job.startsWith('in.lima'))).toEqual([
    'in.lima one',
    'in.lima three',
    'in.lima four',
  ]);
});

test('without a living cell a new chat waits, and is published in order once there is one', {
  tags: 'full',
}, async () => {
  const { url, journal, wrote, publish } = await rig();
  wrote('ana', 'one', 'two');
  await publish();
  const before = { jobs: await jobsIn(url), left: waiting(journal) };
  await seatCell(url, 'lima');
  await publish();
  expect({ before, after: await jobsIn(url) }).toEqual({
    before: { jobs: [], left: 2 },
    after: ['in.lima one', 'in.lima two'],
  });
});

test('many messages of chats without a cell hold back no chat that has one', { tags: 'full' }, async () => {
  const { url, journal, wrote, publish } = await rig();
  // Its cell is silent, but the chat lives there: what waits for it waits in its queue.
  await seatCell(url, 'lima', 3600);
  await placeChat(url, 'bo', 'lima');
  wrote('eva', ...Array.from({ length: 450 }, (_, at) => `eva ${at}`));
  wrote('bo', 'hello');
  await publish();
  expect({ jobs: await jobsIn(url), left: waiting(journal) }).toEqual({
    jobs: ['in.lima hello'],
    left: 450,
  });
});

test('a crash between the queue and the journal publishes nothing twice', async () => {
  const { url, journal, wrote, publish } = await rig();
  await seatCell(url, 'lima');
  wrote('ana', 'one', 'two');
  await publish({
    ...journal,
    // As if the process had died there.
    markPublished: () => undefined,
    listWaiting: (afterSeq, most) => journal.listWaiting(afterSeq, most),
  });
  await publish();
  expect({ jobs: await jobsIn(url), left: waiting(journal) }).toEqual({
    jobs: ['in.lima one', 'in.lima two'],
    left: 0,
  });
});

test('a chat that moves after such a crash has its messages once, wherever they were handled', async () => {
  const { url, journal, wrote, publish } = await rig();
  await seatCell(url, 'lima');
  await seatCell(url, 'quito');
  await placeChat(url, 'ana', 'lima');
  wrote('ana', 'one', 'two');
  await publish({ ...journal, markPublished: () => undefined });
  // One was handled there, the other one moved along.
  const [first] = await runSql(
    url,
    `SELECT id FROM pgboss.job WHERE name LIKE 'in.%' ORDER BY created_on, id`,
  );
  const { id } = z.object({ id: z.string() }).parse(first);
  await runSql(url, `UPDATE pgboss.job SET state = 'completed' WHERE id = $1`, [id]);
  const db = await openCluster(url);
  const moved = await moveConversation(db, { conversation: `${FRONT}:ana`, to: 'quito' as CellName });
  wrote('ana', 'three');
  await publish();
  expect({ carried: moved.carried, jobs: await jobsIn(url), left: waiting(journal) }).toEqual({
    carried: 1,
    jobs: ['in.lima one', 'in.quito two', 'in.quito three'],
    left: 0,
  });
});

test('a time without a link is told to every living cell, once', { tags: 'full' }, async () => {
  const { url, journal, publish } = await rig();
  await seatCell(url, 'lima');
  await seatCell(url, 'quito');
  await seatCell(url, 'gone', 3600);
  const nextJob = orderedIds(undefined, () => systemClock.nowMs());
  journal.addArrival(nextJob(), { kind: 'missed', gap: { fromMs: 1, untilMs: 2 } }, 0);
  await publish();
  expect({ jobs: (await jobsIn(url)).toSorted(), left: waiting(journal) }).toEqual({
    jobs: ['in.lima gap', 'in.quito gap'],
    left: 0,
  });
});
