import { isJsonObject, type Json, type JsonObject, mapStrings } from '../../../core/json.ts';
import type { SessionAccount } from '../../../store/open-records.ts';

/**
 * A session as JSON lines, uncut: `session`, then every `message` with the `compaction` before it, every `call`,
 * every `approval`, and `end`. Bytes of pictures and the frozen prompt and tools are left out.
 */
export function jsonLinesOf(account: SessionAccount, redact: (text: string) => string): readonly string[] {
  return [sessionLine(account), ...messageLines(account), ...callLines(account), endLine(account)].map(
    (line) => JSON.stringify(mapStrings(line, redact)),
  );
}

function sessionLine({ session }: SessionAccount): JsonObject {
  const { id, number, conversation, owner, mode, task, workspace, project, prompt, origin } = session;
  return {
    type: 'session',
    version: 1,
    id,
    number,
    conversation,
    owner,
    mode,
    task,
    workspace,
    project,
    model: prompt.model,
    created_at: iso(origin.createdAtMs),
  };
}

function messageLines({ messages, compactions }: SessionAccount): readonly JsonObject[] {
  return messages.flatMap(({ role, content }, seq) => [
    ...compactions
      .filter(({ upTo }) => upTo === seq)
      .map(({ upTo, method, summary, atMs }) => ({
        type: 'compaction',
        at: iso(atMs),
        up_to: upTo,
        method,
        summary,
      })),
    { type: 'message', seq, role, content: content.map(withoutBytes) },
  ]);
}

function callLines({ calls, approvals }: SessionAccount): readonly JsonObject[] {
  return [
    ...calls.map(({ id, under, round, position, tool, input, malformed, state, startedAtMs, result }) => ({
      type: 'call',
      id,
      ...(under === undefined ? {} : { under }),
      round,
      position,
      tool,
      input,
      malformed: malformed ?? null,
      state,
      started_at: isoOrNull(startedAtMs),
      result:
        result === undefined
          ? null
          : { text: result.text, data: result.data, ok: result.ok, duration_ms: result.durationMs },
    })),
    ...approvals.map((approval) => ({
      type: 'approval',
      id: approval.id,
      call: approval.call,
      tool: approval.question.tool,
      question: approval.question.text,
      details: approval.question.details,
      asked: approval.requester,
      asked_at: iso(approval.askedAtMs),
      state: approval.state,
      answer: approval.answer?.words ?? null,
      scope: approval.answer?.scope ?? null,
      answered_at: isoOrNull(approval.answer?.atMs),
    })),
  ];
}

function endLine({ session: { state, usage }, plan, written, commits }: SessionAccount): JsonObject {
  return {
    type: 'end',
    status: state.status,
    reason: state.reason ?? null,
    ended_at: isoOrNull(state.endedAtMs),
    rounds: usage.round,
    cost_micro_usd: usage.costKnown ? usage.costMicroUsd : null,
    tokens: usage.tokens,
    plan: plan?.steps.map(({ title, status }) => ({ title, status })) ?? null,
    files: written.map(({ path }) => path),
    commits,
  };
}

/** A picture, of a person or in a result, is megabytes of unreadable base64. */
function withoutBytes(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (!isJsonObject(value)) return value;
  const { type, data } = value;
  if (type === 'base64' && typeof data === 'string')
    return { ...value, data: `(${Buffer.byteLength(data, 'base64')} bytes left out)` };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBytes(item)]));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function isoOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : iso(ms);
}
