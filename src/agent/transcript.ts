import {
  closeSync,
  fdatasync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ModelMessage } from '../contracts/model.ts';
import type { Outcome, SessionRecord, TaskPlan } from '../contracts/session.ts';
import type { Compaction } from '../contracts/session-stores.ts';
import type { CallRecord, RewoundRounds } from '../contracts/store.ts';
import type { Checklist } from '../contracts/tool.ts';
import { type Clock, isoTime } from '../core/clock.ts';
import { codeOf } from '../core/failure.ts';
import type { SessionId } from '../core/ids.ts';
import { isJsonObject, type Json, type JsonObject, mapStrings } from '../core/json.ts';
import { oneLine } from '../core/text.ts';
import type { Ledger } from './ledger.ts';

/** One session's `<id>.jsonl`: append-only, one writer, a line per record, written after the commit it mirrors. */
export interface TranscriptFile {
  append(lines: readonly JsonObject[]): void;
  /**
   * Brings it to the disk and closes it, for which nothing waits: the rows are what counts. Messages that a power cut
   * takes until then are added by the next opening.
   */
  close(): void;
}

/** All rows of a session. */
export interface KeptHistory {
  readonly messages: readonly ModelMessage[];
  readonly compactions: readonly Compaction[];
  /** Written with the next message, since nothing of the session runs while rounds are taken back. */
  readonly takenBack: readonly RewoundRounds[];
}

export interface Transcripts {
  /** Opens for appending: cuts off what the rows do not hold (kept as `.torn`) and adds what a crash left out. */
  open(session: SessionRecord, kept: KeptHistory): TranscriptFile;
  pathOf(id: SessionId): string;
  /** Removes the files of a session, torn pieces included, if there are any. */
  remove(id: SessionId): void;
}

export function createTranscripts(folder: string): Transcripts {
  const pathOf = (id: SessionId): string => join(folder, `${id}.jsonl`);
  return {
    pathOf,
    remove(id) {
      for (const path of [pathOf(id), `${pathOf(id)}.torn`]) rmSync(path, { force: true });
    },
    open(session, kept) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(session.id);
      const missing = missingLines(path, session, kept);
      const file = openSync(path, 'a', 0o600);
      const append = (lines: readonly JsonObject[]): void => {
        // One write per batch: a kill leaves whole lines and at most one torn one.
        if (lines.length > 0) writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      };
      append(missing);
      return { append, close: () => fdatasync(file, () => closeSync(file)) };
    },
  };
}

/** The header of a new file, and what is in the rows but, after a crash or a rewind, not in the file. */
function missingLines(
  path: string,
  session: SessionRecord,
  { messages, compactions, takenBack }: KeptHistory,
): readonly JsonObject[] {
  const lines = readAgreeing(path, messages).split('\n');
  const written = (type: string) => lines.filter((line) => line.startsWith(`{"type":"${type}"`)).length;
  const since = written('message');
  return [
    ...(lines[0] === '' ? [headerOf(session)] : []),
    ...messages.slice(since).map((message, index) => messageLine(message, since + index)),
    ...compactions.slice(written('compaction')).map(compactionLine),
    ...takenBack.slice(written('rewind')).map(rewindLine),
  ];
}

/**
 * All lines up to the first that is not a message in the rows. A kill in the middle of a write leaves an unterminated
 * line; a power cut can leave messages that the rows have lost, and the repeated work must not follow them.
 */
function readAgreeing(path: string, messages: readonly ModelMessage[]): string {
  const text = readTranscript(path);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  let end = 0;
  let seq = 0;
  for (const line of whole.split('\n').slice(0, -1)) {
    if (line.startsWith('{"type":"message"')) {
      const message = messages[seq];
      if (message === undefined || JSON.stringify(messageLine(message, seq)) !== line) break;
      seq += 1;
    }
    end += line.length + 1;
  }
  if (end < text.length) {
    writeFileSync(`${path}.torn`, text.slice(end), { mode: 0o600 });
    truncateSync(path, Buffer.byteLength(text.slice(0, end)));
  }
  return text.slice(0, end);
}

