import type { SessionRecord } from '../../contracts/session.ts';
import { isAtMachine, type KnownPeople, personOf } from './person.ts';

/** True for a session of an owner, in any chat. */
export function createIsOwners(known: KnownPeople): (session: Pick<SessionRecord, 'owner'>) => boolean {
  return ({ owner }) => isAtMachine(owner) || personOf(owner, known)?.role === 'owner';
}

/** True when only an owner reads a session's answers: it is theirs, in a chat with nobody else. */
export function createOwnerAlone(
  known: KnownPeople,
): (session: Pick<SessionRecord, 'owner' | 'conversation'>) => boolean {
  const isOwners = createIsOwners(known);
  return ({ owner, conversation }) =>
    isOwners({ owner }) && (isAtMachine(owner) || known.people.directChat(owner) === conversation);
}
