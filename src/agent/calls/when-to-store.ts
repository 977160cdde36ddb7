import type { Block } from '../../contracts/model.ts';
import type { ActiveSession, RoundStoring } from '../active-session.ts';
import { parseCall } from './read-call.ts';

/**
 * Decides when the results of a round are stored: as late as possible while only time can be lost, because work that
 * a kill or a power cut takes back is done again, or found done.
 * @param steering what the person wrote meanwhile, as it is sent with the results
 */
export function whenToStore(session: ActiveSession, steering: readonly Block[]): RoundStoring {
  if (!canBeDoneAgain(session)) return 'at-once';
  // A plan reads the next step from the rows.
  const isPlanned = session.record.terms?.isPlanned === true;
  // After a stretch that a full disk ended, none may pay the model again before it has room.
  const wasBrokenOff = !session.tookReply;
  // The author can change a message until it counts as read.
  const isSteered = steering.length > 0;
  // Content that the model has been sent must be sent again unchanged.
  const mustStand = isSteered || session.isUnrepeatable;
  return isPlanned || wasBrokenOff || mustStand ? 'unflushed' : 'meanwhile';
}

/** True when each call of the last reply changes nothing, or can tell from the files whether it was done. */
function canBeDoneAgain(session: ActiveSession): boolean {
  return session.openCalls.every((call) => {
    const ready = parseCall(session, call);
    if (ready.kind === 'unusable' || ready.effect === 'reads') return true;
    return ready.tool.files !== undefined && ready.tool.recover !== undefined;
  });
}
