import type { ActiveSession, RoundStoring } from '../active-session.ts';
import { parseCall } from './read-call.ts';

/**
 * When the results of a round are stored: the later the better, as long as nothing but time can be lost, because what a
 * kill or a power cut takes back is done again, or found done.
 */
export function whenToStore(session: ActiveSession): RoundStoring {
  if (!canBeDoneAgain(session)) return 'at-once';
  // A plan looks at the rows for what comes next.
  const isPlanned = session.record.terms?.isPlanned === true;
  // Where a full disk broke a stretch off, none that follows may pay the model again before it has room.
  const wasBrokenOff = !session.tookReply;
  // What the model was asked with is sent again as it was.
  return isPlanned || wasBrokenOff || session.hasNotes ? 'unflushed' : 'meanwhile';
}

/** True when each call of the last reply changes nothing, or can tell by the files that it names whether it was done. */
function canBeDoneAgain(session: ActiveSession): boolean {
  return session.openCalls.every((call) => {
    const ready = parseCall(session, call);
    if (ready.kind === 'unusable' || ready.effect === 'reads') return true;
    return ready.tool.files !== undefined && ready.tool.recover !== undefined;
  });
}
