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
/** Ends the time limit of a message that was answered. `abort()` without a reason makes an error with a stack each time. */
const ANSWERED = 'answered';
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
  readonly #waiting = new Map<string, (answer: Acknowledgement) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves with the server's answer for this id. Start waiting before sending. */
  async answerTo(id: string): Promise<Acknowledgement> {
    const patience = new AbortController();
    try {
      return await new Promise((resolve) => {
        this.#waiting.set(id, resolve);
        const seconds = PATIENCE_MS / 1000;
        void this.#clock
          .sleep(PATIENCE_MS, patience.signal)
          .then(() => resolve({ kind: 'unknown', why: `WhatsApp did not confirm it within ${seconds} s` }));
      });
    } finally {
      this.#waiting.delete(id);
      patience.abort(ANSWERED);
    }
  }

  answered(id: string, answer: Acknowledgement): void {
    this.#waiting.get(id)?.(answer);
  }

  /** The connection is closed: nothing more is confirmed. */
  giveUp(why: string): void {
    for (const resolve of this.#waiting.values()) resolve({ kind: 'unknown', why });
  }
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
