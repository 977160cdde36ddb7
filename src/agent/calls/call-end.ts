import type { CallRecord, CallResult } from '../../contracts/store.ts';
import type { AnyTool, Effect } from '../../contracts/tool.ts';
import { type Json, sha256 } from '../../core/json.ts';
import type { CallEnd } from '../loops/loop-guard.ts';
import { effectOf } from './read-call.ts';

/** Describes a finished call for loop detection. */
export function callEnd(tools: readonly AnyTool[], call: CallRecord, result: CallResult): CallEnd {
  return {
    result: sha256(`${result.ok} ${tellingOf(tools, call, result)}`),
    mutated: result.ok && !hasFailed(result.data) && mayChange(tools, call.tool, call.input),
  };
}

/**
 * What has to be equal for two results to count as the same. A command prints times, numbers and orders that differ
 * each time, so only its exit code counts, unless its output depends on more than the files. Waiting for a running
 * command is not a repetition.
 */
function tellingOf(tools: readonly AnyTool[], call: CallRecord, { data, text }: CallResult): string {
  const tool = tools.find(({ name }) => name === call.tool);
  if (tool?.goesOn?.(data) === true) return `waits ${call.id}`;
  if (tool?.effect !== 'executes') return text;
  const code = fieldOf(data, 'exit_code');
  const exitCodeTells = typeof code === 'number' && fieldOf(data, 'may_vary') !== true;
  return exitCodeTells ? `exit ${code}` : withoutTimes(text);
}

/** Times of day, dates and durations: commands print different ones each time, which is no new information. */
const TIMES =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,]*Z?|\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\b|duration_ms:? [\d.]+|\b\d+(?:[.,]\d+)?\s?(?:ms|s|secs?|seconds?|min|minutes?)\b/g;

function withoutTimes(text: string): string {
  return text.replace(TIMES, '<time>');
}

/** A command that ended with an error has given an answer, but it is not a successful change. */
function hasFailed(data: Json): boolean {
  const code = fieldOf(data, 'exit_code');
  return typeof code === 'number' && code !== 0;
}

function fieldOf(data: Json, name: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
}

/** What a successful call of this tool may have changed; input that the tool refuses changes nothing. */
export function mayChange(tools: readonly AnyTool[], name: string, input: Json): boolean {
  const tool = tools.find((one) => one.name === name);
  const parsed = tool?.input.safeParse(input);
  if (tool === undefined || parsed?.success !== true) return isChange(tool?.effect);
  if (tool.onlyLooks?.(parsed.data) === true) return false;
  return isChange(effectOf(tool, parsed.data));
}

/** An answer of the person changes nothing in the workspace. */
function isChange(effect: AnyTool['effect'] | undefined): boolean {
  const changes: readonly unknown[] = ['writes', 'executes', 'network'] satisfies Effect[];
  return changes.includes(effect);
}
