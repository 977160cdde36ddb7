import { canonicalJson, type Json } from '../../core/json.ts';

/** One call as loop detection sees it. */
export interface PastCall {
  /** Tool name and canonical input. */
  readonly key: string;
  /** Equal for equal results; undefined while the call runs. */
  readonly result: string | undefined;
  /** True when the call changed something and succeeded. */
  readonly mutated: boolean;
  /** Number of the model's reply with this call; without it the call counts as a reply of its own. */
  readonly reply?: number | undefined;
}

export type LoopDecision =
  | { readonly kind: 'ok' }
  | { readonly kind: 'warn'; readonly detector: 'genericRepeat'; readonly count: number }
  | { readonly kind: 'skip'; readonly detector: 'pingPong'; readonly count: number }
  | { readonly kind: 'break'; readonly detector: 'genericRepeat'; readonly count: number };

/** How many calls are examined, newest last. */
export const LOOP_WINDOW = 20;
const WARN_AT = 3;
const BREAK_AT = 5;
/** The sequence A B A B A and now B: three pairs. */
const PING_PONG_CALLS = 6;

export function callKey(tool: string, input: Json): string {
  return `${tool} ${canonicalJson(input)}`;
}

/**
 * Judges a call before it runs. Only the sixth of two alternating calls is skipped. Whether any other call repeats a
 * result is known only after it has run (see `judgeRepeat`): a poll with a new result is not a loop.
 */
export function judgePingPong(past: readonly PastCall[], key: string, reply?: number): LoopDecision {
  if (!isAlternating(past, key) || !isUnchanged(past.slice(-PING_PONG_CALLS + 1))) return { kind: 'ok' };
  // It is not run, so its result counts as the last one. A model that still insists is stopped at BREAK_AT.
  const call = { key, result: lastResult(past, key), mutated: false, reply };
  const same = identicalCalls(past.slice(-LOOP_WINDOW + 1), call);
  const count = same.length + 1;
  return mayBreak(same, call)
    ? { kind: 'break', detector: 'genericRepeat', count }
    : { kind: 'skip', detector: 'pingPong', count: PING_PONG_CALLS };
}

/** Judges the last of these calls once it has its result. */
export function judgeRepeat(past: readonly PastCall[]): LoopDecision {
  const window = past.slice(-LOOP_WINDOW);
  const last = window.pop();
  if (last?.result === undefined) return { kind: 'ok' };
  const same = identicalCalls(window, last);
  const count = same.length + 1;
  if (mayBreak(same, last)) return { kind: 'break', detector: 'genericRepeat', count };
  return count >= WARN_AT ? { kind: 'warn', detector: 'genericRepeat', count } : { kind: 'ok' };
}

/** True when the last five calls and this one alternate (A B A B A B), whatever their results. */
export function isAlternating(past: readonly PastCall[], key: string): boolean {
  const last = past.slice(-PING_PONG_CALLS + 1);
  const other = last.at(-1)?.key;
  if (last.length < PING_PONG_CALLS - 1 || other === key) return false;
  return last.every((call, index) => call.key === (index % 2 === 0 ? other : key));
}

/** The last result of this call within the window; else undefined. */
export function lastResult(past: readonly PastCall[], key: string): string | undefined {
  return past.slice(-LOOP_WINDOW).findLast((call) => call.key === key)?.result;
}

/** Calls of a single reply never end a run: the model has not read the warning yet. */
function mayBreak(same: readonly PastCall[], { reply }: PastCall): boolean {
  const earlier = same.filter((call) => reply === undefined || call.reply !== reply);
  return same.length + 1 >= BREAK_AT && earlier.length >= WARN_AT;
}

/** Earlier calls of this key with this very result, back to the last change made by another call. */
function identicalCalls(
  window: readonly PastCall[],
  { key, result }: Pick<PastCall, 'key' | 'result'>,
): readonly PastCall[] {
  const same: PastCall[] = [];
  for (const call of window.toReversed()) {
    if (call.key !== key) {
      if (call.mutated) break;
      continue;
    }
    if (call.result !== result) break;
    same.push(call);
  }
  return same;
}

/**
 * True when every second result is the same. A change does not count as new here: a model that alternates between two
 * versions of a file changes something every time.
 */
function isUnchanged(alternating: readonly PastCall[]): boolean {
  return alternating.every((call, index) => index < 2 || call.result === alternating[index - 2]?.result);
}
