import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { Assignment, Terms } from '../contracts/assignment.ts';
import type { Block, ModelMessage } from '../contracts/model.ts';
import type { SessionRecord, SessionUsage, TaskPlan } from '../contracts/session.ts';
import type { Compaction } from '../contracts/session-stores.ts';
import type { CallRecord, ModelHistory, RewoundRounds, Store, Transactions } from '../contracts/store.ts';
import type { WrittenFile } from '../contracts/tool.ts';
import type { Clock } from '../core/clock.ts';
import { codeOf, Failure } from '../core/failure.ts';
import type { CallId, ConversationId, InstanceId, SessionId } from '../core/ids.ts';
import { type JsonObject, jsonIn } from '../core/json.ts';
import { failedResult } from './calls/call-record.ts';
import { notices } from './notices.ts';
import type { Transcripts } from './transcript.ts';

interface RestoreParts {
  readonly store: Transactions & ModelHistory & Pick<Store, 'calls' | 'forgetting' | 'ledger' | 'sessions'>;
  /** Path of the session's JSONL. */
  readonly path: string;
  readonly instance: InstanceId;
  readonly nowMs: number;
}

/**
 * Makes the rows of a session from its JSONL alone, as a parked session that can be resumed. Undefined when there is
 * no such file. Lines that cannot be read are skipped and counted in `skipped`; without a header it throws Failure
 * `invalid`.
 */
export function restoreSession({
  store,
  path,
  instance,
  nowMs,
}: RestoreParts): { readonly session: SessionRecord; readonly skipped: number } | undefined {
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  const { lines, skipped } = readLines(text);
  const header = Header.safeParse(lines[0]);
  if (!header.success)
    throw new Failure(
      'invalid',
      `${path} does not begin with a session line: ${z.prettifyError(header.error)}`,
    );
  const messages = lines.flatMap(messageIn);
  const rounds = lines.flatMap((line) => RoundLine.safeParse(line).data ?? []);
  const replies = messages.filter((message) => message.role === 'assistant').length;
  const lastRound = rounds.at(-1);
  const session = sessionFrom(header.data, {
    instance,
    nowMs,
    round: replies,
    activeMs: lastRound?.active_ms ?? 0,
    costMicroUsd: lastRound?.cost_micro_usd ?? 0,
    tokens: lastRound?.tokens ?? 0,
  });
  store.atomically(() => {
    store.sessions.create(session);
    messages.forEach((message, seq) => {
      store.history.append(session.id, seq, message);
    });
    for (const compaction of compactionsIn(lines)) store.contexts.add(session.id, compaction);
    for (const takenBack of parseTakenBack(lines)) store.history.takeBack(session.id, takenBack);
    const plan = planFrom(lastRound?.task_plan_snapshot ?? '');
    if (plan !== undefined) store.history.setPlan(session.id, plan);
    for (const file of rounds.flatMap(({ written }) => written.map(writtenFile)))
      store.ledger.noteWritten(session.id, file);
    restoreCalls(store, session.id, { rounds, messages });
    closeOpenCalls(store, session, messages.at(-1));
  });
  return { session, skipped };
}

interface RestorerParts extends Pick<RestoreParts, 'store' | 'instance'> {
  readonly transcripts: Pick<Transcripts, 'pathOf'>;
  readonly clock: Clock;
}

/** Restores sessions that have no row; false when there is no transcript either. */
export function sessionRestorer({ store, transcripts, instance, clock }: RestorerParts) {
  return async (id: SessionId): Promise<boolean> =>
    // A forgotten session still has its row, and for a moment perhaps its transcript: it must not come back.
    !store.forgetting().isForgotten(id) &&
    restoreSession({ store, path: transcripts.pathOf(id), instance, nowMs: clock.nowMs() }) !== undefined;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A torn last line and damaged middle lines are left out: one bad line must not cost the session. */
function readLines(text: string): { readonly lines: readonly unknown[]; readonly skipped: number } {
  const raw = text.split('\n').filter((line) => line !== '');
  const lines = raw.map(jsonIn).filter((value) => value !== undefined);
  return { lines, skipped: raw.length - lines.length };
}

const Message = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.array(z.looseObject({ type: z.string() })),
});

const MessageLine = Message.extend({ type: z.literal('message'), seq: z.int() });

