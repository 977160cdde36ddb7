import * as z from 'zod';
import { openClusterDatabase } from '../../../src/cluster/cluster-database.ts';
import {
  type CellName,
  channelOfCell,
  channelOfFront,
  conversationKey,
  type FrontName,
  queueInto,
  queueOutOf,
} from '../../../src/cluster/names.ts';
import { joinCluster } from '../../../src/cluster/placement/membership.ts';
import { placementsOf } from '../../../src/cluster/placement/placements.ts';
import { putMedia, takeMedia } from '../../../src/cluster/queues/media.ts';
import { jobIdOf, orderedIds } from '../../../src/cluster/queues/queues.ts';
import { type FrontAnswer, FrontNews, OutboundJob, WIRE_VERSION } from '../../../src/cluster/queues/wire.ts';
import type { SqlSession } from '../../../src/cluster/sql.ts';
import type { InboundMessage } from '../../../src/contracts/channel.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { jsonIn } from '../../../src/core/json.ts';
import { silentLog } from '../../../src/core/log.ts';

export const FRONT = 'front' as FrontName;
export const CHAT = '34600111222@s.whatsapp.net';
const PERSON = '34600111222';

/** What reached the phone. `body` has bytes in place of a media id. */
export interface Delivered {
  readonly id: string;
  readonly chat: string;
  readonly body: object;
}

export interface FakeFront {
  readonly delivered: Delivered[];
  /** Ids of what was asked to be sent, once for each try that reached a front. */
  readonly asked: string[];
  readonly typed: { readonly chat: string; readonly on: boolean }[];
  /** The person writes. Resolves when the message is in the queue of the conversation's cell. */
  says(text: string, more?: Partial<InboundMessage>): Promise<void>;
  /** A job as it is, whatever it holds. */
  put(data: object, key?: string): Promise<void>;
  /** Resolves when everything that was put into the cell's queue is done. */
  takenIn(): Promise<void>;
  stop(): Promise<void>;
}

export interface FrontOptions {
  readonly url: string;
  readonly cell: CellName;
  readonly name?: FrontName;
  /** Answer to a send in place of taking it; undefined: it is taken. */
  refuses?(message: { readonly id: string }): FrontAnswer | undefined;
  /** Called when a message has reached the front, before the phone has it. */
  reached?(message: { readonly id: string }): Promise<void>;
  /** Called when the phone has a message, before its job is done. */
  accepted?(message: { readonly id: string }): Promise<void>;
  /** Bytes that the network has for an attachment. */
  readonly file?: Uint8Array;
}

interface Job {
  readonly data: object;
  readonly key: string;
}

const Place = z.object({ cell: z.string().transform((of) => of as CellName), epoch: z.int() });

let messages = 0;
const nextId = orderedIds(undefined, () => Date.now());

/**
 * The other end of the real queues: a phone in memory. Conversations live where the table says, in `cell` unless they
 * moved.
 */
export async function startFakeFront(options: FrontOptions): Promise<FakeFront> {
  const { url, cell, name = FRONT } = options;
  const clock = systemClock;
  const db = await openClusterDatabase({ url, name: 'fake front', supervises: false, clock, log: silentLog });
  await db.ready;
  const membership = await joinCluster(
    db,
    { kind: 'front', name, version: '1', facts: { own: { phone: `${PERSON}:7@s.whatsapp.net` } } },
    { clock, log: silentLog, signal: new AbortController().signal, waitMs: 0 },
  );
  await db.run(
    `INSERT INTO wasap.placements (conversation, front, person, cell, epoch) VALUES ($1, $2, $3, $4, 1)
     ON CONFLICT DO NOTHING`,
    [conversationKey(name, CHAT), name, PERSON, cell],
  );
  const delivered: Delivered[] = [];
  const asked: string[] = [];
  const typed: FakeFront['typed'] = [];
  const put = async (sql: SqlSession, to: CellName, { data, key }: Job): Promise<void> => {
    const queue = { name: queueInto(to), wakes: channelOfCell(to) };
    await db.queues.make(queue.name);
    await db.queues.add(sql, queue, [{ id: nextId(), key, data }]);
  };
  const deliver = async ({
    message,
  }: Extract<OutboundJob['item'], { kind: 'send' }>): Promise<FrontAnswer> => {
    asked.push(message.id);
    await options.reached?.(message);
    const refusal = options.refuses?.(message);
    if (refusal !== undefined) return refusal;
    const { body, id, chat } = message;
    const shown =
      'media' in body ? { ...body, media: Buffer.from(await takeMedia(db, body.media)).toString() } : body;
    // As the journal of a front: what was sent is not sent again.
    if (!delivered.some((one) => one.id === id)) delivered.push({ id, chat, body: shown });
    await options.accepted?.(message);
    return { ok: true };
  };
  const askedBy = new Map<string, CellName>();
  const answerTo = async ({ cell: from, epoch, item }: OutboundJob): Promise<FrontAnswer> => {
    const chat = item.kind === 'send' ? item.message.chat : item.chat;
    const key = conversationKey(name, chat);
    const placement = (await placementsOf(db, [key])).get(key);
    if (placement?.cell !== from || placement.epoch !== epoch)
      return { ok: false, failure: 'denied', reason: 'fenced' };
    if (item.kind === 'send') return await deliver(item);
    if (options.file === undefined) return { ok: false, failure: 'not-found', reason: 'It is gone.' };
    return { ok: true, media: await putMedia(db, options.file) };
  };
  const consumer = db.queues.consume(queueOutOf(name), OutboundJob, {
    async handle(jobs, settle) {
      for (const { id, data } of jobs) {
        askedBy.set(id, data.cell);
        void answerTo(data).then(
          (answer) => settle(id, answer),
          () => undefined,
        );
      }
    },
    async onCompleted(sql, settled) {
      for (const { id, output } of settled) {
        const news = JSON.stringify({ kind: 'answer', id, answer: output });
        await sql.run('SELECT pg_notify($1, $2)', [channelOfCell(askedBy.get(id) ?? cell), news]);
      }
    },
  });
  db.listen(channelOfFront(name), (payload) => {
    consumer.wake();
    const news = payload === undefined ? undefined : FrontNews.safeParse(jsonIn(payload)).data;
    if (news?.kind === 'typing') typed.push({ chat: news.chat, on: news.on });
  });
  return {
    delivered,
    asked,
    typed,
    put: (data, key = conversationKey(name, CHAT)) => db.transaction((sql) => put(sql, cell, { data, key })),
    async says(text, more = {}) {
      messages += 1;
      const message = {
        account: '34911222333',
        chat: CHAT,
        sender: PERSON,
        id: `M${messages}-${jobIdOf(String(Math.random())).slice(0, 8)}`,
        text,
        sentAtMs: Date.now(),
        ...more,
      };
      const key = conversationKey(name, message.chat);
      await db.transaction(async (sql) => {
        const [place = { cell, epoch: 1 }] = await sql.rows(
          Place,
          'SELECT cell, epoch FROM wasap.placements WHERE conversation = $1 FOR SHARE',
          [key],
        );
        const data = { v: WIRE_VERSION, epoch: place.epoch, front: name, item: { kind: 'message', message } };
        await put(sql, place.cell, { data, key });
      });
    },
    async takenIn() {
      for (;;) {
        const { waiting, active } = await db.queues.depth(queueInto(cell));
        if (waiting + active === 0) return;
        await clock.sleep(10);
      }
    },
    async stop() {
      await consumer.stop();
      await membership.leave();
      await db.close();
    },
  };
}
