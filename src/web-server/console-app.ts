import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono as HonoApp } from 'hono';
import type {
  SpokenMessage,
  WebDownload,
  WebPage,
  WebRequest,
  WebView,
  WebVisitor,
} from '../contracts/web-page.ts';
import { DAY_MS, SECOND_MS } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { formatBytes } from '../core/texts/format.ts';
import { type Locale, texts } from '../core/texts/texts.ts';
import { escapeHiddenInLines } from '../policy/display.ts';
import type { ConsoleParts, SpokenResult } from './console-parts.ts';
import { fileResponse } from './downloads.ts';
import {
  type ConsoleContext,
  type ConsoleEnv,
  type ConsoleRates,
  consoleRates,
  rejectionStatus,
  withSafeHeaders,
} from './guard.ts';
import { bodyLimit, getCookie, Hono, setCookie } from './hono.ts';
import type { ServerAddresses } from './listen-address.ts';
import type { LiveUpdates } from './live-updates.ts';
import { addReadApi } from './read-api.ts';
import { type RenderedPage, renderPage } from './render-page.ts';
import {
  createSlowFormGuard,
  hasFiles,
  maxBodyBytes,
  readFormFields,
  readFormUploads,
  type SentForm,
  type UnreadForm,
  type UploadsOf,
  uploadsOf,
} from './sent-form.ts';
import { shellOf } from './shell.tsx';
import { problemPage, type RequestProblem, refusalPage, sameAgainPage, signInPage } from './sign-in.tsx';
import { shellTexts } from './texts/texts.ts';
import { dropUploads } from './upload-folder.ts';

const MAX_COOKIE_DAYS = 30;

/** Facts that are known once the server listens. */
export interface ListeningServer {
  readonly own: ServerAddresses;
  readonly live: LiveUpdates;
}

interface ConsoleApp extends ConsoleParts, ListeningServer {}

/** The routes of the console. For every request the visitor is checked first, and then what they may see. */
export function consoleApp(served: ConsoleParts, listening: ListeningServer): HonoApp<ConsoleEnv> {
  const parts: ConsoleApp = { ...served, ...listening };
  const { pages, downloads, resources } = parts.content;
  const app = new Hono<ConsoleEnv>();
  const rates = consoleRates(parts.clock);
  const uploads = uploadsOf(pages);
  app.use(withSafeHeaders());
  app.use(async (c, next) => {
    c.set('texts', texts(acceptedLocale(c)));
    const takesFiles = uploads(c.req.path) !== undefined;
    const head = { method: c.req.method, headers: c.req.raw.headers, takesFiles };
    const status = rejectionStatus(head, parts.own);
    if (status !== undefined) return c.html(await problemPage(c.get('texts'), 'foreign'), status);
    const secret = getCookie(c, cookieName(parts));
    const visitor = secret === undefined ? undefined : parts.visits.visitor(secret);
    c.set('secret', secret);
    c.set('visitor', visitor);
    c.set('texts', texts(parts.localeOf(visitor) ?? acceptedLocale(c)));
    if (!rates.mayAsk(c)) return await answerProblem(c, 'busy');
    return await next();
  });
  limitForms(app, uploads, parts);
  addAssets(app, parts.assets);
  addSignIn(app, parts, rates);
  for (const page of pages) addPage(app, page, parts);
  for (const download of downloads) addDownload(app, download, parts);
  addReadApi(app, {
    resources,
    version: parts.version,
    visits: parts.visits,
    requestOf: (c, visitor) => requestOf(c, visitor, parts),
    redact: parts.redact,
  });
  app.notFound(async (c) =>
    c.get('visitor') === undefined ? await signIn(c, parts) : await answerProblem(c, 'missing'),
  );
  app.onError(async (error, c) => {
    parts.log.error('web_server.failed', { error: messageOf(error) });
    return await answerProblem(c, 'failed');
  });
  return app;
}