function messageIn(line: unknown): readonly ModelMessage[] {
  const parsed = MessageLine.safeParse(line);
  return parsed.success ? [asMessage(parsed.data)] : [];
}

function asMessage({ role, content }: z.infer<typeof Message>): ModelMessage {
  // Blocks came out of JSON.parse: they are JSON objects, and the schema saw their `type`.
  return { role, content: content as readonly Block[] };
}

const CompactionLine = z.object({
  type: z.literal('compaction'),
  at: z.iso.datetime(),
  up_to: z.int(),
  method: z.enum(['summary', 'digest', 'switch']),
  tokens_before: z.int(),
  tokens_after: z.int(),
  window_tokens: z.int().nullable(),
  cost_micro_usd: z.int(),
  summary: z.string(),
  messages: z.array(Message).min(1),
});

/** Each replaces the messages before its own position; where damaged lines were left out, fewer. */
function compactionsIn(lines: readonly unknown[]): readonly Compaction[] {
  const place = placeFinder(lines);
  return lines.flatMap((line) => {
    const { data } = CompactionLine.safeParse(line);
    if (data === undefined) return [];
    return {
      upTo: place(data.up_to),
      messages: data.messages.map(asMessage),
      summary: data.summary,
      method: data.method,
      tokensBefore: data.tokens_before,
      tokensAfter: data.tokens_after,
      windowTokens: data.window_tokens ?? undefined,
      microUsd: data.cost_micro_usd,
      atMs: Date.parse(data.at),
    };
  });
}

const RewindLine = z.object({
  type: z.literal('rewind'),
  at: z.iso.datetime(),
  round: z.int(),
  last_round: z.int(),
  from_message: z.int(),
  to_message: z.int(),
  since: z.int(),
  through: z.int(),
});

/** The states of files are not in the file, so no checkpoint is taken back. */
function parseTakenBack(lines: readonly unknown[]): readonly RewoundRounds[] {
  const place = placeFinder(lines);
  return lines.flatMap((line) => {
    const { data } = RewindLine.safeParse(line);
    if (data === undefined) return [];
    return {
      round: data.round,
      lastRound: data.last_round,
      fromMessage: place(data.from_message),
      toMessage: place(data.to_message),
      since: 0,
      through: 0,
      atMs: Date.parse(data.at),
    };
  });
}

/** Where a message of the session stands among those that could be read. */
function placeFinder(lines: readonly unknown[]): (seq: number) => number {
  const seqs = lines.flatMap((line) => MessageLine.safeParse(line).data?.seq ?? []);
  return (at) => seqs.filter((seq) => seq < at).length;
}

const Header = z.object({
  type: z.literal('session'),
  id: z.string(),
  conversation: z.string(),
  owner: z.string(),
  mode: z.enum(['agent', 'talk']),
  task: z.string(),
  workspace: z.string(),
  // Missing in files of earlier versions.
  project: z.string().optional(),
  number: z.int().optional(),
  model: z.string(),
  created_at: z.iso.datetime(),
  source_message_id: z.string(),
  cron: z.string().optional(),
  assignment: Assignment.optional(),
  terms: Terms.optional(),
  locale: z.enum(['en', 'es']),
  system: z.string().nullable(),
  tools: z.string().nullable(),
});

type RestoredFacts = Pick<SessionRecord, 'instance'> &
  Pick<SessionUsage, 'round' | 'activeMs' | 'costMicroUsd' | 'tokens'> & {
    readonly nowMs: number;
  };

function sessionFrom(header: z.infer<typeof Header>, known: RestoredFacts): SessionRecord {
  const { instance, nowMs, round, activeMs, costMicroUsd, tokens } = known;
  // The ids were written by this program into its own data folder.
  return {
    id: header.id as SessionId,
    conversation: header.conversation as ConversationId,
    owner: header.owner,
    instance,
    number: header.number ?? 0,
    mode: header.mode,
    task: header.task,
    locale: header.locale,
    workspace: header.workspace,
    project: header.project ?? header.workspace,
    terms: header.terms,
    origin: {
      createdAtMs: Date.parse(header.created_at),
      sourceMessageId: header.source_message_id,
      scheduledAs: header.cron,
      assignment: header.assignment,
    },
    prompt: { model: header.model, system: header.system ?? undefined, tools: header.tools ?? undefined },
    state: {
      status: 'parked',
      reason: undefined,
      cancelRequested: false,
      wakeAtMs: undefined,
      updatedAtMs: nowMs,
      endedAtMs: nowMs,
    },
    usage: {
      round,
      runStartRound: round,
      activeMs,
      earlierActiveMs: 0,
      costMicroUsd,
      costKnown: costMicroUsd > 0,
      tokens,
      extraMicroUsd: 0,
    },
  };
}

