import { Failure } from '../core/failure.ts';
import { canonicalJson, type Json } from '../core/json.ts';

/**
 * Throws Failure `conflict` when the planned action differs from the one that was judged, and approved if a person
 * was asked.
 */
export function assertReviewed(planned: Json, reviewed: Json): void {
  if (canonicalJson(planned) === canonicalJson(reviewed)) return;
  throw new Failure('conflict', 'Things changed since this was judged. Look again, then repeat the call.');
}
