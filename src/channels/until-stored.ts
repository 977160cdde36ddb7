import { type Clock, MINUTE_MS } from '../core/clock.ts';
import { type Failure, isFailure } from '../core/failure.ts';
import { backoffMs } from '../core/waiting.ts';

const RETRY = { firstMs: 1000, mostMs: MINUTE_MS };

interface WaitOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
  /** Called before each wait. */
  onWait?(failure: Failure): void;
}

/**
 * Delivers a message repeatedly until there is room to store it, so that no person has to send it twice.
 * @returns false when `signal` aborted before there was room
 * @throws any error but a lack of room
 */
export async function untilStored(
  handIn: () => Promise<void>,
  { clock, signal, onWait }: WaitOptions,
): Promise<boolean> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      await handIn();
      return true;
    } catch (error) {
      if (!isFailure(error) || error.kind !== 'unavailable') throw error;
      onWait?.(error);
      await clock.sleep(backoffMs(attempt, RETRY), signal);
    }
  }
  return false;
}
