import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCloneUrl } from '../../../src/git/workspaces/clone.ts';

test.each([
  ['https://github.com/owner/shop.git', 'shop'],
  ['https://github.com/owner/shop', 'shop'],
  ['https://github.com/owner/shop/', 'shop'],
  ['https://git.example.org:8443/~bea/deep/er/my.app.git', 'my.app'],
  ['ssh://git@example.org/owner/shop.git', 'shop'],
  ['ssh://example.org:2222/owner/shop', 'shop'],
  ['git@github.com:owner/shop.git', 'shop'],
  ['git@host:shop', 'shop'],
  ['https://example.org/owner/CON', undefined],
  ['https://example.org/owner/.git', undefined],
  ['https://example.org/owner/%2e%2e', undefined],
  ['https://example.org/owner/-rf', undefined],
])('%s is cloned as %s', (url, name) => {
  expect(readCloneUrl(url)).toEqual({ kind: 'url', url, name });
});

test.each([
  ['Https://github.com/owner/shop.git', 'https://github.com/owner/shop.git'],
  ['SSH://git@example.org/owner/shop.git', 'ssh://git@example.org/owner/shop.git'],
])('%s, as a phone writes it, is %s', (typed, url) => {
  expect(readCloneUrl(typed)).toEqual({ kind: 'url', url, name: 'shop' });
});

test.each([
  ['HTTPS://bea:secret@example.org/shop.git', 'credentials'],
  ['https://[::1]/owner/shop', 'malformed'],
  ['https::https://example.org/shop', 'protocol'],
  ['git@[::1]:owner/shop', 'protocol'],
  ['https://bea:secret@example.org/shop.git', 'credentials'],
  ['https://ghp_token@github.com/owner/shop.git', 'credentials'],
  ['ssh://git:secret@example.org/shop.git', 'credentials'],
  ['http://example.org/shop.git', 'protocol'],
  ['git://example.org/shop.git', 'protocol'],
  ['ftp://example.org/shop.git', 'protocol'],
  ['file:///etc', 'protocol'],
  ['/srv/git/shop.git', 'protocol'],
  ['../shop', 'protocol'],
  ['C:\\git\\shop', 'protocol'],
  ['example.org:shop.git', 'protocol'],
  ['ext::sh -c "touch /tmp/x"', 'protocol'],
  ['ext::sh', 'protocol'],
  ['fd::17/foo', 'protocol'],
  ['--upload-pack=touch', 'protocol'],
  ['-oProxyCommand=x:y', 'protocol'],
  ['git@-oProxyCommand=x:shop', 'protocol'],
  ['-git@example.org:shop', 'protocol'],
  ['https://-oProxyCommand=x/shop', 'malformed'],
  ['ssh://-oProxyCommand=x/shop', 'malformed'],
  ['ssh://-x@example.org/shop', 'malformed'],
  ['https://example.org', 'malformed'],
  ['https://example.org/', 'malformed'],
  ['https://example.org/a/../../b', 'malformed'],
  ['https://example.org/shop?x=1', 'malformed'],
  ['https://example.org/shop#x', 'malformed'],
  ['https://exаmple.org/shop', 'malformed'],
  ['https://example.org/sh\u202eop', 'malformed'],
  ['https://example.org/$(id)', 'malformed'],
  [`https://example.org/${'x'.repeat(600)}`, 'malformed'],
])('%s is refused: %s', (url, why) => {
  expect(readCloneUrl(url)).toEqual({ kind: 'refused', why });
});

test('whatever is taken is https or ssh, holds no password, and begins with no dash', () => {
  const part = fc.constantFrom(
    'https://',
    'ssh://',
    'git@',
    'host',
    '.org',
    ':',
    '/',
    'shop',
    '@',
    '..',
    '-',
    '::',
    'ext',
    '\n',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const read = readCloneUrl(parts.join(''));
      // In the path of a page an @ is no more than a letter.
      if (read.kind === 'url')
        expect(read.url).toMatch(
          /^(https:\/\/[^@/\s]+\/\S+|ssh:\/\/[^:\s@]*@?[^@\s]+|[^-:@\s]+@[^@\s]+:[^@\s]+)$/,
        );
    }),
    { examples: [[['https://', 'ext', '/', '@']]] },
  );
});
