import type { Block } from '../../contracts/model.ts';
import type { ActiveSession, RoundStoring } from '../active-session.ts';
import { parseCall } from './read-call.ts';

/**
 * When the results of a round are stored: the later the better, as long as nothing but time can be lost, because what a
 * kill or a power cut takes back is done again, or found done.
 * @param steering what the person wrote meanwhile, as it is sent with the results
 */
export function whenToStore(session: ActiveSession, steering: readonly Block[]): RoundStoring {
  if (!canBeDoneAgain(session)) return 'at-once';
  // A plan looks at the rows for what comes next.
  const isPlanned = session.record.terms?.isPlanned === true;
  // Where a full disk broke a stretch off, none that follows may pay the model again before it has room.
  const wasBrokenOff = !session.tookReply;
  // Whoever wrote it can change it until it counts as read.
  const isSteered = steering.length > 0;
  // What the model was asked with is sent again as it was.
  const mustStand = isSteered || session.isUnrepeatable;
  return isPlanned || wasBrokenOff || mustStand ? 'unflushed' : 'meanwhile';
}

/** True when each call of the last reply changes nothing, or can tell by the files that it names whether it was done. */
function canBeDoneAgain(session: ActiveSession): boolean {
  return session.openCalls.every((call) => {
    const ready = parseCall(session, call);
    if (ready.kind === 'unusable' || ready.effect === 'reads') return true;
    return ready.tool.files !== undefined && ready.tool.recover !== undefined;
  });
}
