import { OWN_WITHIN_MS, type Ownership } from '../contracts/machines.ts';
import { Failure } from '../core/failure.ts';
import type { ConversationId } from '../core/ids.ts';
import { fault } from '../core/texts/faults.ts';

export type OwnsItsWork = Ownership['ownsItsWork'];

/**
 * Right before something reaches a remote: a machine that stood still or was cut off does not know that its work goes
 * on elsewhere. Resolves with a check for the very last moment, because it may also stand still after the answer: that
 * one throws the same Failure once the answer is too old.
 * @throws Failure `unavailable` when the work may go on elsewhere
 */
export async function assertOwnWork(
  ownsItsWork: OwnsItsWork,
  conversation: ConversationId,
): Promise<() => void> {
  const isLate = lateBy(OWN_WITHIN_MS);
  if (!(await ownsItsWork(conversation))) throw outOfTouch();
  return () => {
    if (isLate()) throw outOfTouch();
  };
}

export function outOfTouch(): Failure {
  return new Failure('unavailable', fault('git-out-of-touch'));
}

/** By both clocks: one does not count while a machine sleeps, the other can be set. */
function lateBy(ms: number): () => boolean {
  const [upMs, nowMs] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - upMs, Date.now() - nowMs) > ms;
}
