import * as z from 'zod';
import type { OutboundBody } from '../../contracts/channel.ts';
import type { SessionId } from '../../core/ids.ts';
import { id, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

/** The results of the calls of other agents. */
export interface OutsideTaskStore {
  /** Inside the transaction in which the call begins the task. */
  note(agent: string, request: string, session: SessionId): void;
  /** Undefined when this call began none. */
  sessionOf(agent: string, request: string): SessionId | undefined;
  /** What was said in reply to the message with this number, oldest first. */
  repliesTo(inboxSeq: number): readonly string[];
  /** The last report of a task; undefined before there is one, and once it was kept for long enough. */
  reportOf(session: SessionId): string | undefined;
}

const SentBody = z.object({ body: ownJson<OutboundBody | Record<string, never>>() });

// Ranges and not patterns: only these are looked up in the index of the keys.
const KEY_BEGINS = `dedupe_key >= @begin || ':' AND dedupe_key < @begin || ';'`;

export function createOutsideTaskStore(database: Database): OutsideTaskStore {
  const insert = database.write(
    'INSERT INTO outside_tasks (agent, request, session) VALUES (@agent, @request, @session)',
  );
  const one = database.read(
    'SELECT session FROM outside_tasks WHERE agent = @agent AND request = @request',
    z.object({ session: id<'session'>() }),
  );
  const replies = database.read(`SELECT body FROM outbox WHERE ${KEY_BEGINS} ORDER BY seq`, SentBody);
  const report = database.read(
    `SELECT body FROM outbox WHERE ${KEY_BEGINS} ORDER BY seq DESC LIMIT 1`,
    SentBody,
  );
  return {
    note: (agent, request, session) => void insert.run({ agent, request, session }),
    sessionOf: (agent, request) => one.get({ agent, request })?.session,
    repliesTo: (inboxSeq) => replies.all({ begin: `reply:${inboxSeq}` }).flatMap(({ body }) => textIn(body)),
    reportOf: (session) => report.all({ begin: `ended:${session}` }).flatMap(({ body }) => textIn(body))[0],
  };
}

function textIn(body: OutboundBody | Record<string, never>): readonly string[] {
  return 'text' in body && typeof body.text === 'string' ? [body.text] : [];
}
