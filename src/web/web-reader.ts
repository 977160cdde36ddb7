import type { DocumentReader } from '../contracts/binary-files.ts';
import { Failure } from '../core/failure.ts';
import type { HtmlToMarkdown } from './html-to-markdown.ts';
import { ACCEPTED_CODINGS, type HttpAnswer, isRedirect, requestOnce } from './http-request.ts';
import { decodeText, mediaType, pageKind } from './page-bytes.ts';
import { type NameResolver, publicLookup } from './public-lookup.ts';
import { parseWebAddress, whyHostRefused } from './web-address.ts';

export interface WebPage {
  /** The address of the text, after the redirects of its host. */
  readonly url: string;
  /** Media type as its host declared it. */
  readonly type: string;
  /** Markdown for a page, plain text for everything else. */
  readonly text: string;
}

export interface WebReader {
  /** @throws Failure for an address that is never read, even if a person agrees; nothing is looked up yet */
  addressOf(text: string): URL;
  /**
   * Reads one page. Redirects are followed on its own host alone.
   * @throws Failure `denied` for another host, with its address, and for a host that is not public
   */
  read(url: URL, documents: DocumentReader, signal: AbortSignal): Promise<WebPage>;
}

export interface WebReaderParts {
  /** Hosts that are read although they are not public, with their port, as they are written in an address. */
  readonly ownHosts: readonly string[];
  readonly resolve: NameResolver;
  readonly toMarkdown: HtmlToMarkdown;
  /** The program's name for hosts. */
  readonly userAgent: string;
}

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 5;
/** For all redirects together. */
const LIMIT_MS = 30_000;
const MAX_PDF_PAGES = 200;
const MAX_PDF_LENGTH = 2_000_000;

export function createWebReader(parts: WebReaderParts): WebReader {
  const checked = (url: URL): URL => {
    const refusal = parts.ownHosts.includes(url.host) ? undefined : whyHostRefused(url);
    if (refusal !== undefined) throw new Failure('denied', refusal);
    return url;
  };
  return {
    addressOf: (text) => checked(parseWebAddress(text)),
    async read(asked, documents, signal) {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
      let url = checked(asked);
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const answer = await requestPage(url, parts, inTime);
        if (!isRedirect(answer.status)) {
          refuseError(url, answer.status);
          return { url: url.href, ...(await pageText(url, answer, { parts, documents, signal })) };
        }
        url = checked(nextAddress(url, answer));
      }
      throw new Failure('invalid', `${asked.host} sends on more than ${MAX_REDIRECTS} times.`);
    },
  };
}

function requestPage(
  url: URL,
  { ownHosts, resolve, userAgent }: WebReaderParts,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const headers = {
    accept: 'text/markdown, text/html;q=0.9, application/pdf;q=0.8, text/*;q=0.8, */*;q=0.5',
    'accept-encoding': ACCEPTED_CODINGS,
    'user-agent': userAgent,
  };
  const lookup = ownHosts.includes(url.host) ? undefined : publicLookup(resolve);
  return requestOnce({ url, method: 'GET', headers, maxBytes: MAX_BYTES, ...(lookup && { lookup }) }, signal);
}

/** The person agreed to one host: another one is a question of its own. */
function nextAddress(url: URL, { headers }: HttpAnswer): URL {
  const { location = '' } = headers;
  if (!URL.canParse(location, url)) throw new Failure('invalid', `${url.host} sends on to no address.`);
  const next = parseWebAddress(new URL(location, url).href);
  const isSafe = url.protocol === 'http:' || next.protocol === 'https:';
  if (next.host === url.host && isSafe) return next;
  throw new Failure(
    'denied',
    `${url.host} sends on to ${next.href}\nNothing was read there. Call again with that address if it is needed.`,
  );
}

function refuseError({ host }: URL, status: number): void {
  if (status >= 200 && status < 300) return;
  const answers = `${host} answers ${status}`;
  if (status === 404 || status === 410) throw new Failure('not-found', `${answers}: there is no such page.`);
  if (status === 401 || status === 403 || status === 407)
    throw new Failure('denied', `${answers}: it wants a login, or lets no program in.`);
  if (status === 429 || status >= 500)
    throw new Failure('unavailable', `${answers}: it is busy or broken. Try later, or another page.`);
  throw new Failure('invalid', `${answers}.`);
}

interface WebReadContext {
  readonly parts: WebReaderParts;
  readonly documents: DocumentReader;
  readonly signal: AbortSignal;
}

async function pageText(
  url: URL,
  { headers, bytes }: HttpAnswer,
  { parts, documents, signal }: WebReadContext,
): Promise<Pick<WebPage, 'type' | 'text'>> {
  const declared = headers['content-type'] ?? '';
  const type = mediaType(declared) || 'no type';
  switch (pageKind(declared, bytes)) {
    case 'pdf': {
      const request = { bytes, first: 1, mostPages: MAX_PDF_PAGES, mostLength: MAX_PDF_LENGTH };
      const { texts } = await documents.pagesOf(request, signal);
      return { type, text: texts.map((text, index) => `[page ${index + 1}]\n${text}`).join('\n\n') };
    }
    case 'html':
      return {
        type,
        text: await parts.toMarkdown({ html: decodeText(declared, bytes) ?? '', url: url.href }, signal),
      };
    case 'text':
      return { type, text: decodeText(declared, bytes) ?? '' };
    case 'other':
      throw new Failure('invalid', `${url.host} sends ${type}. Only pages, text and PDF are read.`);
  }
}
