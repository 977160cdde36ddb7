import { randomBytes } from 'node:crypto';
import type { WebForm, WebRequest } from '../contracts/web-page.ts';
import { sha256 } from '../core/json.ts';

/** Text of a page is escaped, so that no text can look like this field. */
const UNFILLED = 'name="idempotencyKey" value=""';

/**
 * Gives every form of a page a key of its own, when the page is sent: sent once more from the same window, a form is
 * the same request, and one that was made anew is another. It is no part of what a region is compared by.
 */
export function withIdempotencyKeys(html: string): string {
  return html.replaceAll(
    UNFILLED,
    () => `name="idempotencyKey" value="${randomBytes(9).toString('base64url')}"`,
  );
}

/** The key of what this visitor asks for by a button of this form. Without a key in the form it is one request for ever. */
export function idempotencyKey(
  { visitor }: Pick<WebRequest, 'visitor'>,
  { idempotencyKey: ofForm = '' }: WebForm,
  ...request: readonly string[]
): string {
  return sha256(JSON.stringify([visitor.sender, ofForm, ...request])).slice(0, 24);
}
