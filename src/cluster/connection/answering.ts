import type { Clock } from '../../core/clock.ts';
import { type Failure, isFailure } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';

/** Keeps track of whether PostgreSQL answers, and logs each change once. */
export interface AnswerTracker {
  onAnswer(): void;
  onFailure(error: unknown): void;
  awaySinceUpMs(): number | undefined;
}

export function createAnswering(clock: Clock, log: Log): AnswerTracker {
  // Until the first answer PostgreSQL counts as away.
  let awaySince: number | undefined = clock.upMs();
  let isLogged = false;
  return {
    onAnswer() {
      if (awaySince !== undefined) log.info('cluster.database.answers', { awayMs: clock.upMs() - awaySince });
      awaySince = undefined;
      isLogged = false;
    },
    onFailure(error) {
      if (!isUnavailable(error)) return;
      awaySince ??= clock.upMs();
      if (!isLogged) log.warn('cluster.database.away', { reason: error.message });
      isLogged = true;
    },
    awaySinceUpMs: () => awaySince,
  };
}

function isUnavailable(error: unknown): error is Failure {
  return isFailure(error) && error.kind === 'unavailable';
}