const STATUS = {
  missing: 404,
  foreign: 403,
  locked: 423,
  busy: 429,
  large: 413,
  failed: 500,
  notStored: 503,
} as const;

async function answerProblem(c: ConsoleContext, what: RequestProblem): Promise<Response> {
  if (what === 'busy') c.header('Retry-After', '2');
  return c.html(await problemPage(c.get('texts'), what), STATUS[what]);
}

/** Limits the length, the slowness and the number of forms. */
function limitForms(
  app: HonoApp<ConsoleEnv>,
  uploadsAt: UploadsOf,
  { clock }: Pick<ConsoleApp, 'clock'>,
): void {
  const slow = createSlowFormGuard(clock);
  app.use(async (c, next) => {
    if (c.req.method !== 'POST') return await next();
    const isUpload = c.get('visitor') !== undefined && hasFiles(c);
    const isTaken = await slow.within(c, isUpload, async () => {
      await next();
      return true;
    });
    return isTaken ? undefined : await answerProblem(c, 'busy');
  });
  app.use((c, next) => {
    // Nothing large is read from a visitor who is not signed in.
    const uploads = c.get('visitor') === undefined ? undefined : uploadsAt(c.req.path);
    // The size of a form with files is checked while it is read.
    if (uploads !== undefined && hasFiles(c)) return next();
    return bodyLimit({ maxSize: maxBodyBytes(uploads), onError: () => answerProblem(c, 'large') })(c, next);
  });
}

async function answerRefusal(c: ConsoleContext, refused: string, status: 413 | 422): Promise<Response> {
  return c.html(await refusalPage(c.get('texts'), { refused, back: c.req.path }), status);
}

/** Over HTTPS no other name of the same machine, and no page without HTTPS, can set a cookie of this name. */
function cookieName({ own }: Pick<ConsoleApp, 'own'>): string {
  return isSecure(own) ? '__Host-wasap' : 'wasap';
}

function isSecure({ origin }: ServerAddresses): boolean {
  return origin.startsWith('https://');
}

function acceptedLocale(c: ConsoleContext): Locale {
  return /^\s*es\b/i.test(c.req.header('accept-language') ?? '') ? 'es' : 'en';
}

const ASSETS = {
  'console.css': 'text/css; charset=utf-8',
  'live.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

/** Serves only files with these names, so that no path leads anywhere else. */
function addAssets(app: HonoApp<ConsoleEnv>, folder: string): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    let content: string | undefined;
    app.get(`/assets/${name}`, (c) => {
      content ??= readFileSync(join(folder, name), 'utf8');
      const tag = `"${sha256(content).slice(0, 16)}"`;
      c.header('Cache-Control', 'no-cache');
      c.header('ETag', tag);
      return c.req.header('if-none-match') === tag
        ? c.body(null, 304)
        : c.body(content, 200, { 'Content-Type': type });
    });
  }
}

function addSignIn(app: HonoApp<ConsoleEnv>, parts: ConsoleApp, rates: ConsoleRates): void {
  const { visits, own, log } = parts;
  app.get('/enter', async (c) => c.html(await signInPage(c.get('texts'))));
  app.post('/enter', async (c) => {
    if (!rates.mayEnter(c)) return c.html(await signInPage(c.get('texts'), 'tooOften'), 429);
    const secret = visits.enter((await readFormFields(c))?.code ?? '');
    if (secret === undefined) {
      log.warn('web_server.sign_in_refused');
      return c.html(await signInPage(c.get('texts'), 'wrong'), 401);
    }
    log.info('web_server.signed_in', { who: visits.visitor(secret)?.sender });
    setCookie(c, cookieName(parts), secret, {
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecure(own),
      path: '/',
      maxAge: (MAX_COOKIE_DAYS * DAY_MS) / SECOND_MS,
    });
    return c.redirect('/', 303);
  });
  app.post('/leave', (c) => {
    const secret = c.get('secret');
    if (secret !== undefined) visits.leave(secret);
    setCookie(c, cookieName(parts), '', { path: '/', maxAge: 0, secure: isSecure(own) });
    return c.redirect('/enter', 303);
  });
}

