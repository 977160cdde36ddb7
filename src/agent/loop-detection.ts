import { canonicalJson, type Json } from '../base/json.ts';

/** One executed call as loop detection sees it. */
export interface PastCall {
  /** Tool name and canonical input. */
  readonly key: string;
  readonly tool: string;
  /** SHA-256 of the text the model got. */
  readonly resultHash: string;
  /** True when the call changed something and succeeded. */
  readonly mutated: boolean;
}

export type LoopDecision =
  | { readonly kind: 'ok' }
  | { readonly kind: 'warn'; readonly detector: 'genericRepeat'; readonly count: number }
  | { readonly kind: 'skip'; readonly detector: 'pingPong'; readonly count: number }
  | { readonly kind: 'break'; readonly detector: 'genericRepeat'; readonly count: number };

/** Calls looked at, newest last. */
export const LOOP_WINDOW = 20;
const WARN_AT = 3;
const BREAK_AT = 5;
/** A B A B A and now B: three pairs. */
const PING_PONG_CALLS = 6;

export function callKey(tool: string, input: Json): string {
  return `${tool} ${canonicalJson(input)}`;
}

/**
 * Judges the call that is about to run against the last calls. `past` starts anew after a message of the person:
 * what they said is new information, so repeating a look is no loop.
 */
export function judgeLoop(past: readonly PastCall[], key: string): LoopDecision {
  const window = past.slice(-LOOP_WINDOW + 1);
  const count = repeats(window, key) + 1;
  if (count >= BREAK_AT) return { kind: 'break', detector: 'genericRepeat', count };
  if (isPingPong(window, key)) return { kind: 'skip', detector: 'pingPong', count: PING_PONG_CALLS };
  if (count >= WARN_AT) return { kind: 'warn', detector: 'genericRepeat', count };
  return { kind: 'ok' };
}

/** Earlier calls of this key with one and the same result, back to a change made by another call. */
function repeats(window: readonly PastCall[], key: string): number {
  let count = 0;
  let result: string | undefined;
  for (const call of window.toReversed()) {
    if (call.key !== key) {
      if (call.mutated) break;
      continue;
    }
    if (result !== undefined && call.resultHash !== result) break;
    result = call.resultHash;
    count += 1;
  }
  return count;
}

function isPingPong(window: readonly PastCall[], key: string): boolean {
  const last = window.slice(-PING_PONG_CALLS + 1);
  const [first, second] = last;
  if (last.length < PING_PONG_CALLS - 1 || first === undefined || second === undefined) return false;
  if (first.key === second.key || second.key !== key) return false;
  return last.every((call, index) => {
    const expected = index % 2 === 0 ? first : second;
    return call.key === expected.key && call.resultHash === expected.resultHash && !call.mutated;
  });
}
