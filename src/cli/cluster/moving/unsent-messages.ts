import * as z from 'zod';
import type { SettledSteps } from '../../../channels/relay/chat-mover.ts';
import { endKey } from '../../../cluster/queues/wire.ts';
import { type SessionRecord, type SessionStatus, withChange } from '../../../contracts/session.ts';
import { type Clock, isoTime, SECOND_MS } from '../../../core/clock.ts';
import { conversationId } from '../../../core/ids.ts';
import type { Database } from '../../../store/database.ts';

/** A person's message that has had its effect: it is reported to the cluster as handled. */
export interface EndedMessage {
  readonly seq: number;
  readonly chat: string;
  readonly sender: string;
  readonly id: string;
}

const Row = z.object({
  seq: z.int(),
  chat: z.string(),
  sender: z.string(),
  id: z.string(),
  isEnded: z.literal([0, 1]).transform((value) => value === 1),
});

/** How many messages are checked when a program starts: it does not know which of them an earlier one has reported. */
const NEWEST_AT_START = 10_000;
const AT_ONCE = 500;

/**
 * Words that a task has not read yet are not over, though the inbox is done with them: only the rows of this machine
 * hold them. Without an index of its own: it reads new rows, and the few that were not over before.
 */
const SELECT = `SELECT seq, chat, sender, message_id AS id, state <> 'accepted'
    AND seq NOT IN (SELECT inbox_seq FROM steering WHERE taken_round IS NULL AND inbox_seq IS NOT NULL) AS isEnded
  FROM inbox`;

/** Finds the messages that were handled since the last reading. */
export interface InboxEnds {
  /** Handled messages that were not settled yet, some hundred at most. */
  read(): readonly EndedMessage[];
  settle(messages: readonly EndedMessage[]): void;
  /** True once the last reading came to the newest message. */
  hasReadAll(): boolean;
  /** How many messages of the chat are being handled, or wait to be. */
  countUnhandled(chat: string): number;
}

export function createInboxEnds(database: Database): InboxEnds {
  const last = database.read(
    `SELECT coalesce(max(seq), 0) - ${NEWEST_AT_START} AS seq FROM inbox`,
    z.object({ seq: z.int() }),
  );
  const newer = database.read(
    `${SELECT} WHERE seq > @after AND channel = 'whatsapp' ORDER BY seq LIMIT ${AT_ONCE}`,
    Row,
  );
  const one = database.read(`${SELECT} WHERE seq = @seq`, Row);
  const accepted = database.read(
    `SELECT count(*) AS count FROM inbox WHERE state = 'accepted' AND channel = 'whatsapp' AND chat = @chat`,
    z.object({ count: z.int() }),
  );
  const open = new Set<number>();
  let after: number | undefined;
  let hasReadAll = false;
  return {
    read() {
      after ??= last.get({})?.seq ?? 0;
      if (open.size < AT_ONCE) {
        const rows = newer.all({ after });
        for (const { seq } of rows) open.add(seq);
        after = rows.at(-1)?.seq ?? after;
        hasReadAll ||= rows.length < AT_ONCE;
      }
      const rows = [...open].map((seq) => [seq, one.get({ seq })] as const);
      for (const [seq, row] of rows) if (row === undefined) open.delete(seq);
      return rows.flatMap(([, row]) => (row?.isEnded === true ? [row] : []));
    },
    settle(messages) {
      for (const { seq } of messages) open.delete(seq);
    },
    hasReadAll: () => hasReadAll,
    countUnhandled: (chat) => accepted.get({ chat })?.count ?? 0,
  };
}

/** A session whose task is under way. */
export const AT_WORK: readonly SessionStatus[] = ['queued', 'running', 'waiting', 'paused'];

/** The key of the last part of a report. */
const REPORT = /^ended:([^:]+):[^:]+$/;

/** A report is written in the commit that ends its session; the two read the clock one after the other. */
const SAME_COMMIT_MS = SECOND_MS;

/** The messages of a chat at one moment. A cell that takes the chat over must send those that are still unsent. */
export interface ChatMoment {
  /** True if every message to its people is sent. */
  readonly isAllSaid: boolean;
  /** The session as another cell should take it: an ended one counts as running there until its report is sent. */
  asSeenElsewhere(session: SessionRecord): SessionRecord;
  /** True if it has ended and its report waits for the end of the quiet hours. */
  isHeldBack(session: SessionRecord): boolean;
  /**
   * True if another cell need not handle the message. A message that a task has read goes on there with the task. Any
   * other is over once its answer is sent; only this cell can answer one of a talk.
   */
  isOver(message: EndedMessage): boolean;
  /** How what this session does holds the effect of the message: as its beginning, or as words that it has read. */
  heldBy(session: SessionRecord, message: EndedMessage): 'beginning' | 'words' | undefined;
}

/** Finds the messages that are still to be sent in the chats of this cell. */
export interface UnsentMessages {
  /**
   * @param sessions of the chat, as they are now
   * @param ended messages of the chat that have ended and are not known to be over
   */
  look(chat: string, sessions: readonly SessionRecord[], ended: readonly EndedMessage[]): ChatMoment;
  /** What is over, and which of those messages, once the oldest message that is not sent is sent. */
  settledBy(chat: string, ended: readonly EndedMessage[]): SettledSteps;
}

const Seq = z.object({ seq: z.int() });

