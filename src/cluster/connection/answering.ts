import type { Clock } from '../../core/clock.ts';
import { codeOf, Failure, isFailure, messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { fault } from '../../core/texts/faults.ts';

/**
 * Classes of SQLSTATE that say nothing about the statement: connection, resources, rollback because of others,
 * operator, login, database that is not there (yet).
 */
const UNAVAILABLE_CLASSES = ['08', '53', '40', '57', '28', '3D'];

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

/** A Failure `unavailable` for what trying again may mend; any other error is given back as it is. */
export function asUnavailable(error: unknown): unknown {
  if (isFailure(error)) return error;
  const code = codeOf(error);
  if (isFromServer(error) && !UNAVAILABLE_CLASSES.includes(code?.slice(0, 2) ?? '')) return error;
  return new Failure('unavailable', fault('postgres-away', code ?? messageOf(error)), {
    cause: error,
  });
}

/** True for an error that the server sent: then PostgreSQL answers. */
function isFromServer(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error;
}
