import { randomBytes } from 'node:crypto';
import type { WebForm, WebRegion, WebRequest, WebView } from '../contracts/web-page.ts';
import { sha256 } from '../core/json.ts';
import { createTurns } from '../core/work-queues.ts';

/** A page as HTML, in the parts that may be replaced. */
export interface RenderedPage {
  readonly title: string;
  readonly isStill: boolean;
  readonly regions: readonly RenderedRegion[];
}

interface RenderedRegion {
  readonly name: string;
  readonly html: string;
  /** Equal for the same HTML, and for a region that stays as it was loaded. */
  readonly version: string;
  readonly isReadOut?: boolean;
}

const STILL = 'still';

/** Undefined when there is no such thing for this visitor. */
export async function renderPage(
  view: Pick<WebView, 'show'>,
  request: WebRequest,
  redact: (text: string) => string,
): Promise<RenderedPage | undefined> {
  const content = await view.show(request);
  if (content === undefined) return undefined;
  const regions: RenderedRegion[] = [];
  const turns = createTurns(1);
  // One region after the other: rendering the whole page in one piece would make everybody else wait.
  for (const region of content.regions) {
    await turns.next();
    regions.push(await renderRegion(region, redact));
  }
  return { title: content.title, isStill: content.isStill === true, regions };
}

/** Pages clean their content; all of it is redacted once more, in case one missed something. */
async function renderRegion(
  { name, body, isStill, isReadOut }: WebRegion,
  redact: (text: string) => string,
): Promise<RenderedRegion> {
  const html = await redactInTurns(String((await body) ?? ''), redact);
  return {
    name,
    html,
    version: isStill === true ? STILL : sha256(html).slice(0, 12),
    isReadOut: isReadOut === true,
  };
}

/** How much is redacted at once, in UTF-16 code units, up to the next tag: this blocks the program for 3 ms. */
const MAX_PIECE = 30_000;

/** Cut before a tag only: what is in the text is escaped, so no secret lies across one. */
async function redactInTurns(html: string, redact: (text: string) => string): Promise<string> {
  if (html.length <= MAX_PIECE) return redact(html);
  const turns = createTurns(1);
  // Rendering took as long already.
  await turns.next();
  const pieces: string[] = [];
  for (let from = 0; from < html.length; ) {
    await turns.next();
    const tag = html.indexOf('<', from + MAX_PIECE);
    const to = tag === -1 ? html.length : tag;
    pieces.push(redact(html.slice(from, to)));
    from = to;
  }
  return pieces.join('');
}

/** Names what a window shows: the versions of all its regions, in the order of the page. It is the id of its events. */
export function versionsOf({ regions }: Pick<RenderedPage, 'regions'>): string {
  return regions.map(({ version }) => version).join('.');
}

/** The regions that a window with these versions does not show as they are now. */
export function changedRegions(versions: string, { regions }: RenderedPage): readonly RenderedRegion[] {
  const shown = versions.split('.');
  return regions.filter(({ version }, index) => shown[index] !== version);
}

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
