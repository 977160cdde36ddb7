import * as z from 'zod';
import { latestNarration } from '../../../agent/latest-narration.ts';
import type { OutboundBody } from '../../../contracts/channel.ts';
import type { ModelMessage } from '../../../contracts/model.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { WorkRecords } from '../../../contracts/store.ts';
import type { CallId, SessionId } from '../../../core/ids.ts';
import { type Locale, localeOf, type Texts } from '../../../core/texts/texts.ts';
import { recordLines } from '../../../gateway/report/report.ts';
import { workDone } from '../../../gateway/report/work-done.ts';
import { flag, id, optionalInt, optionalText, ownJson } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';

/** How many calls, and how many rounds, are read at once: a page stays light however long a task was. */
const MAX_CALLS = 40;
const MAX_ROUNDS = 25;
/** More calls of one round are counted and not read: sub-agents make hundreds. */
const MAX_CALLS_OF_ROUND = 100;
/** How much of an input or a result is shown, in characters; and of a call that is looked at by itself. */
export const MAX_SHOWN = 600;
export const MAX_WHOLE = 50_000;
/** Read beyond that: a secret that is cut in two would not be found and taken out. */
const SPARE = 1000;
/** A reply that is longer in the records, in bytes, is not searched for what it said. */
const MAX_REPLY = 65_536;

/** A call as pages show it. */
export interface CallShown {
  readonly id: CallId;
  readonly round: number;
  readonly position: number;
  readonly tool: string;
  /** Made by a sub-agent. */
  readonly isBelow: boolean;
  readonly state: 'open' | 'waiting' | 'started' | 'done';
  /** The object of the call: its command, its file. */
  readonly subject: string | undefined;
  /** JSON; the beginning of it where it is long. */
  readonly input: string;
  /** In characters, of all of it. */
  readonly inputLength: number;
  readonly output: string | undefined;
  readonly outputLength: number | undefined;
  /** Undefined until it has ended. */
  readonly isOk: boolean | undefined;
  readonly durationMs: number | undefined;
  /** The decision of the policy, or of a person, about a command. */
  readonly decision: 'allow' | 'deny' | 'ask_approved' | 'ask_rejected' | undefined;
  /** The state of the question about any other call; undefined when there was none. */
  readonly asked: 'pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn' | undefined;
}

/** One reply of the model, with its calls. */
export interface RoundShown {
  readonly round: number;
  /** The model's words before its calls; empty when there were none. */
  readonly words: string;
  /** Those of sub-agents are among them. */
  readonly calls: readonly CallShown[];
  /** How many more there were. */
  readonly more: number;
}

/** Rounds that are shown together. */
export interface RoundsShown {
  /** Oldest first. */
  readonly rounds: readonly RoundShown[];
  /** How many there were before these. */
  readonly earlier: number;
}

export interface TaskRounds {
  /** As many of the last rounds as are shown together; with `before`, of those before it. */
  rounds(session: SessionId, before: number | undefined): RoundsShown;
  /** One call, with as much of it as may be shown at all. */
  call(session: SessionId, call: CallId): CallShown | undefined;
  /**
   * The chat's reports on the ends of the task and on the fate of its work, newest first, while their words are kept.
   */
  reports(session: SessionId): readonly string[];
  /** How many bytes the results of its calls take. */
  bytesOfResults(session: SessionId): number;
  /** The last message of anybody that was handled: a person who presses a button has seen what came before it. */
  lastHandled(): number;
}

const SUBJECTS = ['command', 'path', 'query', 'pattern', 'url', 'message', 'task'];

