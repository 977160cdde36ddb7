import { LoopGuard } from './loop-guard.ts';

/** Counters of a run. A restart resets the counts; the calls are read back from their rows. */
export class Guards {
  readonly loops = new LoopGuard();
  #malformedRounds = 0;
  #unproductiveReplies = 0;

  /** Rounds in a row, this one included, whose calls could not be parsed. */
  countMalformed(unusable: boolean): number {
    this.#malformedRounds = unusable ? this.#malformedRounds + 1 : 0;
    return this.#malformedRounds;
  }

  /** Replies in a row, this one included, without use. */
  countUnproductive(unproductive: boolean): number {
    this.#unproductiveReplies = unproductive ? this.#unproductiveReplies + 1 : 0;
    return this.#unproductiveReplies;
  }
}
