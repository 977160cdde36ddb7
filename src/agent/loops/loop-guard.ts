import { canonicalJson, type Json } from '../../core/json.ts';

/** One call as loop detection sees it. */
interface PastCall {
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

/** How a call ended. `result` undefined: not known to differ from the last one of the same call. */
export type CallEnd = Pick<PastCall, 'result' | 'mutated'>;

/** A call with its position among the others. */
export interface LoopTurn {
  readonly key: string;
  readonly reply: number | undefined;
  readonly decision: LoopDecision;
}

/** More than the window: the calls of one wave are judged only when all of them have ended. */
const MAX_ENTRIES_KEPT = 2 * LOOP_WINDOW;

/** The calls since the person's last message, in the model's order. */
export class LoopGuard {
  #entries: ({ readonly turn: LoopTurn } & CallEnd)[] = [];
  #isOff = false;

  /** For calls that a person approved one by one: from now on none of them is a loop. */
  off(): void {
    this.#isOff = true;
    this.#entries = [];
  }

  /** True when results of running calls are needed to decide whether this one may run. */
  needsResults(key: string): boolean {
    return isAlternating(this.#past(), key) && this.#entries.some(({ result }) => result === undefined);
  }

  /**
   * Registers a call; `reply`: number of the model's reply that it belongs to. It may run unless the decision is
   * `skip` or `break`; then it has ended already.
   */
  begin(key: string, reply?: number): LoopTurn {
    const past = this.#past();
    const turn = { key, reply, decision: judgePingPong(past, key, reply) };
    this.#add(turn, turn.decision.kind === 'ok' ? undefined : lastResult(past, key));
    return turn;
  }

  /** Registers a call that was let through before: by an earlier program, or before its question was asked. */
  goOn(key: string, reply?: number): LoopTurn {
    const turn: LoopTurn = { key, reply, decision: { kind: 'ok' } };
    this.#add(turn, undefined);
    return turn;
  }

  end(turn: LoopTurn, { result, mutated }: CallEnd): void {
    const at = this.#entries.findIndex((entry) => entry.turn === turn);
    if (at < 0) return;
    const known = result ?? lastResult(this.#past().slice(0, at), turn.key) ?? '';
    this.#entries[at] = { turn, result: known, mutated };
  }

  /** Judges a finished call by its position among the others. */
  judge(turn: LoopTurn): LoopDecision {
    const at = this.#entries.findIndex((entry) => entry.turn === turn);
    if (at < 0) return { kind: 'ok' };
    return judgeRepeat(this.#past().slice(0, at + 1));
  }

  /** The examined calls, oldest first: each tool with its input. */
  history(): readonly string[] {
    return this.#entries.slice(-LOOP_WINDOW).map(({ turn }) => turn.key);
  }

  /** The person's message is new information: repeating a read after it is not a loop. */
  reset(): void {
    this.#entries = [];
  }

  #add(turn: LoopTurn, result: string | undefined): void {
    if (this.#isOff) return;
    this.#entries.push({ turn, result, mutated: false });
    if (this.#entries.length > MAX_ENTRIES_KEPT) this.#entries.shift();
  }

  #past(): readonly PastCall[] {
    return this.#entries.map(({ turn, result, mutated }) => ({
      key: turn.key,
      result,
      mutated,
      reply: turn.reply,
    }));
  }
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
function lastResult(past: readonly PastCall[], key: string): string | undefined {
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
