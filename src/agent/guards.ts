import { LOOP_WINDOW, type PastCall } from './loop-detection.ts';

/** What the guards remember of a run, in memory only: a restart forgets it, which at worst delays a warning. */
export class Guards {
  #past: PastCall[] = [];
  #malformedRounds = 0;
  #barrenReplies = 0;

  /** Calls since the person's last message, newest last. */
  past(): readonly PastCall[] {
    return this.#past;
  }

  remember(call: PastCall): void {
    this.#past.push(call);
    if (this.#past.length > LOOP_WINDOW) this.#past.shift();
  }

  /** What the person said is new information: looking again at the same thing is no loop. */
  personSpoke(): void {
    this.#past = [];
  }

  /** Rounds in a row, this one included, whose calls could not even be read. */
  countMalformed(unusable: boolean): number {
    this.#malformedRounds = unusable ? this.#malformedRounds + 1 : 0;
    return this.#malformedRounds;
  }

  /** Replies in a row, this one included, that brought nothing. */
  countBarren(barren: boolean): number {
    this.#barrenReplies = barren ? this.#barrenReplies + 1 : 0;
    return this.#barrenReplies;
  }
}
