import { Failure } from '../base/failure.ts';
import { canonicalJson, type Json } from '../base/json.ts';

/** Throws Failure `conflict` when what is about to be done is not what was judged, and approved if it was asked. */
export function refuseOther(planned: Json, reviewed: Json): void {
  if (canonicalJson(planned) === canonicalJson(reviewed)) return;
  throw new Failure('conflict', 'Things changed since this was judged. Look again, then repeat the call.');
}
