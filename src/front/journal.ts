/**
 * What a front keeps on its own disk, so that it does not depend on PostgreSQL: incoming messages until they are in
 * the queue of a cell, and sent messages, so that no retry sends them again.
 */
import * as z from 'zod';
import type { FrontName } from '../cluster/names.ts';
import type { Gap, InboundMessage, MessageIdentity } from '../contracts/channel.ts';
import { id, ownJson } from '../store/columns.ts';
import type { Database } from '../store/database.ts';

/** A message that could not be read, as the channel reports it. */
export type UnreadableArrival = MessageIdentity & Pick<InboundMessage, 'group' | 'sentAtMs'>;

type ArrivedItem =
  | { readonly kind: 'message'; readonly message: InboundMessage }
  | { readonly kind: 'unreadable'; readonly message: UnreadableArrival }
  | { readonly kind: 'missed'; readonly gap: Gap };

export interface JournalArrival {
  readonly seq: number;
  readonly job: string;
  readonly item: ArrivedItem;
}

/** The state of a message that a cell handed in to be sent. */
export type DeliveryState = 'sending' | 'sent' | 'refused' | 'fenced';

export interface JournalDelivery {
  readonly job: string;
  readonly cell: string;
  readonly epoch: number;
  readonly chat: string;
  readonly messageId: string;
}

export interface FrontJournal {
  /** Id of the newest job; ids that come after it have to be larger. */
  newestJob(): string | undefined;
  /** False when it is there already: the network delivers again what was not confirmed. */
  addArrival(job: string, item: ArrivedItem, atMs: number): boolean;
  /** Records that a stranger's message came, without its words. */
  addTurnedAway(job: string, message: UnreadableArrival, why: { reason: string; atMs: number }): void;
  /** Oldest first, from the first one that came after `afterSeq`. */
  listWaiting(afterSeq: number, most: number): readonly JournalArrival[];
  /** Chats with waiting messages. */
  listWaitingChats(): readonly string[];
  /** Marks arrivals that are in a queue; their words are deleted here. */
  markPublished(seqs: readonly number[]): void;
  /** Undefined for a job that was never begun. */
  deliveryState(job: string): DeliveryState | undefined;
  setDelivery(delivery: JournalDelivery, state: DeliveryState, how: { atMs: number; reason?: string }): void;
  prune(beforeMs: number): void;
}

const ArrivalRow = z.object({ seq: z.int(), job: z.string(), item: ownJson<ArrivedItem>() });
const ChatRow = z.object({ chat: z.string() });

export function createFrontJournal(database: Database): FrontJournal {
  const newest = database.read(
    'SELECT max(job) AS job FROM front_arrivals',
    z.object({ job: z.string().nullable() }),
  );
  const insert = database.write(`
    INSERT INTO front_arrivals (job, kind, account, chat, sender, message_id, item, state, reason, at_ms)
    VALUES (@job, @kind, @account, @chat, @sender, @messageId, @item, @state, @reason, @atMs)
    ON CONFLICT (kind, account, chat, sender, message_id) DO NOTHING`);
  const waiting = database.read(
    `SELECT seq, job, item FROM front_arrivals WHERE state = 'waiting' AND seq > @afterSeq ORDER BY seq LIMIT @most`,
    ArrivalRow,
  );
  const waitingChats = database.read(
    `SELECT DISTINCT chat FROM front_arrivals WHERE state = 'waiting' AND chat <> ''`,
    ChatRow,
  );
  const publish = database.write(
    `UPDATE front_arrivals SET state = 'published', item = '{}' WHERE seq = @seq`,
  );
  const stateOf = database.read(
    'SELECT state FROM front_deliveries WHERE job = @job',
    z.object({ state: z.enum(['sending', 'sent', 'refused', 'fenced']) }),
  );
  const deliver = database.write(`
    INSERT INTO front_deliveries (job, cell, epoch, chat, message_id, state, reason, at_ms)
    VALUES (@job, @cell, @epoch, @chat, @messageId, @state, @reason, @atMs)
    ON CONFLICT (job) DO UPDATE SET state = excluded.state, reason = excluded.reason, at_ms = excluded.at_ms`);
  const pruneArrivals = database.write(
    `DELETE FROM front_arrivals WHERE at_ms < @beforeMs AND state <> 'waiting'`,
  );
  const pruneDeliveries = database.write('DELETE FROM front_deliveries WHERE at_ms < @beforeMs');

  return {
    newestJob: () => newest.get({})?.job ?? undefined,
    // A power cut that takes this commit also takes the channel's: then the network delivers the message again.
    addArrival: (job, item, atMs) =>
      database.unflushed(() => {
        const row = { job, kind: item.kind, ...keyOf(item), item: JSON.stringify(item) };
        return insert.run({ ...row, state: 'waiting', reason: null, atMs }).changes > 0;
      }),
    addTurnedAway: (job, { account, chat, sender, id }, { reason, atMs }) =>
      database.unflushed(() => {
        const row = { job, kind: 'message', account, chat, sender, messageId: id, item: '{}' };
        insert.run({ ...row, state: 'refused', reason, atMs });
      }),
    listWaiting: (afterSeq, most) => waiting.all({ afterSeq, most }),
    listWaitingChats: () => waitingChats.all({}).map(({ chat }) => chat),
    // After a power cut they may be published again, with the same job ids.
    markPublished: (seqs) =>
      database.unflushed(() => {
        for (const seq of seqs) publish.runOnRow({ seq });
      }),
    deliveryState: (job) => stateOf.get({ job })?.state,
    setDelivery: ({ job, cell, epoch, chat, messageId }, state, { atMs, reason }) =>
      void database.unflushed(() => deliver.run({ job, cell, epoch, chat, messageId, state, reason, atMs })),
    prune(beforeMs) {
      pruneArrivals.run({ beforeMs });
      pruneDeliveries.run({ beforeMs });
    },
  };
}

/** What makes an arrival unique; for a gap it is the time at which it began. */
function keyOf(item: ArrivedItem): {
  readonly account: string;
  readonly chat: string;
  readonly sender: string;
  readonly messageId: string;
} {
  if (item.kind === 'missed')
    return { account: '', chat: '', sender: '', messageId: String(item.gap.fromMs) };
  const { account, chat, sender, id } = item.message;
  return { account, chat, sender, messageId: id };
}

/** The front that a data folder belongs to. */
export interface OwnName {
  /** Undefined if it has none yet. */
  get(): FrontName | undefined;
  set(name: FrontName): void;
}

export function createOwnName(database: Database): OwnName {
  const name = database.read('SELECT name FROM front_self', z.object({ name: id<'front'>() }));
  const setName = database.write('INSERT INTO front_self (only_row, name) VALUES (1, @name)');
  return {
    get: () => name.get({})?.name,
    set: (own) => void setName.run({ name: own }),
  };
}
