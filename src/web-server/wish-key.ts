import { randomBytes } from 'node:crypto';
import type { WebForm, WebRequest } from '../contracts/web-page.ts';
import { sha256 } from '../core/json.ts';

/** Text of a page is escaped, so that no text can look like this field. */
const UNFILLED = 'name="wish" value=""';

/**
 * Gives every form of a page a wish of its own, when the page is sent: sent once more from the same window, a form is
 * the same wish, and one that was made anew is another. It is no part of what a region is compared by.
 */
export function withNewWishes(html: string): string {
  return html.replaceAll(UNFILLED, () => `name="wish" value="${randomBytes(9).toString('base64url')}"`);
}

/** The key of what this visitor wants by a button of this form. Without a wish of its own it is one wish for ever. */
export function wishKey(
  { visitor }: Pick<WebRequest, 'visitor'>,
  { wish: ofForm = '' }: WebForm,
  ...wish: readonly string[]
): string {
  return sha256(JSON.stringify([visitor.sender, ofForm, ...wish])).slice(0, 24);
}
