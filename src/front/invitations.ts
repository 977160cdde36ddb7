import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import type { PeopleCopy } from '../cluster/copy-people.ts';
import { admitByCode } from '../cluster/people.ts';
import type { InboundMessage } from '../contracts/channel.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { digitsOf } from '../core/phone-number.ts';

export interface InvitationParts {
  readonly db: ClusterDatabase;
  readonly people: Pick<PeopleCopy, 'refresh'>;
  /** Hash of the code that a message is; undefined for any other message. */
  codeIn(message: InboundMessage): string | undefined;
  /** By the copy on this machine's disk: without it no stranger's code is looked up. */
  hasOpen(): boolean;
  readonly log: Log;
}

/**
 * True when a stranger's message was the code of the open invitation: they may write from now on. A wrong code uses up a try,
 * and is answered by nothing. While PostgreSQL is away nobody is let in.
 */
export async function isLetIn(
  message: InboundMessage,
  { db, people, codeIn, hasOpen, log }: InvitationParts,
): Promise<boolean> {
  const codeHash = codeIn(message);
  if (codeHash === undefined || !hasOpen() || db.awaySinceUpMs() !== undefined) return false;
  try {
    if (!(await admitByCode(db, { codeHash, phone: digitsOf(message.sender) }))) return false;
    await people.refresh();
    log.info('front.access.invited', { sender: message.sender });
    return true;
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.warn('front.access.code_not_read', { error: messageOf(error) });
    return false;
  }
}
