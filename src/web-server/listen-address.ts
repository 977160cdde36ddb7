import { isIPv6 } from 'node:net';
import { type Fault, fault } from '../core/texts/faults.ts';

/** Where the console is served, as configured. */
export interface ListenSettings {
  readonly port: number;
  /** Address of an interface: `127.0.0.1`, `0.0.0.0`. */
  readonly host: string;
  /** How browsers reach it, when that is through a proxy or a name: `https://console.example.org`. */
  readonly origin: string | undefined;
  /** Paths of PEM files; undefined for plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

/** Decides by the address alone: what a name resolves to may change. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);
}

/**
 * Why it may not be served like this; undefined when it may. Beyond this machine, pages and the cookie would travel
 * unencrypted.
 */
export function listenRefusal({ host, origin, tls }: Omit<ListenSettings, 'port'>): Fault | undefined {
  if (tls === undefined && !isLoopbackHost(host)) {
    if (origin === undefined) return fault('console-unencrypted', host);
    if (!origin.startsWith('https://')) return fault('console-plain-origin', origin);
  }
  // The server answers only to known names, and this is none.
  return isEveryInterface(host) && origin === undefined ? fault('console-no-name', host) : undefined;
}

/** The `Origin` and `Host` that a browser sends when it is on a page of this server. */
export interface ServerAddresses {
  /** The address that links begin with. */
  readonly origin: string;
  readonly origins: readonly string[];
  readonly hosts: readonly string[];
}

/** Any other name is one that a stranger has pointed here. @param port the one that it listens on */
export function ownAddresses(settings: Omit<ListenSettings, 'port'>, port: number): ServerAddresses {
  const scheme = settings.tls === undefined ? 'http' : 'https';
  const names = [
    ...(isLoopbackHost(settings.host) ? ['127.0.0.1', 'localhost'] : []),
    ...(isEveryInterface(settings.host) ? [] : [settings.host]),
  ].map((name) => (isIPv6(name) ? `[${name}]` : name));
  const direct = [...new Set(names)].map((name) => `${scheme}://${withPort(name, port, scheme)}`);
  const origins = [...(settings.origin === undefined ? [] : [settings.origin]), ...direct];
  const [origin = `${scheme}://localhost:${port}`] = origins;
  return { origin, origins, hosts: origins.map((one) => new URL(one).host) };
}

/**
 * Why a request is not for a server with these names; undefined when it is. A foreign page can make a browser send
 * requests here, also under a name of its own, but it cannot set `Host` or `Origin`. Browsers leave `Origin` out of
 * requests that only read; a request that changes something needs it as well.
 */
export function misdirectionStatus(
  { host, origin }: { readonly host: string | undefined; readonly origin: string | undefined },
  { hosts, origins }: Pick<ServerAddresses, 'hosts' | 'origins'>,
): 403 | 421 | undefined {
  if (host === undefined || !hosts.includes(host)) return 421;
  return origin === undefined || origins.includes(origin) ? undefined : 403;
}

function isEveryInterface(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function withPort(name: string, port: number, scheme: 'http' | 'https'): string {
  return port === (scheme === 'http' ? 80 : 443) ? name : `${name}:${port}`;
}
