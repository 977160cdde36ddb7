import { describe, expect, test } from 'vitest';
import { maskTypedCode, readTypedCode } from '../../../src/features/lock/typed-code.ts';

describe('a code and what stands beside it', () => {
  test.each([
    ['482913', '482913', ''],
    [' 482 913 ', '482913', ''],
    ['482-913.', '482913', ''],
    ['48291355', '48291355', ''],
    ['yes 482913', '482913', 'yes'],
    ['482913 sí, dale', '482913', 'sí, dale'],
    ['k7x yes 482913', '482913', 'k7x yes'],
    ['#2 yes 482913', '482913', '#2 yes'],
    ['1 482913', '482913', '1'],
    ['👍 482913', '482913', '👍'],
    ['my code is 482913', '482913', 'my code is'],
    ['el código es: 482913', '482913', 'el código es'],
    ['pin 482913', '482913', 'pin'],
    ['always 482913', '482913', 'always'],
    ['/unlock 482913', '482913', '/unlock'],
    ['/unlock   48 29-13', '482913', '/unlock'],
    ['/desbloquear 482913', '482913', '/desbloquear'],
    ['/UNLOCK 482913', '482913', '/UNLOCK'],
    // As other keyboards write digits, and with the marks that come along when a code is copied.
    ['\uff14\uff18\uff12\uff19\uff11\uff13', '482913', ''],
    ['\u0664\u0668\u0662\u0669\u0661\u0663', '482913', ''],
    ['\u2068482913\u2069', '482913', ''],
    ['yes \u200e482\u00a0913', '482913', 'yes'],
    // What only the right one may be is judged elsewhere: none of it is kept.
    ['/unlock hunter2', '2', '/unlock'],
  ])('%j', (text, digits, rest) => {
    expect(readTypedCode(text, false)).toEqual({ digits, rest });
  });

  test('one that was masked before is still seen', () => {
    expect(readTypedCode('k*x yes ******', false)).toEqual({ digits: undefined, rest: 'k*x yes' });
    expect(readTypedCode('/unlock ******', false)).toEqual({ digits: undefined, rest: '/unlock' });
  });
});

test.each([
  ['fix issue 482913'],
  ['fix 482913'],
  ['see the 482913'],
  ['https://example.com/482913'],
  ['+34600111222'],
  ['48291'],
  ['#482913'],
  ['commit a482913f is wrong'],
  ['yes, but use 482913 in the second test of the login'],
  ['/unlock'],
  ['/unlocker 482913'],
  ['/agent yes 482913'],
  [''],
])('%j is no code', (text) => {
  expect(readTypedCode(text, false)).toBeUndefined();
});

describe('while a code is asked for', () => {
  test.each([
    ['ok so here it comes 482913 thanks', '482913', 'ok so here it comes thanks'],
    ['here: 482 913', '482913', 'here'],
  ])('%j is one', (text, digits, rest) => {
    expect(readTypedCode(text, true)).toEqual({ digits, rest });
  });

  test.each([['wait until 2026-11-26'], [`${'a long story '.repeat(10)}482913`], ['issue #482913']])(
    '%j is none',
    (text) => {
      expect(readTypedCode(text, true)).toBeUndefined();
    },
  );
});

describe('masked', () => {
  test.each([
    ['yes 482913', 'yes ******'],
    ['/unlock hunter2', '/unlock *******'],
    ['fix issue 482913', 'fix issue 482913'],
    ['k7x yes 482 913', 'k*x yes *** ***'],
  ])('%j is %j', (text, masked) => {
    expect(maskTypedCode(text, false)).toBe(masked);
  });

  test.each([
    ['yes 482913'],
    ['\uff14\uff18\uff12\uff19\uff11\uff13'],
    ['\u0664\u0668\u0662\u0669\u0661\u0663 sí'],
  ])('%j keeps its length in bytes and holds no digit any more', (text) => {
    const masked = maskTypedCode(text, false);
    expect([Buffer.byteLength(masked), /\p{N}/u.test(masked)]).toEqual([Buffer.byteLength(text), false]);
  });
});

describe('behind the yes of a command that gives something that lasts', () => {
  const YES_TO = ['trust', 'hooks', 'mcp'];

  test.each([
    ['/trust deploy yes 482913', '482913', '/trust deploy yes'],
    ['/hooks yes 482 913', '482913', '/hooks yes'],
    ['/MCP permitir docs sí 482913', '482913', '/MCP permitir docs sí'],
    ['/mcp allow docs2 yes 73920518', '73920518', '/mcp allow docs2 yes'],
    ['/mcp allow docs yes ******', undefined, '/mcp allow docs yes'],
  ])('%j', (text, digits, rest) => {
    expect(readTypedCode(text, false, YES_TO)).toEqual({ digits, rest });
    expect(readTypedCode(text, false)).toBeUndefined();
  });

  test.each([
    ['/agent yes 482913'],
    ['/trust 482913 yes'],
    ['/trust deploy 482913'],
    ['/trust deploy yes 482913 now'],
    ['trust deploy yes 482913'],
  ])('%j is no code', (text) => {
    expect(readTypedCode(text, false, YES_TO)).toBeUndefined();
  });

  test('and it is masked there', () => {
    expect(maskTypedCode('/trust deploy yes 482913', false, YES_TO)).toBe('/trust deploy yes ******');
  });
});