function readTranscript(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

function headerOf(session: SessionRecord): JsonObject {
  const { id, conversation, owner, mode, task, workspace, project, number } = session;
  const { terms, origin, prompt, locale } = session;
  return {
    type: 'session',
    version: 1,
    id,
    conversation,
    owner,
    mode,
    task,
    workspace,
    project,
    number,
    model: prompt.model,
    created_at: isoTime(origin.createdAtMs),
    source_message_id: origin.sourceMessageId,
    ...(origin.scheduledAs === undefined ? {} : { cron: origin.scheduledAs }),
    ...(origin.assignment === undefined ? {} : { assignment: origin.assignment }),
    ...(terms === undefined ? {} : { terms }),
    locale,
    system: prompt.system ?? null,
    tools: prompt.tools ?? null,
  };
}

export function messageLine(message: ModelMessage, seq: number): JsonObject {
  return { type: 'message', seq, role: message.role, content: message.content };
}

/** Placed after all messages that it replaces. */
export function compactionLine(compaction: Compaction): JsonObject {
  const { upTo, messages, summary, method, tokensBefore, tokensAfter, windowTokens, microUsd, atMs } =
    compaction;
  return {
    type: 'compaction',
    at: isoTime(atMs),
    up_to: upTo,
    method,
    tokens_before: tokensBefore,
    tokens_after: tokensAfter,
    window_tokens: windowTokens ?? null,
    cost_micro_usd: microUsd,
    summary,
    messages: messages.map(({ role, content }) => ({ role, content })),
  };
}

/** It names what it takes back by places, so it may stand anywhere in the file. */
function rewindLine({
  round,
  lastRound,
  fromMessage,
  toMessage,
  since,
  through,
  atMs,
}: RewoundRounds): JsonObject {
  return {
    type: 'rewind',
    at: isoTime(atMs),
    round,
    last_round: lastRound,
    from_message: fromMessage,
    to_message: toMessage,
    since,
    through,
  };
}

interface RoundState {
  readonly record: SessionRecord;
  readonly messages: readonly ModelMessage[];
  readonly plan: Checklist;
  readonly ledger: Pick<Ledger, 'listWritten'>;
  readonly parts: { readonly clock: Clock };
}

/** The line that the specification asks for, and what a restored session needs beside the messages. */
export function roundLine(
  { record, messages, plan, ledger, parts }: RoundState,
  calls: readonly CallRecord[],
): JsonObject {
  const reply = messages.at(-2);
  const { usage } = record;
  return {
    type: 'round',
    round: usage.round,
    iteration: usage.round - usage.runStartRound - 1,
    tool_calls: calls.map((call) => call.tool),
    reply_preview: oneLine(reply === undefined ? '' : messageText(reply), 200),
    task_plan_snapshot: planMarkdown(plan.get()),
    timestamp: isoTime(parts.clock.nowMs()),
    cost_micro_usd: usage.costMicroUsd,
    tokens: usage.tokens,
    active_ms: usage.earlierActiveMs + usage.activeMs,
    written: filesWrittenBy(calls, ledger),
    results: calls.flatMap(({ id, result }) =>
      result === undefined
        ? []
        : [{ id, ok: result.ok, duration_ms: result.durationMs, data: shortenData(result.data) }],
    ),
  };
}

/** Longest text that is kept of a tool's data, in UTF-16 code units. */
const MAX_FACT_LENGTH = 300;
const MAX_FACTS_LENGTH = 4000;

/** Reports use only short parts of a result: exit codes, counts, hashes. The messages hold the rest. */
function shortenData(data: Json): Json {
  const short = mapStrings(data, (text) => text.slice(0, MAX_FACT_LENGTH));
  return JSON.stringify(short).length > MAX_FACTS_LENGTH ? null : short;
}

/** Files that these calls wrote, with their hashes before the session and now. */
function filesWrittenBy(
  calls: readonly CallRecord[],
  ledger: Pick<Ledger, 'listWritten'>,
): readonly JsonObject[] {
  const paths = calls.flatMap(({ result }) => (result?.ok === true ? pathsIn(result.data) : []));
  return ledger
    .listWritten()
    .filter(({ path }) => paths.includes(path))
    .map(({ path, before, after, heldForeignChanges }) => ({
      path,
      before: before ?? null,
      after: after ?? null,
      held_foreign_changes: heldForeignChanges,
    }));
}

/** A file that was moved has two. */
function pathsIn(data: Json): readonly string[] {
  if (!isJsonObject(data)) return [];
  return [data.path, data.from].filter((path) => typeof path === 'string');
}

function messageText(message: ModelMessage): string {
  return message.content
    .flatMap((block) => (typeof block.text === 'string' ? [block.text] : []))
    .join('\n\n');
}

export function outcomeLine(outcome: Outcome, atMs: number): JsonObject {
  return { type: 'end', at: isoTime(atMs), outcome: { ...outcome } };
}

/** The plan in the form of the specification: `- [x] step`. */
export function planMarkdown(plan: TaskPlan | undefined): string {
  const mark = (status: string): string => (status === 'done' ? 'x' : ' ');
  return plan?.steps.map((step) => `- [${mark(step.status)}] ${step.title}`).join('\n') ?? '';
}