/** The page that a visitor without a session gets in place of any other. */
async function signIn(c: ConsoleContext, { own }: Pick<ConsoleApp, 'own'>): Promise<Response> {
  const isFromElsewhere = c.req.header('sec-fetch-site') === 'cross-site' && c.req.method === 'GET';
  if (isFromElsewhere && c.get('secret') === undefined) {
    const { pathname, search } = new URL(c.req.url);
    return c.html(await sameAgainPage(c.get('texts'), `${own.origin}${pathname}${search}`));
  }
  return c.html(await signInPage(c.get('texts')), 401);
}

function addPage(app: HonoApp<ConsoleEnv>, page: WebPage, parts: ConsoleApp): void {
  app.get(page.path, async (c) => {
    const visitor = c.get('visitor');
    if (visitor === undefined) return await signIn(c, parts);
    if (parts.visits.isLocked(visitor)) return await answerProblem(c, 'locked');
    if (page.isFor?.(visitor) === false) return await answerProblem(c, 'missing');
    const view = await page.load();
    const versions = c.req.query('live');
    if (versions !== undefined) return await openWindow(c, { page, view, visitor, versions }, parts);
    const rendered = await renderPage(view, requestOf(c, visitor, parts), parts.redact);
    if (rendered === undefined) return await answerProblem(c, 'missing');
    return c.html(await shellFor(c, { rendered, visitor }, parts));
  });
  app.post(page.path, async (c) => {
    const visitor = c.get('visitor');
    if (visitor === undefined) return await signIn(c, parts);
    if (parts.visits.isLocked(visitor)) return await answerProblem(c, 'locked');
    if (page.isFor?.(visitor) === false) return await answerProblem(c, 'missing');
    return await answerForm(c, { page, visitor }, parts);
  });
}

/** The answer to a form. */
async function answerForm(
  c: ConsoleContext,
  { page, visitor }: { readonly page: WebPage; readonly visitor: WebVisitor },
  parts: ConsoleApp,
): Promise<Response> {
  const sent = await readSentForm(c, page, parts).catch(orFailed);
  if (sent === undefined) return await answerProblem(c, 'notStored');
  if (typeof sent === 'string') return await answerUnreadForm(c, page, sent);
  try {
    const view = await page.load();
    const message = view.submit?.(requestOf(c, visitor, parts), sent.form, sent.files);
    if (message === undefined) return await answerProblem(c, 'missing');
    return 'refused' in message
      ? await answerRefusal(c, message.refused, 422)
      : await speakMessage(c, message, parts);
  } finally {
    // The files of a message that was taken lie elsewhere by now.
    await dropUploads(sent.files);
  }
}

/** Undefined when it could not be stored, which is an expected failure. */
function orFailed(error: unknown): undefined {
  if (!isFailure(error)) throw error;
  return undefined;
}

async function readSentForm(
  c: ConsoleContext,
  { uploads: limits }: WebPage,
  { uploadFolder: folder }: ConsoleApp,
): Promise<SentForm | UnreadForm> {
  if (limits !== undefined && hasFiles(c)) return await readFormUploads(c, { folder, limits });
  const form = await readFormFields(c);
  return form === undefined ? 'broken' : { form, files: [] };
}

async function answerUnreadForm(c: ConsoleContext, { uploads }: WebPage, why: UnreadForm): Promise<Response> {
  if (uploads === undefined || why === 'broken') return await answerProblem(c, 'missing');
  const words = shellTexts(c.get('texts')).problem;
  const refused =
    why === 'many' ? words.manyFiles(String(uploads.files)) : words.largeFiles(formatBytes(uploads.bytes));
  return await answerRefusal(c, refused, 413);
}