const SELECT_CALL = `
  SELECT c.id, c.round, c.position, c.tool, c.under IS NOT NULL AS isBelow, c.state,
    substr(coalesce(${SUBJECTS.map((name) => `json_extract(c.input, '$.${name}')`).join(', ')}), 1, 300) AS subject,
    substr(c.input, 1, @most) AS input, length(c.input) AS inputLength,
    substr(json_extract(c.result, '$.text'), 1, @most) AS output,
    length(json_extract(c.result, '$.text')) AS outputLength,
    json_extract(c.result, '$.ok') AS isOk, json_extract(c.result, '$.durationMs') AS durationMs,
    (SELECT l.decision FROM command_log_calls k JOIN agent_command_log l ON l.id = k.log_id
     WHERE k.session = c.session AND k.call = c.id) AS decision,
    (SELECT a.state FROM approvals a WHERE a.session = c.session AND a.call = c.id ORDER BY a.seq DESC LIMIT 1) AS asked
  FROM calls c WHERE c.session = @session`;

const Call: z.ZodType<CallShown> = z.object({
  id: id<'call'>(),
  round: z.int(),
  position: z.int(),
  tool: z.string(),
  isBelow: flag,
  state: z.enum(['open', 'waiting', 'started', 'done']),
  subject: optionalText,
  input: z.string(),
  inputLength: z.int(),
  output: optionalText,
  outputLength: optionalInt,
  isOk: flag.nullable().transform((value) => value ?? undefined),
  durationMs: z
    .number()
    .nullable()
    .transform((value) => value ?? undefined),
  decision: orUndefined(z.enum(['allow', 'deny', 'ask_approved', 'ask_rejected'])),
  asked: orUndefined(z.enum(['pending', 'approved', 'rejected', 'expired', 'withdrawn'])),
});

function orUndefined<T>(schema: z.ZodType<T>) {
  return schema.nullable().transform((value) => value ?? undefined);
}

/** What a task did, from its rows, in pieces that cost the same for every length of a task. */
export function createTaskRounds(database: Database): TaskRounds {
  const read = statementsOf(database);
  return {
    rounds(session, before = Number.MAX_SAFE_INTEGER) {
      const counts = read.counts.all({ session, before });
      const shown = roundsThatFit(counts);
      const [newest, oldest] = [shown[0], shown.at(-1)];
      if (newest === undefined || oldest === undefined) return { rounds: [], earlier: 0 };
      const range = { session, from: oldest.round, to: newest.round };
      const calls = read.calls.all({ ...range, most: MAX_SHOWN + SPARE });
      const words = new Map(
        read.replies.all(range).map(({ round, message }) => [round, narrationIn(message)]),
      );
      const rounds = shown.toReversed().map(({ round, count }): RoundShown => {
        const own = calls.filter((call) => call.round === round);
        return { round, words: words.get(round) ?? '', calls: own, more: count - own.length };
      });
      return { rounds, earlier: read.earlier.get({ session, before: oldest.round })?.count ?? 0 };
    },
    call: (session, call) => read.call.get({ session, call, most: MAX_WHOLE + SPARE }),
    reports: (session) =>
      read.reports
        // Every key of a report of this session: a semicolon is the sign after a colon.
        .all({
          ended: `ended:${session}:`,
          endedUntil: `ended:${session};`,
          undone: `undo:${session}:`,
          undoneUntil: `undo:${session};`,
        })
        .flatMap(({ body }) => (body.kind === 'text' ? [body.text] : [])),
    bytesOfResults: (session) => read.bytes.get({ session })?.bytes ?? 0,
    lastHandled: () => read.handled.get({})?.seq ?? 0,
  };
}

interface RoundCount {
  readonly round: number;
  readonly count: number;
}

/** The newest rounds that fit on a page together: one at least. */
function roundsThatFit(newestFirst: readonly RoundCount[]): readonly RoundCount[] {
  let calls = 0;
  const end = newestFirst.findIndex(({ count }, index) => {
    calls += count;
    return index > 0 && calls > MAX_CALLS;
  });
  return end === -1 ? newestFirst : newestFirst.slice(0, end);
}

function narrationIn({ role, content }: ModelMessage): string {
  return role === 'assistant' ? latestNarration(content) : '';
}

