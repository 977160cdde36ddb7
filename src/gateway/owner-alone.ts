import type { AccessList, PeopleStore } from '../contracts/access.ts';
import type { SessionRecord } from '../contracts/session.ts';
import { digitsOf } from './access.ts';

export interface OwnerAloneParts {
  readonly access: AccessList;
  readonly people: Pick<PeopleStore, 'all' | 'directChat'>;
}

/** Whether a session is an owner's, in whichever chat. */
export function createIsOwners({
  access,
  people,
}: OwnerAloneParts): (session: Pick<SessionRecord, 'owner'>) => boolean {
  return ({ owner }) => {
    const phone = digitsOf(owner);
    // Whoever sits at the machine has no number.
    if (phone === '') return true;
    return [...access.people, ...people.all()].find((one) => one.phone === phone)?.role === 'owner';
  };
}

/** Whether only an owner reads what a session answers: it is theirs, and in a chat with nobody else. */
export function createOwnerAlone(
  parts: OwnerAloneParts,
): (session: Pick<SessionRecord, 'owner' | 'conversation'>) => boolean {
  const isOwners = createIsOwners(parts);
  return ({ owner, conversation }) =>
    isOwners({ owner }) && (digitsOf(owner) === '' || parts.people.directChat(owner) === conversation);
}
