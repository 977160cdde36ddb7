import type { Terms } from '../contracts/assignment.ts';
import type { Outcome } from '../contracts/session.ts';
import { isFailure, sentenceIn } from '../core/failure.ts';
import type { ActiveSession } from './active-session.ts';
import { keepChecklist } from './checklist.ts';

/**
 * Works out the terms of a session's assignment, once: after a crash it is done again, but not once it is stored.
 * Undefined when the session can begin.
 */
export async function takeTerms(session: ActiveSession): Promise<Outcome | undefined> {
  const { record, parts, control } = session;
  if (record.origin.assignment === undefined || record.terms !== undefined) return undefined;
  try {
    const terms = await parts.assignments.termsOf(record, record.origin.assignment, control.signal);
    if (control.signal.aborted) return endStopped(session);
    // Stored with the first message, so that the transcript begins with everything that the session began with.
    const kept = redactTerms(terms, parts.redactor.redact);
    session.writes.change({ terms: kept });
    const { told: notice } = kept;
    if (notice !== undefined)
      session.writes.defer(() => parts.outgoing.announcer.announceTerms(session.record, notice));
    await keepChecklist(session);
    return undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (control.signal.aborted) return endStopped(session);
    return session.end({ kind: 'failed', detail: sentenceIn(record.locale, error) });
  }
}

/** The terms hold output of commands and text of files, which may contain secrets. */
function redactTerms(terms: Terms, redact: (text: string) => string): Terms {
  const { brief, instructions, told: notice } = terms;
  return {
    ...terms,
    ...(brief === undefined ? {} : { brief: redact(brief) }),
    ...(instructions === undefined ? {} : { instructions: redact(instructions) }),
    ...(notice === undefined ? {} : { told: redact(notice) }),
  };
}

function endStopped(session: ActiveSession): Outcome {
  return session.control.signal.reason === 'cancel'
    ? session.end({ kind: 'cancelled' })
    : { kind: 'suspended' };
}
