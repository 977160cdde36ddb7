import type { CallRecord } from '../../contracts/store.ts';
import type { ActiveSession } from '../active-session.ts';

/** Completes the audit row of an attempt after which nothing was started; the next attempt gets a row of its own. */
export function closeAttempt(
  session: ActiveSession,
  call: CallRecord,
  command: string | undefined,
  error = 'not started: it has to be approved again',
): void {
  // Only shell commands are audited.
  if (command === undefined) return;
  session.writes.defer(() =>
    session.parts.store.commandLog.complete(call.session, call.id, {
      exitCode: undefined,
      stdoutPreview: '',
      stderrPreview: '',
      durationMs: 0,
      error,
    }),
  );
}
