import type { SessionRecord } from '../../contracts/session.ts';
import { isAtMachine, type KnownPeople, personOf } from './person.ts';

/** Whether a session is an owner's, in whichever chat. */
export function createIsOwners(known: KnownPeople): (session: Pick<SessionRecord, 'owner'>) => boolean {
  return ({ owner }) => isAtMachine(owner) || personOf(owner, known)?.role === 'owner';
}

/** Whether only an owner reads what a session answers: it is theirs, and in a chat with nobody else. */
export function createOwnerAlone(
  known: KnownPeople,
): (session: Pick<SessionRecord, 'owner' | 'conversation'>) => boolean {
  const isOwners = createIsOwners(known);
  return ({ owner, conversation }) =>
    isOwners({ owner }) && (isAtMachine(owner) || known.people.directChat(owner) === conversation);
}
