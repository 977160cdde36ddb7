import type { Role } from '../../../contracts/access.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import { isAtMachine, type KnownPeople, personOf } from '../../../gateway/people/person.ts';
import { type SessionCronsParts, sessionCrons } from './session-crons.ts';
import type { SessionCrons } from './session-crons-contract.ts';

export interface SessionCronsSource extends Omit<SessionCronsParts, 'roleOf' | 'isGroup'> {
  readonly known: KnownPeople;
}

/** For the tools of a session: crons of its chat, and what its person may do with them. */
export function cronsBySession({
  known,
  ...parts
}: SessionCronsSource): (session: SessionRecord) => SessionCrons {
  const roleOf = (sender: string): Role | undefined =>
    isAtMachine(sender) ? 'owner' : personOf(sender, known)?.role;
  const isGroup = ({ owner, conversation }: SessionRecord): boolean =>
    !isAtMachine(owner) && known.people.directChat(owner) !== conversation;
  return (session) => sessionCrons(session, { ...parts, roleOf, isGroup });
}
