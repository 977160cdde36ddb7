import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';

export type Acknowledgement =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly code: string }
  /** The connection ended, or nothing came in time: it may have arrived. */
  | { readonly kind: 'unknown'; readonly why: string };

/** A server that works accepts a message within this time. */
const PATIENCE_MS = 20_000;
/** Codes after which the same message may go through. All others are final. */
const TRANSIENT = ['429', '479', '500', '503'];
/** No conversation may be started with this person now; every further try makes it worse. */
const FIRST_CONTACT_REFUSED = '463';

/**
 * The server's answers to sent messages. The client considers a message sent when its bytes are written, which means
 * nothing on a connection that is dead without knowing it.
 */
export class Acknowledgements {
  readonly #clock: Clock;
  /** Oldest first: all wait equally long. */
  readonly #waiting = new Map<string, AwaitedAcknowledgement>();
  #isWatching = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves with the server's answer for this id. Start waiting before sending. */
  waitForAnswer(id: string): Promise<Acknowledgement> {
    return new Promise((resolve) => {
      this.settle(id, { kind: 'unknown', why: 'it was sent again' });
      this.#waiting.set(id, { resolve, untilUpMs: this.#clock.upMs() + PATIENCE_MS });
      if (!this.#isWatching) void this.#watch();
    });
  }

  settle(id: string, answer: Acknowledgement): void {
    this.#waiting.get(id)?.resolve(answer);
    this.#waiting.delete(id);
  }

  /** The connection is closed: nothing more is confirmed. */
  giveUp(why: string): void {
    for (const id of [...this.#waiting.keys()]) this.settle(id, { kind: 'unknown', why });
  }

  /** One timer for all of them: one for each message would cost more than the wait for its answer. */
  async #watch(): Promise<void> {
    this.#isWatching = true;
    for (let [oldest] = this.#waiting.values(); oldest !== undefined; [oldest] = this.#waiting.values()) {
      await this.#clock.sleep(Math.max(0, oldest.untilUpMs - this.#clock.upMs()));
      this.#giveUpOld();
    }
    this.#isWatching = false;
  }

  #giveUpOld(): void {
    const why = `WhatsApp did not confirm it within ${PATIENCE_MS / 1000} s`;
    for (const [id, { untilUpMs }] of [...this.#waiting])
      if (untilUpMs <= this.#clock.upMs()) this.settle(id, { kind: 'unknown', why });
  }
}

interface AwaitedAcknowledgement {
  readonly untilUpMs: number;
  resolve(answer: Acknowledgement): void;
}

/** The meaning of a refusal, with a sentence that says what to do. */
export function refusalFailure(code: string): Failure {
  if (TRANSIENT.includes(code))
    return new Failure('unavailable', fault('whatsapp-refused-now', code), {
      facts: { code },
    });
  const says =
    code === FIRST_CONTACT_REFUSED ? fault('whatsapp-first-contact') : fault('whatsapp-refused', code);
  return new Failure('denied', says, { facts: { code } });
}

export function isFinalRefusal(code: string): boolean {
  return !TRANSIENT.includes(code);
}
