import * as z from 'zod';
import type {
  SessionOrigin,
  SessionPrompt,
  SessionRecord,
  SessionState,
  SessionStatus,
  SessionUsage,
} from '../contracts/session.ts';
import type { Database } from './database.ts';
import { SessionColumns } from './session-row.ts';

/** Without the frozen prompt and tools, which are most of a record: thousands may be listed. */
export interface ListedSession
  extends Pick<
    SessionRecord,
    'id' | 'conversation' | 'owner' | 'mode' | 'task' | 'workspace' | 'project' | 'number'
  > {
  readonly origin: Pick<SessionOrigin, 'createdAtMs' | 'scheduledAs'>;
  readonly prompt: Pick<SessionPrompt, 'model'>;
  readonly state: Pick<SessionState, 'status' | 'reason' | 'endedAtMs'>;
  readonly usage: Pick<SessionUsage, 'round' | 'costMicroUsd' | 'costKnown' | 'tokens'>;
}

export interface SessionFilter {
  /** Undefined: any state. */
  readonly status?: SessionStatus | undefined;
  /** Undefined: all. */
  readonly limit?: number | undefined;
}

const PAGE_SIZE = 500;
/** Larger than any sequence number. */
const NEWEST = Number.MAX_SAFE_INTEGER;

const ListedRow = SessionColumns.safeExtend({ seq: z.int() })
  .pick({
    seq: true,
    id: true,
    conversation: true,
    owner: true,
    mode: true,
    task: true,
    workspace: true,
    project: true,
    number: true,
    model: true,
    status: true,
    reason: true,
    round: true,
    costMicroUsd: true,
    costKnown: true,
    tokens: true,
    createdAtMs: true,
    endedAtMs: true,
    scheduledAs: true,
  })
  .transform((row) => {
    const { model, status, reason, round, costMicroUsd, costKnown, tokens, ...rest } = row;
    const { createdAtMs, endedAtMs, scheduledAs, ...own } = rest;
    return {
      ...own,
      origin: { createdAtMs, scheduledAs },
      prompt: { model },
      state: { status, reason, endedAtMs },
      usage: { round, costMicroUsd, costKnown, tokens },
    };
  });

/** Sessions of all chats whose texts still exist, newest first, in pages that are read on demand. */
export function createSessionPages(
  database: Database,
): (filter: SessionFilter) => Generator<readonly ListedSession[]> {
  const list = database.read(
    `SELECT s.seq, s.id, s.conversation, s.owner, s.mode, t.task, s.workspace, s.project, s.number, s.model, s.status,
       s.reason, s.round, s.cost_micro_usd AS costMicroUsd, s.cost_known AS costKnown, s.tokens,
       s.created_at_ms AS createdAtMs, s.ended_at_ms AS endedAtMs, s.cron AS scheduledAs
     FROM sessions s JOIN session_texts t ON t.session = s.id
     WHERE s.forgotten = 0 AND (@status IS NULL OR s.status = @status) AND s.seq < @before
     ORDER BY s.seq DESC LIMIT @limit`,
    ListedRow,
  );
  return function* ({ status, limit = Number.POSITIVE_INFINITY }) {
    let [before, left] = [NEWEST, limit];
    while (left > 0) {
      const page = list.all({ status, before, limit: Math.min(PAGE_SIZE, left) });
      if (page.length === 0) return;
      yield page;
      before = page.at(-1)?.seq ?? 0;
      left -= page.length;
    }
  };
}
