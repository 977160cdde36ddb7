import type { CallRecord, CallResult } from '../../contracts/store.ts';
import type { ActiveSession } from '../active-session.ts';
import { notices } from '../notices.ts';
import { openContext } from '../tool-context.ts';
import { failedResult } from './call-record.ts';
import { closeAttempt } from './close-attempt.ts';
import { performCall } from './perform-call.ts';
import { type CallPermission, MAX_ATTEMPTS, type RejudgeReason } from './permission.ts';
import type { OpenedCall, ReadyCall } from './read-call.ts';

/** Why a call has no result yet: a person is asked, or the program ends and the rows stay as they are. */
type UnfinishedCall = Extract<CallPermission, { kind: 'waiting' }> | { readonly kind: 'suspended' };

/** From permission to result. A call that never ran, or whose object has changed meanwhile, is judged again. */
export async function carryThrough(
  session: ActiveSession,
  ready: ReadyCall,
  judge: (call: OpenedCall, again: RejudgeReason) => Promise<CallPermission>,
): Promise<UnfinishedCall | CallResult> {
  let present = openContext(session, ready);
  let again: RejudgeReason;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const permission = await judge(present, again);
    if (permission.kind === 'waiting') return permission;
    if (permission.kind === 'refused') return failedResult(permission.text);
    const isRecorded = again === 'never-ran';
    const performed = await performCall(session, { ready: present, permission, isRecorded });
    if (typeof performed !== 'string') return performed;
    if (performed === 'suspended' || session.control.signal.aborted)
      return stopBetween(session, ready.call, performed);
    again = performed;
    present = { ...present, call: { ...ready.call, state: 'open' } };
  }
  return failedResult(notices.keepsChanging);
}

/** How a call ends when the run is stopped before the call begins; no question is asked about it. */
function stopBetween(
  session: ActiveSession,
  call: CallRecord,
  found: RejudgeReason | 'suspended',
): UnfinishedCall | CallResult {
  if (session.control.signal.reason !== 'cancel') return { kind: 'suspended' };
  const { commandLog } = session.parts.store;
  if (found === 'never-ran')
    closeAttempt(session, call, commandLog.findAttempt(call.session, call.id)?.command);
  return failedResult(notices.stopped);
}
