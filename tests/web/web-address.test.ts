import { describe, expect, test } from 'vitest';
import { isPublicAddress, parseWebAddress, whyHostRefused } from '../../src/web/web-address.ts';

/** Each spelling reaches this machine, its network, its cloud, or nobody. */
const NOT_PUBLIC: readonly string[] = [
  // IPv4
  'http://127.0.0.1/',
  'http://127.255.255.254/',
  'http://0.0.0.0/',
  'http://0.1.2.3/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://192.88.99.1/',
  'http://192.52.193.1/',
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  // The same in other spellings
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://0177.0.0.01/',
  'http://017700000001/',
  'http://127.1/',
  'http://127.0.1/',
  'http://0/',
  'http://127.0.0.1./',
  'http://%31%32%37.0.0.1/',
  'http://%31%36%39.254.169.254/',
  'http://１２７.０.０.１/',
  'http://127。0。0。1/',
  'http://①②⑦.⓪.⓪.①/',
  'http:\\\\127.0.0.1\\',
  'http:127.0.0.1',
  'HTTP://0XA9FEA9FE/',
  'http://169.254.43518/',
  // IPv6
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
  'http://[::127.0.0.1]/',
  'http://[::a9fe:a9fe]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[100::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[5f00::1]/',
  'http://[4000::1]/',
  // Names
  'http://localhost/',
  'http://LOCALHOST./',
  'http://localhost.localdomain/',
  'http://a.localhost/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://metadata/',
  'http://intranet/',
  'http://router.lan/',
  'http://db.corp/',
  'http://1.0.0.127.in-addr.arpa/',
  'http://abc.onion/',
];

test.each(NOT_PUBLIC)('%s is refused before anything is looked up', (text) => {
  expect(whyHostRefused(parseWebAddress(text))).toMatch(/is not on the public Internet/);
});

test.each([
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c'],
  ['https://EXAMPLE.org./', 'https://example.org/'],
  ['https://example.org:443/', 'https://example.org/'],
  ['https://example.org:8443/', 'https://example.org:8443/'],
  ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
  ['http://8.8.8.8/', 'http://8.8.8.8/'],
  ['http://134744072/', 'http://8.8.8.8/'],
  ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ['https://127.0.0.1.nip.io/', 'https://127.0.0.1.nip.io/'],
])('%s is asked about and read as %s', (text, href) => {
  const url = parseWebAddress(text);
  expect([url.href, whyHostRefused(url)]).toEqual([href, undefined]);
});

describe('what is no address of a page', () => {
  test.each([
    ['file:///etc/passwd', 'denied'],
    ['gopher://example.org/', 'denied'],
    ['ftp://example.org/', 'denied'],
    ['javascript:alert(1)', 'denied'],
    ['data:text/html,hi', 'denied'],
    ['ws://example.org/', 'denied'],
    ['https://github.com@evil.example/', 'denied'],
    ['https://user:pass@example.org/', 'denied'],
    ['https://:x@example.org/', 'denied'],
    ['example.org', 'invalid'],
    ['//example.org/', 'invalid'],
    ['https://', 'invalid'],
    ['http://[::1', 'invalid'],
    ['http://256.256.256.256/', 'invalid'],
    ['http://exa mple.org/', 'invalid'],
    [`https://example.org/${'a'.repeat(2_000)}`, 'invalid'],
  ])('%s', (text, kind) => {
    expect(() => parseWebAddress(text)).toThrow(expect.objectContaining({ kind }));
  });
});

test.each([
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['172.32.0.1', true],
  ['100.128.0.1', true],
  ['2606:4700:4700::1111', true],
  ['2a00:1450:4001:81b::200e', true],
  ['fe80::1%eth0', false],
  ['::ffff:8.8.8.8', false],
  ['not an address', false],
  ['', false],
])('a resolver that says %s: public %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
