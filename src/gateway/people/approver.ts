import type { Approver } from '../../contracts/access.ts';
import type { Risk } from '../../contracts/policy.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { everybody, type KnownPeople, personOf } from './person.ts';

/**
 * The people to ask: the author of the task; for a member's task every owner, each in their own chat, when a yes
 * would reach the network or anything beyond the project (the first answer counts). Unknown reach counts as beyond.
 */
export function createApprovers(
  known: KnownPeople,
): (session: SessionRecord, risk: Risk) => readonly Approver[] {
  return (session, risk) => {
    const own = { requester: session.owner, conversation: session.conversation };
    const person = personOf(session.owner, known);
    // The person at the machine is not in any list.
    if (person === undefined || person.role === 'owner' || !reachesOut(risk)) return [own];
    return owners(known);
  };
}

function reachesOut({ network, writesOutsideGit }: Risk): boolean {
  return network !== 'no' || writesOutsideGit !== 'no';
}

/** Owners who have written in a chat of their own. */
function owners(known: KnownPeople): readonly Approver[] {
  return everybody(known).flatMap(({ phone, role }) => {
    const conversation = role === 'owner' ? known.people.directChat(phone) : undefined;
    return conversation === undefined ? [] : [{ requester: phone, conversation }];
  });
}
