import { expect, test } from 'vitest';
import { listenRefusal, misdirectionStatus, ownAddresses } from '../../src/web-server/listen-address.ts';

const TLS = { cert: '/c.pem', key: '/k.pem' };
const PROXY = 'https://console.example.org';

test.each([
  ['127.0.0.1', undefined, undefined, undefined],
  ['localhost', undefined, undefined, undefined],
  ['::1', undefined, undefined, undefined],
  ['127.0.0.53', undefined, undefined, undefined],
  [
    '0.0.0.0',
    undefined,
    undefined,
    /^WEB_HOST is 0\.0\.0\.0: other machines would read the console unencrypted/,
  ],
  ['192.168.1.7', undefined, undefined, /^WEB_HOST is 192\.168\.1\.7/],
  ['localhost.example.org', undefined, undefined, /^WEB_HOST is/],
  ['0.0.0.0', undefined, TLS, /^WEB_HOST is 0\.0\.0\.0, which no browser can ask for\. Set WEB_ORIGIN/],
  ['0.0.0.0', PROXY, TLS, undefined],
  ['192.168.1.7', undefined, TLS, undefined],
  ['0.0.0.0', PROXY, undefined, undefined],
  ['0.0.0.0', 'http://console.example.org', undefined, /^WEB_ORIGIN is http:.*needs https/],
])('on %s, behind %s, with %j: refused with %s', (host, origin, tls, refusal) => {
  const said = listenRefusal({ host, origin, tls })?.in('en');
  if (refusal === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(refusal);
});

test.each([
  ['127.0.0.1', undefined, undefined, ['http://127.0.0.1:8790', 'http://localhost:8790']],
  ['127.0.0.1', PROXY, undefined, [PROXY, 'http://127.0.0.1:8790', 'http://localhost:8790']],
  ['0.0.0.0', PROXY, TLS, [PROXY]],
  ['192.168.1.7', undefined, TLS, ['https://192.168.1.7:8790']],
  ['::1', undefined, undefined, ['http://127.0.0.1:8790', 'http://localhost:8790', 'http://[::1]:8790']],
])('on %s, behind %s, with %j it answers to these names', (host, origin, tls, origins) => {
  const own = ownAddresses({ host, origin, tls }, 8790);
  expect(own).toEqual({
    origin: origins[0],
    origins,
    hosts: origins.map((one) => one.replace(/^https?:\/\//, '')),
  });
});

test('a usual port is not part of a name', () => {
  expect(ownAddresses({ host: '10.0.0.7', origin: undefined, tls: TLS }, 443).hosts).toEqual(['10.0.0.7']);
});

const OWN = { hosts: ['127.0.0.1:8790'], origins: ['http://127.0.0.1:8790'] };
const NO_PAGES = { hosts: OWN.hosts, origins: [] };

test.each([
  [OWN, '127.0.0.1:8790', undefined, undefined],
  [OWN, '127.0.0.1:8790', 'http://127.0.0.1:8790', undefined],
  [OWN, '127.0.0.1:8790', 'null', 403],
  [OWN, '127.0.0.1:8790', 'https://evil.example', 403],
  [OWN, 'evil.example:8790', undefined, 421],
  [OWN, 'evil.example:8790', 'http://127.0.0.1:8790', 421],
  [OWN, undefined, undefined, 421],
  [OWN, '', undefined, 421],
  // Where only programs ask, a browser is always one too many.
  [NO_PAGES, '127.0.0.1:8790', undefined, undefined],
  [NO_PAGES, '127.0.0.1:8790', 'http://127.0.0.1:8790', 403],
])('for %j a request to %s from %s is %s', (own, host, origin, status) => {
  expect(misdirectionStatus({ host, origin }, own)).toBe(status);
});
