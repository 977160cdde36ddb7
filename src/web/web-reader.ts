import { join } from 'node:path';
import type { DocumentReader } from '../contracts/binary-files.ts';
import { Failure } from '../core/failure.ts';
import { askThread } from '../core/limited-work.ts';
import { decodeBytes, decodeWindows1252 } from '../core/text-encoding.ts';
import { ACCEPTED_CODINGS, type HttpAnswer, isRedirect, requestOnce } from './http-request.ts';
import { type NameResolver, parseWebAddress, publicLookup, whyHostRefused } from './web-address.ts';

export interface FetchedPage {
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
  read(url: URL, documents: DocumentReader, signal: AbortSignal): Promise<FetchedPage>;
}

interface WebReaderParts {
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

async function pageText(
  url: URL,
  { headers, bytes }: HttpAnswer,
  { parts, documents, signal }: { parts: WebReaderParts; documents: DocumentReader; signal: AbortSignal },
): Promise<Pick<FetchedPage, 'type' | 'text'>> {
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

/** What can be read of an answer. `other`: neither text nor a PDF. */
type PageKind = 'html' | 'pdf' | 'text' | 'other';

const HTML_TYPES = ['text/html', 'application/xhtml+xml'];
const TEXT_TYPES =
  /^text\/|[/+](json|xml|yaml|toml|javascript|ecmascript|typescript|x-sh|x-yaml|x-ndjson|ndjson|sql|graphql|rtf)$/;
const VAGUE_TYPES = ['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download'];
/** How much of the beginning shows the type, in bytes. */
const BEGINNING = 1024;

/** By the declared type; where that says nothing, by how the bytes begin. */
function pageKind(declared: string, bytes: Buffer): PageKind {
  const type = mediaType(declared);
  const begin = bytes.subarray(0, BEGINNING);
  if (begin.includes('%PDF-') && (type === 'application/pdf' || VAGUE_TYPES.includes(type))) return 'pdf';
  if (HTML_TYPES.includes(type)) return 'html';
  if (TEXT_TYPES.test(type)) return 'text';
  if (!VAGUE_TYPES.includes(type) || decodeText(declared, bytes) === undefined) return 'other';
  return /<!doctype html|<html[\s>]/i.test(begin.toString('latin1')) ? 'html' : 'text';
}

function mediaType(declared: string): string {
  return (declared.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/**
 * By its mark, else by what the answer or the page itself declares, else as the bytes suggest; undefined when it is no
 * text.
 */
function decodeText(declared: string, bytes: Buffer): string | undefined {
  const named = byMark(bytes) ?? charsetIn(declared) ?? charsetInPage(bytes);
  const decoded = named === undefined ? undefined : decodeAs(named, bytes);
  if (decoded !== undefined) return decoded;
  const guessed = decodeBytes(bytes);
  if (guessed === 'binary') return undefined;
  return guessed === 'unknown' ? new TextDecoder('utf-8').decode(bytes) : guessed.text;
}

function byMark(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8';
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  if (mark === 0xfeff) return 'utf-16be';
  return mark === 0xfffe ? 'utf-16le' : undefined;
}

function charsetIn(declared: string): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(declared)?.[1];
}

function charsetInPage(bytes: Buffer): string | undefined {
  const begin = bytes.subarray(0, BEGINNING).toString('latin1');
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(begin)?.[1];
}

/** Undefined for an unknown encoding. */
function decodeAs(charset: string, bytes: Buffer): string | undefined {
  try {
    const decoder = new TextDecoder(charset);
    return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export interface HtmlPage {
  readonly html: string;
  /** The address that its relative links start from. */
  readonly url: string;
}

/** The answer of the thread. */
export type MarkdownAnswer = { readonly markdown: string } | { readonly problem: string };

/** @throws Failure for a page that cannot be read, or takes too long or too much */
type HtmlToMarkdown = (page: HtmlPage, signal: AbortSignal) => Promise<string>;

const MAX_CONVERSION_MS = 20_000;
const MAX_GROWTH = 768 * 1024 * 1024;

/**
 * In a thread for each page: a large one takes seconds, in which nothing else of the program would run.
 * @param folder what the build made: `dist/web`
 */
export function createHtmlToMarkdown(folder: string, limitMs = MAX_CONVERSION_MS): HtmlToMarkdown {
  const script = join(folder, 'markdown-worker.cjs');
  return async (page, signal) => {
    const task = { script, data: page, limitMs, mostGrowth: MAX_GROWTH };
    const answer = await askThread<MarkdownAnswer>(task, signal);
    if ('markdown' in answer) return answer.markdown;
    throw new Failure('invalid', `The page cannot be read as HTML (${answer.problem}).`);
  };
}
