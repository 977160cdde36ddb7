import type { Approver } from '../../contracts/access.ts';
import type { Risk } from '../../contracts/policy.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { everybody, type KnownPeople, personOf } from './person.ts';

/**
 * Whom to ask: the person whose task it is; for a member's task every owner, each in their own chat, when a yes would
 * reach the network or anything beyond the project: the first answer counts. What is not known counts as reaching out.
 */
export function createApprovers(
  known: KnownPeople,
): (session: SessionRecord, risk: Risk) => readonly Approver[] {
  return (session, risk) => {
    const own = { requester: session.owner, conversation: session.conversation };
    const person = personOf(session.owner, known);
    // Whoever sits at the machine stands in no list.
    if (person === undefined || person.role === 'owner' || !reachesOut(risk)) return [own];
    return owners(known);
  };
}

function reachesOut({ network, writesOutsideGit }: Risk): boolean {
  return network !== 'no' || writesOutsideGit !== 'no';
}

/** Owners who have ever written in a chat of their own. */
function owners(known: KnownPeople): readonly Approver[] {
  return everybody(known).flatMap(({ phone, role }) => {
    const conversation = role === 'owner' ? known.people.directChat(phone) : undefined;
    return conversation === undefined ? [] : [{ requester: phone, conversation }];
  });
}
