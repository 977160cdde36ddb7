import * as z from 'zod';
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
