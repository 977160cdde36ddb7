import type { ActiveSession } from '../active-session.ts';
import { parseCall } from './read-call.ts';

/**
 * True when each call of the last reply either changes nothing, or can tell by the files that it names whether it was
 * done: after a power cut nothing is lost but the time to do it again. A kill never takes back what was stored.
 */
export function canBeDoneAgain(session: ActiveSession): boolean {
  return session.openCalls.every((call) => {
    const ready = parseCall(session, call);
    if (ready.kind === 'unusable' || ready.effect === 'reads') return true;
    return ready.tool.files !== undefined && ready.tool.recover !== undefined;
  });
}
