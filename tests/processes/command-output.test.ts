import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRedactor } from '../../src/policy/redaction.ts';
import { readLog, readLogSince, redactPiece } from '../../src/processes/command-output.ts';
import { headAndTail } from '../../src/processes/output.ts';
import { fill, temporaryFolder } from './parts.ts';

const SECRET = 'hunter2-secret';
const redactor = { redact: (text: string) => text.replaceAll(SECRET, '[secret]') };

function log(content: string | Buffer): string {
  return join(fill(temporaryFolder(), { 'stdout.log': content }), 'stdout.log');
}

test('of a log of many megabytes only both ends are held', async () => {
  const file = log(`first\n${'x'.repeat(99).concat('\n').repeat(80_000)}last\n`);
  const read = await readLog(file, redactor);
  expect({
    ends: [read.head.startsWith('first\n'), read.tail.endsWith('last\n')],
    isSmall: read.head.length + read.tail.length < 3_000_000,
    isWhole: read.isWhole,
    bytes: read.bytes,
  }).toEqual({ ends: [true, true], isSmall: true, isWhole: false, bytes: 8_000_011 });
});

test('a secret that the fold would cut in two is redacted first', async () => {
  const text = `${'a '.repeat(500)}${SECRET}${' b'.repeat(500)}\n`;
  for (let limit = 150; limit < 1000; limit += 7) {
    const shown = headAndTail(await readLog(log(text), redactor), limit);
    expect(shown).not.toMatch(/hunter2|2-secret/);
  }
});

test('a secret at the inner edge of a window is never shown in half', async () => {
  const window = 1024 * 1024;
  const before = '\u001b[0m'.repeat((window - 8) / 4);
  const file = log(`${before}${SECRET}${'z'.repeat(2 * window)}`);
  const read = await readLog(file, redactor);
  expect(read.head).not.toContain('hunter2');
});

test('a missing log is an empty one', async () => {
  const file = join(temporaryFolder(), 'stdout.log');
  expect(await readLog(file, redactor)).toEqual({ head: '', tail: '', isWhole: true, bytes: 0, file });
});

test.each([
  ['whole lines while it runs', 'one\ntwo\nthr', 0, 100, false, { text: 'one\ntwo\n', next: 8 }],
  ['nothing of a lone unfinished line', 'thr', 0, 100, false, { text: '', next: 0 }],
  ['the unfinished line at the end', 'one\nthr', 4, 100, true, { text: 'thr', next: 7 }],
  ['a page of lines', 'one\ntwo\nthree\n', 0, 9, true, { text: 'one\ntwo\n', next: 8 }],
  ['part of a line that fills the page', 'onetwothree', 0, 6, false, { text: 'onetwo', next: 6 }],
  ['no half character', '\u00e9\u00e9\u00e9\u00e9', 0, 3, false, { text: '\u00e9', next: 2 }],
  ['a page smaller than a character all the same', '\u{1f600}', 0, 1, true, { text: '\ufffd', next: 1 }],
  ['nothing new', 'one\n', 4, 100, true, { text: '', next: 4 }],
])('a poll gives %s', async (_claim, content, from, max, hasEnded, expected) => {
  const { text, next } = await readLogSince(log(content), { from, max, hasEnded });
  expect({ text, next }).toEqual(expected);
});

const KEY = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADAN\nBgkqhkiG9w0B\n-----END PRIVATE KEY-----\nafter\n';
const LONG = `${'x'.repeat(20)}canary-of-a-secret${'y'.repeat(20)}`;

test.each([
  ['a private key, line by line', KEY, 30],
  ['a secret in a line longer than a page', LONG, 25],
  ['a secret that begins in an earlier line', 'one\nfirst-half\nsecond-half\nlast\n', 11],
  ['a credential after its header', 'Authorization: Bearer abcdefgh12345678 x\n', 24],
])('no page of polls shows %s', async (_what, content, max) => {
  const real = createRedactor({ secrets: ['canary-of-a-secret', 'first-half\nsecond-half'] });
  const file = log(content);
  const seen: string[] = [];
  for (let from = 0; from < content.length; ) {
    const piece = await readLogSince(file, { from, max, hasEnded: true });
    seen.push(redactPiece(piece, real));
    from = piece.next;
  }
  const shown = seen.join('');
  const leaked = [
    'MIIEvQ',
    'BgkqhkiG',
    'canary',
    'of-a-secret',
    'first-half',
    'second-half',
    'abcdefgh',
    '5678',
  ];
  expect(leaked.filter((part) => shown.includes(part))).toEqual([]);
});
