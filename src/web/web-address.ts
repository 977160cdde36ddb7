import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Failure } from '../core/failure.ts';

/** In UTF-16 code units. */
const MAX_LENGTH = 2_000;

/** Names that lead to this machine, to its network or to the services of its cloud, whatever a resolver says. */
const OWN_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|arpa|onion)$/;

/** A public address of the Internet, where the cloud Azure still serves data to its own machines. */
const AZURE_HOST = '168.63.129.16';

/**
 * Reads an address as a browser does, so that each spelling of a host becomes the one that is asked about and connected
 * to: `http://0x7f.1/` is `127.0.0.1`, `EXAMPLE.org.` is `example.org`.
 * @throws Failure for what is no address of a web page
 */
export function parseWebAddress(text: string): URL {
  if (text.length > MAX_LENGTH)
    throw new Failure('invalid', `The address is longer than ${MAX_LENGTH} characters.`);
  if (!URL.canParse(text))
    throw new Failure('invalid', 'That is no address. Give the whole one, as https://example.org/page.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Failure('denied', 'Only https:// and http:// addresses are read.');
  // `https://github.com@evil.example/` would be read as GitHub's.
  if (url.username !== '' || url.password !== '')
    throw new Failure('denied', 'An address with a name or a password before its host is not read.');
  const host = url.hostname.replace(/\.+$/, '');
  if (host === '') throw new Failure('invalid', 'The address names no host.');
  url.hostname = host;
  url.hash = '';
  return url;
}

/** The address in a host that is one; undefined for a name. */
function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : undefined;
}

/** Why no page of this host is read, even if a person agrees; undefined for a name that has to be looked up first. */
export function whyHostRefused(url: URL): string | undefined {
  const address = literalAddress(url);
  if (address !== undefined) return isPublicAddress(address) ? undefined : notPublic(url.host);
  const isName = url.hostname.includes('.') && !OWN_NAME.test(url.hostname);
  return isName ? undefined : notPublic(url.host);
}

function notPublic(host: string): string {
  return `${host} is not on the public Internet: this machine, its network and its cloud are not read. An owner of this program can allow it: web.own_hosts in agent.yaml.`;
}

/**
 * True only for an address of the public Internet: not for a private, loopback, link-local, shared, multicast or
 * reserved one, nor for one that holds an IPv4 address, which could be any of these.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || address.toString() === AZURE_HOST) return false;
  // Only 2000::/3 of IPv6 was ever given out; outside it lie old forms of IPv4 addresses, too.
  return address instanceof ipaddr.IPv4 || address.match(ipaddr.parse('2000::'), 3);
}

/** One answer of a resolver. */
interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type NameResolver = (name: string) => Promise<readonly ResolvedAddress[]>;

/** Looks names up as the system does, which also knows the file of hosts. */
export const resolveBySystem: NameResolver = async (name) => {
  const { lookup } = await import('node:dns/promises');
  return await lookup(name, { all: true });
};

/**
 * Looks a name up for the connection itself: the connection goes to the checked address, whatever a second look-up
 * would return. A name with a single address that is not public is refused, because the next connection could take that
 * one.
 */
export function publicLookup(resolve: NameResolver): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (found) => {
        const fault = faultIn(name, found);
        if (fault !== undefined) return callback(fault, '', 0);
        const all = found.map(({ address, family }) => ({ address, family }));
        const [first] = all;
        if (options.all === true || first === undefined) return callback(null, all);
        return callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
}

function faultIn(name: string, found: readonly ResolvedAddress[]): Failure | undefined {
  if (found.length === 0) return new Failure('not-found', `${name} has no address.`);
  const isPublic = found.every(({ address }) => isPublicAddress(address));
  return isPublic ? undefined : new Failure('denied', notPublic(name));
}
