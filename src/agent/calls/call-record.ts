import type { Block, ModelCall } from '../../contracts/model.ts';
import type { Redactor } from '../../contracts/policy.ts';
import { type CallRecord, type CallResult, NOT_STORED } from '../../contracts/store.ts';
import { type Failure, isFailure } from '../../core/failure.ts';
import type { CallId } from '../../core/ids.ts';
import { mapStrings } from '../../core/json.ts';
import type { CallWithResult } from './unchanged-reads.ts';

/** The record of a new call of the model, not yet judged. */
export function openCall(
  { id, name, input, malformed }: ModelCall,
  place: Pick<CallRecord, 'session' | 'round' | 'position'>,
): CallRecord {
  return {
    ...place,
    // Unique within one conversation with the model.
    id: id as CallId,
    tool: name,
    input,
    malformed,
    state: 'open',
    prepared: null,
    result: undefined,
    startedAtMs: undefined,
  };
}

/** True for a failure that may be the result of a call; one of storage may not. */
export function isOfCall(error: unknown): error is Failure {
  return isFailure(error) && error.facts.rule !== NOT_STORED;
}

/** The result of a call that was not carried out, or not completely; `text` tells the model why. */
export function failedResult(text: string, durationMs = 0): CallResult {
  return { text, data: null, ok: false, durationMs };
}

/** Every result passes through here before it is stored, so that known secrets in it go no further. */
export function redactResult(result: CallResult, { redact }: Redactor): CallResult {
  return { ...result, text: redact(result.text), data: mapStrings(result.data, redact) };
}

/** A result as the API takes it: never empty, because it refuses empty text. */
export function resultBlock(id: string, { ok, text }: Pick<CallResult, 'ok' | 'text'>): Block {
  const block = { type: 'tool_result', tool_use_id: id, content: text === '' ? '(no output)' : text };
  return ok ? block : { ...block, is_error: true };
}

/** A finished call with the result that the model sees. */
export function toCallWithResult({ id, tool, input, result }: CallRecord): CallWithResult {
  // A call without a result would make the history unusable: the API refuses it in every later request.
  if (result === undefined) throw new Error(`call ${id} of ${tool} has no result`);
  return { name: tool, input, block: resultBlock(id, result) };
}