/** Steps of `- [x] title` lines; the finer states are not in the specification's lines. */
function planFrom(snapshot: string): TaskPlan | undefined {
  const steps = [...snapshot.matchAll(/^- \[( |x)\] (.+)$/gm)].map(([, mark, title]) => ({
    title: title ?? '',
    status: mark === 'x' ? ('done' as const) : ('pending' as const),
  }));
  return steps.length > 0 ? { steps } : undefined;
}

const RoundLine = z.object({
  type: z.literal('round'),
  round: z.int(),
  task_plan_snapshot: z.string(),
  cost_micro_usd: z.int(),
  tokens: z.int(),
  // Missing in files of earlier versions.
  active_ms: z.int().default(0),
  written: z
    .array(
      z.object({
        path: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        held_foreign_changes: z.boolean(),
      }),
    )
    .default([]),
  results: z
    .array(z.object({ id: z.string(), ok: z.boolean(), duration_ms: z.number(), data: z.json() }))
    .default([]),
});

type RoundLine = z.infer<typeof RoundLine>;

function writtenFile({
  path,
  before,
  after,
  held_foreign_changes: heldForeignChanges,
}: z.infer<typeof RoundLine>['written'][number]): WrittenFile {
  return { path, before: before ?? undefined, after: after ?? undefined, heldForeignChanges };
}

/** Calls with their results, for reports. Files of earlier versions hold none. */
function restoreCalls(
  { calls, ledger }: Pick<Store, 'calls' | 'ledger'>,
  session: SessionId,
  { rounds, messages }: { readonly rounds: readonly RoundLine[]; readonly messages: readonly ModelMessage[] },
): void {
  const blocks = messages.flatMap(({ content }) => content);
  const byId = new Map(blocks.map((block) => [block.type === 'tool_use' ? block.id : undefined, block]));
  const shown = new Map(blocks.map((block) => [block.tool_use_id, block.content]));
  for (const { round, results } of rounds) {
    for (const [position, { id, ok, duration_ms: durationMs, data }] of results.entries()) {
      const block = byId.get(id);
      const text = shown.get(id);
      const result = { ok, text: typeof text === 'string' ? text : '', data, durationMs };
      if (block !== undefined) calls.add(endedCall(block, { session, round, position, result }));
    }
  }
  for (const hash of commitsOf(calls.all(session))) ledger.noteCommit(session, hash);
}

const Commit = z.object({ hash: z.string() });
/** Hashes in the result of a call that commits: one of `git_commit`, any number of a merge or rebase. */
const MadeCommits = z.union([
  Commit.transform(({ hash }) => [hash]),
  z.object({ commits: z.array(Commit) }).transform(({ commits }) => commits.map(({ hash }) => hash)),
]);

function commitsOf(calls: readonly CallRecord[]): readonly string[] {
  return calls
    .filter(({ tool, result }) => ['git_commit', 'git_integrate'].includes(tool) && result?.ok === true)
    .flatMap(({ result }) => MadeCommits.safeParse(result?.data).data ?? []);
}

/** @param block a call as the model wrote it */
function endedCall(
  block: Block,
  ended: Pick<CallRecord, 'session' | 'round' | 'position' | 'result'>,
): CallRecord {
  return {
    session: ended.session,
    id: String(block.id) as CallId,
    round: ended.round,
    position: ended.position,
    tool: String(block.name),
    input: (block.input ?? {}) as JsonObject,
    malformed: undefined,
    state: 'done',
    prepared: null,
    result: ended.result,
    startedAtMs: undefined,
  };
}

/** The file does not say whether the calls of the last reply ran: the model is told to verify. */
function closeOpenCalls(
  store: Pick<Store, 'calls'>,
  session: SessionRecord,
  last: ModelMessage | undefined,
): void {
  if (last?.role !== 'assistant') return;
  const calls = last.content.filter((block) => block.type === 'tool_use');
  calls.forEach((block, position) => {
    const result = failedResult(notices.interrupted(''));
    store.calls.add(endedCall(block, { session: session.id, round: session.usage.round, position, result }));
  });
}
