import type { AccessList, PeopleStore } from '../contracts/access.ts';
import type { SessionRecord } from '../contracts/session.ts';
import { digitsOf } from './access.ts';

export interface OwnerAloneParts {
  readonly access: AccessList;
  readonly people: Pick<PeopleStore, 'all' | 'directChat'>;
}

/** Whether only an owner reads what a session answers: it is theirs, and in a chat with nobody else. */
export function createOwnerAlone({
  access,
  people,
}: OwnerAloneParts): (session: Pick<SessionRecord, 'owner' | 'conversation'>) => boolean {
  return ({ owner, conversation }) => {
    const phone = digitsOf(owner);
    // Whoever sits at the machine has no number.
    if (phone === '') return true;
    const person = [...access.people, ...people.all()].find((one) => one.phone === phone);
    return person?.role === 'owner' && people.directChat(owner) === conversation;
  };
}