async function speakMessage(
  c: ConsoleContext,
  message: SpokenMessage,
  { messages: { say, write } }: ConsoleApp,
): Promise<Response> {
  if (message.isShownThere !== true) {
    const { seq } = await say(message);
    return c.redirect(`${c.req.path}?heard=${seq}`, 303);
  }
  try {
    await write(message);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return await answerProblem(c, 'notStored');
  }
  return c.redirect(c.req.path, 303);
}

function addDownload(app: HonoApp<ConsoleEnv>, { path, load }: WebDownload, parts: ConsoleApp): void {
  app.get(path, async (c) => {
    const visitor = c.get('visitor');
    if (visitor === undefined) return await signIn(c, parts);
    if (parts.visits.isLocked(visitor)) return await answerProblem(c, 'locked');
    const source = await load();
    const file = source.read(requestOf(c, visitor, parts));
    if (file === undefined) return await answerProblem(c, 'missing');
    return fileResponse(c, file, {
      isStillTheirs: () => presentVisitor(c, parts) !== undefined,
      redact: parts.redact,
    });
  });
}

function requestOf(c: ConsoleContext, visitor: WebVisitor, { redact, clock }: ConsoleApp): WebRequest {
  return {
    visitor,
    texts: c.get('texts'),
    nowMs: clock.nowMs(),
    param: (name) => c.req.param(name) ?? '',
    query: (name) => c.req.query(name) ?? '',
    clean: (text) => escapeHiddenInLines(redact(text)),
  };
}

async function shellFor(
  c: ConsoleContext,
  { rendered, visitor }: { readonly rendered: RenderedPage; readonly visitor: WebVisitor },
  parts: ConsoleApp,
): Promise<string> {
  const { pathname, searchParams } = new URL(c.req.url);
  const heard = findHeard(searchParams.get('heard'), visitor, parts);
  const html = await shellOf({
    page: rendered,
    pages: parts.content.pages,
    visitor,
    texts: c.get('texts'),
    path: pathname,
    live(versions) {
      searchParams.set('live', versions);
      searchParams.delete('heard');
      return `${pathname}?${searchParams}`;
    },
    heard,
    machine: parts.machine,
  });
  return html;
}

function findHeard(
  seq: string | null,
  visitor: WebVisitor,
  { messages, redact }: ConsoleApp,
): SpokenResult | undefined {
  if (seq === null || !/^\d{1,12}$/.test(seq)) return undefined;
  const found = messages.heard(Number(seq), visitor);
  return found && { ...found, replies: found.replies.map((reply) => escapeHiddenInLines(redact(reply))) };
}

/**
 * Undefined once they have signed out, are no longer allowed, or are locked: from that moment on they are shown nothing
 * more.
 */
function presentVisitor(c: ConsoleContext, parts: ConsoleApp): WebVisitor | undefined {
  const present = parts.visits.visitor(c.get('secret') ?? '');
  return present === undefined || parts.visits.isLocked(present) ? undefined : present;
}

interface WindowOf {
  readonly page: WebPage;
  readonly view: WebView;
  readonly visitor: WebVisitor;
  readonly versions: string;
}

async function openWindow(
  c: ConsoleContext,
  { page, view, visitor, versions }: WindowOf,
  parts: ConsoleApp,
): Promise<Response> {
  const session = c.get('secret') ?? '';
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete('live');
  const response = parts.live.open(c, {
    session,
    key: `${visitor.sender} ${visitor.role} ${pathname}?${searchParams}`,
    since: c.req.header('last-event-id') ?? versions,
    async render() {
      const present = presentVisitor(c, parts);
      if (present === undefined || page.isFor?.(present) === false) return undefined;
      return await renderPage(view, requestOf(c, present, parts), parts.redact);
    },
  });
  return response ?? (await answerProblem(c, 'busy'));
}
