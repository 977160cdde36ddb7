import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';

/** At least two beats fall within the silence after which an invisible program counts as gone. */
const BEAT_MS = 10_000;

export interface HeartbeatParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Stores that this program is running; false when another one has taken over its work. */
  beat(): Promise<boolean>;
  /** Stops working on what belongs to another program by now. */
  letGo(): void;
}

/** Runs until `signal` aborts. Errors in storing may be temporary. */
export async function keepBeating(
  { clock, log, beat, letGo }: HeartbeatParts,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await clock.sleep(BEAT_MS, signal);
    if (signal.aborted) return;
    try {
      if (await beat()) continue;
      log.error('gateway.instance.lost', {
        problem: 'Another program on this data folder took this one for dead and has its work. Run only one.',
      });
      letGo();
    } catch (error) {
      log.warn('gateway.instance.not_stored', { error: messageOf(error) });
    }
  }
}