function statementsOf(database: Database) {
  return {
    counts: database.read(
      `SELECT round, count(*) AS count FROM calls WHERE session = @session AND round < @before
       GROUP BY round ORDER BY round DESC LIMIT ${MAX_ROUNDS}`,
      z.object({ round: z.int(), count: z.int() }),
    ),
    earlier: database.read(
      'SELECT count(DISTINCT round) AS count FROM calls WHERE session = @session AND round < @before',
      z.object({ count: z.int() }),
    ),
    calls: database.read(
      `${SELECT_CALL} AND c.round BETWEEN @from AND @to
       ORDER BY c.round, c.position, c.under IS NOT NULL, c.seq LIMIT ${MAX_CALLS_OF_ROUND}`,
      Call,
    ),
    call: database.read(`${SELECT_CALL} AND c.id = @call`, Call),
    // The last block of a reply with calls is a call. The size of a row is known without reading the row. Each message
    // is looked at once (CROSS JOIN keeps this order), and not once for each call.
    replies: database.read(
      `SELECT c.round, h.message FROM history h
       CROSS JOIN calls c ON c.session = h.session AND c.id = json_extract(h.message, '$.content[#-1].id')
       WHERE h.session = @session AND octet_length(h.message) < ${MAX_REPLY} AND c.round BETWEEN @from AND @to`,
      z.object({ round: z.int(), message: ownJson<ModelMessage>() }),
    ),
    // Changes have a page of their own, and questions have buttons.
    reports: database.read(
      `SELECT body FROM outbox WHERE body <> '{}' AND dedupe_key NOT LIKE '%:diff:%'
         AND dedupe_key NOT LIKE '%:ask' AND (
         (dedupe_key >= @ended AND dedupe_key < @endedUntil) OR (dedupe_key >= @undone AND dedupe_key < @undoneUntil))
       ORDER BY seq DESC LIMIT 12`,
      z.object({ body: ownJson<OutboundBody>() }),
    ),
    bytes: database.read(
      'SELECT coalesce(sum(octet_length(result)), 0) AS bytes FROM calls WHERE session = @session',
      z.object({ bytes: z.int() }),
    ),
    handled: database.read(
      `SELECT seq FROM inbox WHERE state <> 'accepted' ORDER BY seq DESC LIMIT 1`,
      z.object({ seq: z.int() }),
    ),
  };
}

/** All results of a task are read for it: a task with more bytes than this only has its report. */
const MAX_BYTES = 2_000_000;
/** How many tasks are remembered. */
const MAX_KEPT = 32;

/**
 * Facts from the records of a task, independent of its words; undefined where there is too much to look at on a page.
 */
export type Evidence = (session: SessionRecord, texts: Texts) => readonly string[] | undefined;

interface EvidenceParts {
  readonly store: WorkRecords;
  readonly taskRounds: Pick<TaskRounds, 'bytesOfResults'>;
}

interface CachedEvidence {
  readonly updatedAtMs: number;
  readonly locale: Locale;
  readonly lines: readonly string[] | undefined;
}

/** Computed again only when the task has advanced: a page is made again with every change of any row. */
export function createEvidence({ store, taskRounds }: EvidenceParts): Evidence {
  const kept = new Map<SessionId, CachedEvidence>();
  return (session, texts) => {
    const { id, mode } = session;
    if (mode === 'talk') return [];
    const { updatedAtMs } = session.state;
    const locale = localeOf(texts);
    const known = kept.get(id);
    if (known?.updatedAtMs === updatedAtMs && known.locale === locale) return known.lines;
    const isTooMuch = taskRounds.bytesOfResults(id) > MAX_BYTES;
    const lines = isTooMuch ? undefined : recordLines(workDone(session, store), texts);
    kept.delete(id);
    kept.set(id, { updatedAtMs, locale, lines });
    for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest);
    return lines;
  };
}
