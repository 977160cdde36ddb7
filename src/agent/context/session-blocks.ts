import type { ModelMessage, ToolSpec } from '../../contracts/model.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { CallRecord } from '../../contracts/store.ts';
import { isJsonObject, type Json, type JsonObject, mapStrings } from '../../core/json.ts';
import { oneLine } from '../../core/text.ts';
import { resultBlock } from '../calls/call-record.ts';
import type { CallWithResult } from '../calls/unchanged-reads.ts';
import type { Ledger, SessionPlan } from '../memory.ts';
import type { AgentParts } from '../parts.ts';
import { planMarkdown } from '../transcript.ts';

/** Longest text that is kept of a tool's data, in UTF-16 code units. */
const MAX_FACT_LENGTH = 300;
const MAX_FACTS_LENGTH = 4000;

interface RoundState {
  readonly record: SessionRecord;
  readonly messages: readonly ModelMessage[];
  readonly plan: SessionPlan;
  readonly ledger: Pick<Ledger, 'listWritten'>;
  readonly parts: Pick<AgentParts, 'clock'>;
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
    timestamp: new Date(parts.clock.nowMs()).toISOString(),
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

/** A finished call with the result that the model sees. */
export function toCallWithResult({ id, tool, input, result }: CallRecord): CallWithResult {
  // A call without a result would make the history unusable: the API refuses it in every later request.
  if (result === undefined) throw new Error(`call ${id} of ${tool} has no result`);
  return { name: tool, input, block: resultBlock(id, result) };
}

/** This program wrote it from the same type when the session began. */
export function readTools(record: SessionRecord): readonly ToolSpec[] {
  const { tools } = record.prompt;
  return tools === undefined ? [] : (JSON.parse(tools) as readonly ToolSpec[]);
}

export function endsWithCalls(messages: readonly ModelMessage[]): boolean {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.content.some((block) => block.type === 'tool_use');
}

function messageText(message: ModelMessage): string {
  return message.content
    .flatMap((block) => (typeof block.text === 'string' ? [block.text] : []))
    .join('\n\n');
}
