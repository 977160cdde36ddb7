import type { AccessList, Approver, PeopleStore, Person } from '../contracts/access.ts';
import type { Risk } from '../contracts/policy.ts';
import type { SessionRecord } from '../contracts/session.ts';
import { digitsOf } from './access.ts';

export interface ApproverParts {
  readonly access: AccessList;
  readonly people: Pick<PeopleStore, 'all' | 'directChat'>;
}

/**
 * Whom to ask: the person whose task it is; for a member's task an owner, in their own chat, when a yes would reach
 * the network or anything beyond the project. What is not known counts as reaching out.
 */
export function createApprovers({
  access,
  people,
}: ApproverParts): (session: SessionRecord, risk: Risk) => Approver | undefined {
  return (session, risk) => {
    const everybody: readonly Person[] = [...access.people, ...people.all()];
    const own = { requester: session.owner, conversation: session.conversation };
    const person = everybody.find(({ phone }) => phone === digitsOf(session.owner));
    // Whoever sits at the machine stands in no list.
    if (person === undefined || person.role === 'owner' || !reachesOut(risk)) return own;
    return ownerIn(everybody, people);
  };
}

function reachesOut({ network, writesOutsideGit }: Risk): boolean {
  return network !== 'no' || writesOutsideGit !== 'no';
}

/** The first owner who has ever written in a chat of their own. */
function ownerIn(everybody: readonly Person[], people: ApproverParts['people']): Approver | undefined {
  for (const { phone, role } of everybody) {
    const conversation = role === 'owner' ? people.directChat(phone) : undefined;
    if (conversation !== undefined) return { requester: phone, conversation };
  }
  return undefined;
}
