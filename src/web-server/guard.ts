import type { Context, MiddlewareHandler } from 'hono';
import type { WebVisitor } from '../contracts/web-page.ts';
import type { Clock } from '../core/clock.ts';
import { createRateLimit } from '../core/rate-limit.ts';
import type { Texts } from '../core/texts/texts.ts';
import type { Bindings } from './hono.ts';
import { misdirectionStatus, type ServerAddresses } from './listen-address.ts';

export interface ConsoleEnv {
  Bindings: Bindings;
  Variables: {
    texts: Texts;
    /** The secret of the cookie; undefined without one. */
    secret: string | undefined;
    visitor: WebVisitor | undefined;
  };
}
export type ConsoleContext = Context<ConsoleEnv>;

/** Scripts and styles come only from here, and none are inline: text of others on a page cannot run. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_POLICY,
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  // With `no-referrer` browsers send `Origin: null` with forms, which could then not be distinguished from foreign
  // ones.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cache-Control': 'no-store',
};

export function withSafeHeaders(): MiddlewareHandler<ConsoleEnv> {
  return async (c, next) => {
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    await next();
  };
}

const FORM = /^application\/x-www-form-urlencoded\b/i;
const FORM_WITH_FILES = /^multipart\/form-data\b/i;

/** Why a request is refused before anything is looked up; undefined when it may go on. */
export function rejectionStatus(
  { method, headers, takesFiles }: IncomingHead,
  own: Pick<ServerAddresses, 'hosts' | 'origins'>,
): 403 | 405 | 415 | 421 | undefined {
  const origin = headers.get('origin') ?? undefined;
  const elsewhere = misdirectionStatus({ host: headers.get('host') ?? undefined, origin }, own);
  if (elsewhere !== undefined) return elsewhere;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method !== 'POST') return 405;
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  if (origin === undefined || site !== 'same-origin') return 403;
  const forms = takesFiles ? [FORM, FORM_WITH_FILES] : [FORM];
  return isOfType(headers, forms) ? undefined : 415;
}

function isOfType(headers: Headers, types: readonly RegExp[]): boolean {
  const type = headers.get('content-type') ?? '';
  return types.some((one) => one.test(type));
}

interface IncomingHead {
  readonly method: string;
  readonly headers: Headers;
  /** True for a path whose form may bring files. */
  readonly takesFiles: boolean;
}

/** Limits for pages, and for signing in, where codes may be guessed. */
const REQUESTS = { burst: 120, perSecond: 20 };
const SIGN_INS = { burst: 10, perSecond: 10 / 60 };

export interface ConsoleRates {
  /** False for one request too many. */
  mayAsk(c: ConsoleContext): boolean;
  mayEnter(c: ConsoleContext): boolean;
}

/** Counts requests by session, or by address where there is no session. */
export function consoleRates(clock: Pick<Clock, 'upMs'>): ConsoleRates {
  const requests = createRateLimit(REQUESTS, clock);
  const signIns = createRateLimit(SIGN_INS, clock);
  const address = (c: ConsoleContext): string => c.env.incoming.socket.remoteAddress ?? '';
  return {
    mayAsk: (c) =>
      requests.take(c.get('visitor') === undefined ? address(c) : `session ${c.get('secret') ?? ''}`),
    mayEnter: (c) => signIns.take(address(c)),
  };
}
