import { Failure } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';

/** False when another machine may have taken over the work of this one. */
export type OwnsItsWork = () => boolean;

/**
 * Right before something reaches a remote: a machine that was cut off does not know that its work goes on elsewhere.
 * @throws Failure `unavailable` when that may be so
 */
export function assertOwnWork(ownsItsWork: OwnsItsWork | undefined): void {
  if (ownsItsWork?.() === false) throw new Failure('unavailable', fault('git-out-of-touch'));
}