/** It remembers when it first saw that an answer was written: a busy chat is never silent as a whole. */
export function createUnsaid(database: Database, clock: Pick<Clock, 'nowMs'>): UnsentMessages {
  const unsent = database.read(
    `SELECT added_at_ms AS atMs, dedupe_key AS key FROM outbox
     WHERE conversation = @conversation AND state IN ('queued', 'sending') AND held_at_ms IS NULL ORDER BY seq LIMIT 2`,
    z.object({ atMs: z.int(), key: z.string() }),
  );
  const atRest = database.read(
    `SELECT source_message_id AS source, ended_at_ms AS endedAtMs FROM sessions
     WHERE id = @session AND status IN ('parked', 'done', 'failed', 'cancelled') AND ended_at_ms IS NOT NULL`,
    z.object({ source: z.string(), endedAtMs: z.int() }),
  );
  const heldReports = database.read(
    `SELECT dedupe_key AS key FROM outbox
     WHERE conversation = @conversation AND state IN ('queued', 'sending') AND held_at_ms IS NOT NULL
       AND dedupe_key GLOB 'ended:*'`,
    z.object({ key: z.string() }),
  );
  const atWork = database.read(
    `SELECT count(*) AS count FROM sessions
     WHERE conversation = @conversation AND status IN ('queued', 'running', 'waiting', 'paused')`,
    z.object({ count: z.int() }),
  );
  const read = database.read('SELECT inbox_seq AS seq FROM steering WHERE session = @session', Seq);
  const unsentIn = (chat: string) => unsent.all({ conversation: conversationId('whatsapp', chat) });
  const steeredIn = (session: string) => new Set(read.all({ session }).map(({ seq }) => seq));
  const noTalk = firstSeen(clock);
  const noWork = firstSeen(clock);
  return {
    look(chat, sessions, ended) {
      const unsentMs = unsentIn(chat)[0]?.atMs;
      const working = sessions.filter(({ state: { status } }) => AT_WORK.includes(status));
      const isTalking = working.some(({ mode }) => mode === 'talk');
      const tasks = sessions.filter(
        (session) =>
          session.mode === 'agent' && (working.includes(session) || hasEndedUnheard(session, unsentMs)),
      );
      const began = new Set(tasks.map(({ origin: { sourceMessageId } }) => sourceMessageId));
      const words = new Map(tasks.map(({ id }) => [id, steeredIn(id)] as const));
      const steered = new Set([...words.values()].flatMap((seqs) => [...seqs]));
      const written = noTalk(chat, ended, !isTalking);
      const held = heldReports
        .all({ conversation: conversationId('whatsapp', chat) })
        .map(({ key }) => key.split(':')[1]);
      return {
        isAllSaid: unsentMs === undefined && !isTalking,
        asSeenElsewhere: (session) => (hasEndedUnheard(session, unsentMs) ? asRunning(session) : session),
        isHeldBack: ({ id, state: { endedAtMs } }) => endedAtMs !== undefined && held.includes(id),
        isOver: ({ id, seq }) => isBefore(written.get(seq), unsentMs) || began.has(id) || steered.has(seq),
        heldBy: (session, message) =>
          tasks.includes(session) ? howHeld(session, message, words.get(session.id)) : undefined,
      };
    },
    settledBy(chat, ended) {
      const isQuiet = atWork.get({ conversation: conversationId('whatsapp', chat) })?.count === 0;
      const written = noWork(chat, ended, isQuiet);
      const [sending, next] = unsentIn(chat);
      const session = REPORT.exec(sending?.key ?? '')?.[1] ?? '';
      const reported = atRest.get({ session });
      const steered = steeredIn(session);
      const isReported = ({ id, seq }: EndedMessage): boolean =>
        reported !== undefined && (id === reported.source || steered.has(seq));
      const answers = ended.filter(
        (message) => isReported(message) || (isQuiet && isBefore(written.get(message.seq), next?.atMs)),
      );
      return {
        answers: answers.map(({ id }) => id),
        ends: reported && endKey(session, isoTime(reported.endedAtMs)),
      };
    },
  };
}

const asRunning = (session: SessionRecord) => withChange(session, { state: { status: 'running' } });

function howHeld(
  { origin: { sourceMessageId } }: SessionRecord,
  { id, seq }: EndedMessage,
  words: ReadonlySet<number> | undefined,
): ReturnType<ChatMoment['heldBy']> {
  if (id === sourceMessageId) return 'beginning';
  return words?.has(seq) === true ? 'words' : undefined;
}

/** When each of these messages was first seen while it held; those that are not asked for any more are forgotten. */
function firstSeen(clock: Pick<Clock, 'nowMs'>) {
  const seen = new Map<string, ReadonlyMap<number, number>>();
  return (chat: string, messages: readonly EndedMessage[], holds: boolean): ReadonlyMap<number, number> => {
    const earlier = seen.get(chat);
    const now = new Map(
      messages.flatMap(({ seq }) => {
        const atMs = earlier?.get(seq) ?? (holds ? clock.nowMs() : undefined);
        return atMs === undefined ? [] : [[seq, atMs] as const];
      }),
    );
    if (now.size === 0) seen.delete(chat);
    else seen.set(chat, now);
    return now;
  };
}

/** An answer that was written by then is sent, since the oldest that is not was written later. */
function isBefore(writtenMs: number | undefined, unsentMs: number | undefined): boolean {
  return writtenMs !== undefined && (unsentMs === undefined || unsentMs > writtenMs);
}

function hasEndedUnheard({ state: { endedAtMs } }: SessionRecord, unsentMs: number | undefined): boolean {
  return unsentMs !== undefined && endedAtMs !== undefined && endedAtMs > unsentMs - SAME_COMMIT_MS;
}
