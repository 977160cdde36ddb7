import type { WebRequest } from '../contracts/web-page.ts';
import { sha256 } from '../core/json.ts';

/** Two presses of a button within this time are one wish; later, it may be wanted again. */
const SAME_WISH_MS = 5000;

/** The key of what this visitor wants by a button: the same for two presses of it. */
export function wishKey(
  { visitor, nowMs }: Pick<WebRequest, 'nowMs' | 'visitor'>,
  ...wish: readonly string[]
): string {
  const moment = String(Math.floor(nowMs / SAME_WISH_MS));
  return sha256([visitor.sender, ...wish, moment].join('\n')).slice(0, 24);
}
