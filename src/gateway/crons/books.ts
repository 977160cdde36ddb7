import type { Role } from '../../contracts/access.ts';
import type { CronBook } from '../../contracts/cron-book.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { type CronBookParts, cronBook } from '../../schedule/cron-book.ts';
import { digitsOf } from '../access.ts';
import type { OwnerAloneParts } from '../owner-alone.ts';

export interface CronBooksParts extends Omit<CronBookParts, 'roleOf' | 'isGroup'> {
  readonly known: OwnerAloneParts;
}

/** For the tools of a session: crons of its chat, and what its person may do with them. */
export function cronBooks({ known, ...parts }: CronBooksParts): (session: SessionRecord) => CronBook {
  const { access, people } = known;
  const roleOf = (sender: string): Role | undefined => {
    const phone = digitsOf(sender);
    // Whoever sits at the machine has no number.
    if (phone === '') return 'owner';
    return [...access.people, ...people.all()].find((one) => one.phone === phone)?.role;
  };
  const isGroup = ({ owner, conversation }: SessionRecord): boolean =>
    digitsOf(owner) !== '' && people.directChat(owner) !== conversation;
  return (session) => cronBook(session, { ...parts, roleOf, isGroup });
}
