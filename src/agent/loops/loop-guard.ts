import {
  isAlternating,
  judgePingPong,
  judgeRepeat,
  LOOP_WINDOW,
  type LoopDecision,
  lastResult,
  type PastCall,
} from './loop-detection.ts';

/** How a call ended. `result` undefined: not known to differ from the last one of the same call. */
export type CallEnd = Pick<PastCall, 'result' | 'mutated'>;

/** A call with its position among the others. */
export interface LoopTurn {
  readonly key: string;
  readonly reply: number | undefined;
  readonly decision: LoopDecision;
}

/** More than the window: the calls of one wave are judged only when all of them have ended. */
const KEPT = 2 * LOOP_WINDOW;

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
    if (this.#entries.length > KEPT) this.#entries.shift();
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
