import * as z from 'zod';
import type { Model, ModelFault, ModelRequest, ModelRetry, Usage } from '../contracts/model.ts';
import { isJsonObject, type Json, type JsonObject, jsonIn } from '../core/json.ts';

export interface StructuredQuestion<Answer> {
  readonly model: string;
  readonly system: string;
  /** The question, as the only message. */
  readonly text: string;
  /** Reads the reply. */
  readonly shape: z.ZodType<Answer>;
  /** The reply's format for the API; default: made from `shape`. */
  readonly format?: JsonObject;
  /** Stable name of who asks, for telemetry and recordings: `secretary/<id>`. */
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

/**
 * `unusable`: a reply came, and was paid for, but does not have the shape; `detail` says in what, for a model or a log.
 */
export type StructuredAnswer<Answer> =
  | { readonly kind: 'answer'; readonly value: Answer; readonly usage: Usage }
  | { readonly kind: 'unusable'; readonly detail: string; readonly usage: Usage }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

/**
 * One question without tools whose answer is data. The API promises the shape, except for a refusal, a reply that was
 * cut off, and a model or server that knows no structured output: so what comes is read like any outside data.
 */
export async function askStructured<Answer>(
  model: Model,
  question: StructuredQuestion<Answer>,
  onRetry: (retry: ModelRetry) => void = () => undefined,
): Promise<StructuredAnswer<Answer>> {
  const answer = await model.reply(requestOf(question), onRetry);
  if (answer.kind === 'fault') return answer;
  const { text, stopReason, usage } = answer.reply;
  const unusable = (detail: string) => ({ kind: 'unusable', detail, usage }) as const;
  if (stopReason === 'refusal') return unusable('the model would not answer');
  if (stopReason === 'max_tokens' || stopReason === 'window-full') return unusable('the answer was cut off');
  const data = objectIn(text);
  if (data === undefined) return unusable('the answer is not JSON');
  const read = question.shape.safeParse(data);
  return read.success
    ? { kind: 'answer', value: read.data, usage }
    : unusable(z.prettifyError(read.error).replaceAll('\n', ' '));
}

function requestOf<Answer>(question: StructuredQuestion<Answer>): ModelRequest {
  const { model, system, text, shape, sessionId, signal } = question;
  // The cast is safe: a JSON Schema is JSON by definition.
  const format = question.format ?? (z.toJSONSchema(shape, { io: 'input' }) as JsonObject);
  const messages = [{ role: 'user', content: [{ type: 'text', text }] }] as const;
  return { model, system, tools: [], messages, toolChoice: 'none', format, sessionId, signal };
}

/** The object that the text is; models without structured output like to fence it. */
function objectIn(text: string): JsonObject | undefined {
  const bare = /^\s*```(?:json)?\s*\n([\s\S]*?)\n```\s*$/.exec(text)?.[1] ?? text;
  const data = jsonIn(bare) as Json | undefined;
  return data !== undefined && isJsonObject(data) ? data : undefined;
}
