import { randomBytes } from 'node:crypto';
import { sha256 } from '../../core/json.ts';

/** The largest count within a millisecond that a UUIDv7 has room for. */
const MAX_COUNT = 0xfff;

/** A UUID made from a text: the same for every try, so that the primary key drops a repeated insert. */
export function jobIdOf(text: string): string {
  const hex = sha256(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * UUIDv7 in the order of the calls, also within a millisecond and when the clock is set back.
 * @param after the newest id of an earlier life; all new ids follow it
 */
export function orderedIds(after: string | undefined, nowMs: () => number): () => string {
  let ms = after === undefined ? 0 : timeOf(after) + 1;
  let count = 0;
  return () => {
    const now = nowMs();
    if (now > ms) [ms, count] = [now, 0];
    else if (count < MAX_COUNT) count += 1;
    else [ms, count] = [ms + 1, 0];
    const time = ms.toString(16).padStart(12, '0');
    const random = randomBytes(8).toString('hex');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-a${random.slice(1, 4)}-${random.slice(4)}`;
  };
}

function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
