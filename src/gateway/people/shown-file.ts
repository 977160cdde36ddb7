import type { TrustedFile, TrustStore } from '../../contracts/trust.ts';
import { HOUR_MS } from '../../core/time.ts';

/** How long a file that was shown can be accepted. */
const WAIT_MS = HOUR_MS;

/** True for exactly the file, byte by byte, that this person was shown not long ago: no other one can be accepted. */
export function wasShown(
  { workspace, name, path, hash, person, atMs }: TrustedFile,
  trust: Pick<TrustStore, 'findShown'>,
): boolean {
  const shown = trust.findShown(workspace, name);
  return (
    shown !== undefined &&
    shown.person === person &&
    shown.path === path &&
    shown.hash === hash &&
    atMs - shown.atMs < WAIT_MS
  );
}
