import * as z from 'zod';
import type { SessionRecord, SessionStatus } from '../../../contracts/session.ts';
import type { Clock } from '../../../core/clock.ts';
import { type ConversationId, conversationId } from '../../../core/ids.ts';
import { SECOND_MS } from '../../../core/time.ts';
import type { Database } from '../../../store/database.ts';
import type { EndedMessage } from './inbox-ends.ts';

/** A session whose task is under way. */
export const AT_WORK: readonly SessionStatus[] = ['queued', 'running', 'waiting', 'paused'];

/** A report is written in the commit that ends its session; the two read the clock one after the other. */
const SAME_COMMIT_MS = SECOND_MS;

/** A chat at one moment. Whoever goes on with it elsewhere has to say what is not said yet. */
export interface ChatMoment {
  /** Everything that its people have to hear is sent. */
  readonly isAllSaid: boolean;
  /** As another cell should take the session: one that has ended goes on there as long as its report is not sent. */
  shown(session: SessionRecord): SessionRecord;
  /**
   * Whether another cell need not handle the message. What a task has goes on there with it; all else is over once its answer
   * is sent, and of a talk nobody else would give one.
   */
  isOver(message: EndedMessage): boolean;
}

/**
 * @param sessions of the chat, as they are now
 * @param ended messages of the chat that have ended and are not known to be over
 */
export type LookAtChat = (
  chat: string,
  sessions: readonly SessionRecord[],
  ended: readonly EndedMessage[],
) => ChatMoment;

/** It remembers when it first saw that nothing was left to be said about a message: a busy chat is never silent as a whole. */
export function createChatLook(database: Database, clock: Pick<Clock, 'nowMs'>): LookAtChat {
  const answeredMs = new Map<string, ReadonlyMap<number, number>>();
  const oldest = database.read(
    `SELECT min(added_at_ms) AS atMs FROM outbox
     WHERE conversation = @conversation AND state IN ('queued', 'sending') AND held_at_ms IS NULL`,
    z.object({ atMs: z.int().nullable() }),
  );
  const read = database.read(
    'SELECT inbox_seq AS seq FROM steering WHERE session = @session',
    z.object({ seq: z.int() }),
  );
  const unsentSince = (conversation: ConversationId): number | undefined =>
    oldest.get({ conversation })?.atMs ?? undefined;
  return (chat, sessions, ended) => {
    const unsentMs = unsentSince(conversationId('whatsapp', chat));
    const working = sessions.filter(({ status }) => AT_WORK.includes(status));
    const isTalking = working.some(({ mode }) => mode === 'talk');
    const tasks = sessions.filter(
      (session) =>
        session.mode === 'agent' && (working.includes(session) || hasEndedUnheard(session, unsentMs)),
    );
    const began = new Set(tasks.map(({ sourceMessageId }) => sourceMessageId));
    const steered = new Set(tasks.flatMap(({ id }) => read.all({ session: id }).map(({ seq }) => seq)));
    const answered = new Map(
      ended.flatMap(({ seq }) => {
        const atMs = answeredMs.get(chat)?.get(seq) ?? (isTalking ? undefined : clock.nowMs());
        return atMs === undefined ? [] : [[seq, atMs] as const];
      }),
    );
    if (answered.size === 0) answeredMs.delete(chat);
    else answeredMs.set(chat, answered);
    // Its answer was written by then, so whatever is not sent yet came later.
    const isSaid = (seq: number): boolean => {
      const atMs = answered.get(seq);
      return atMs !== undefined && (unsentMs === undefined || unsentMs > atMs);
    };
    return {
      isAllSaid: unsentMs === undefined && !isTalking,
      shown: (session) => (hasEndedUnheard(session, unsentMs) ? { ...session, status: 'running' } : session),
      isOver: ({ id, seq }) => isSaid(seq) || began.has(id) || steered.has(seq),
    };
  };
}

function hasEndedUnheard({ endedAtMs }: SessionRecord, unsentMs: number | undefined): boolean {
  return unsentMs !== undefined && endedAtMs !== undefined && endedAtMs > unsentMs - SAME_COMMIT_MS;
}
