import type { Ownership } from '../contracts/ownership.ts';
import { Failure } from '../core/failure.ts';
import type { ConversationId } from '../core/ids.ts';
import { fault } from '../core/texts/faults.ts';

export type OwnsItsWork = Ownership['ownsItsWork'];

/**
 * Right before something reaches a remote: a machine that stood still or was cut off does not know that its work goes on
 * elsewhere.
 * @param ownsItsWork missing: the program works alone
 * @throws Failure `unavailable` when that may be so
 */
export async function assertOwnWork(
  ownsItsWork: OwnsItsWork | undefined,
  conversation: ConversationId,
): Promise<void> {
  if (ownsItsWork === undefined || (await ownsItsWork(conversation))) return;
  throw new Failure('unavailable', fault('git-out-of-touch'));
}
