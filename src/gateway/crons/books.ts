import type { Role } from '../../contracts/access.ts';
import type { SessionCrons } from '../../contracts/cron-book.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { type CronBookParts, cronBook } from '../../schedule/cron-book.ts';
import { isAtMachine, type KnownPeople, personOf } from '../people/person.ts';

export interface CronBooksParts extends Omit<CronBookParts, 'roleOf' | 'isGroup'> {
  readonly known: KnownPeople;
}

/** For the tools of a session: crons of its chat, and what its person may do with them. */
export function cronBooks({ known, ...parts }: CronBooksParts): (session: SessionRecord) => SessionCrons {
  const roleOf = (sender: string): Role | undefined =>
    isAtMachine(sender) ? 'owner' : personOf(sender, known)?.role;
  const isGroup = ({ owner, conversation }: SessionRecord): boolean =>
    !isAtMachine(owner) && known.people.directChat(owner) !== conversation;
  return (session) => cronBook(session, { ...parts, roleOf, isGroup });
}
