import { expect, test } from 'vitest';
import { opusSeconds } from '../../src/models/speech.ts';
import { oggPage, opusOf } from '../support/opus-files.ts';

const SECOND = opusOf(1);
/** Bytes of the two pages with headers. */
const HEADERS = SECOND.length - opusOf(2).length + SECOND.length;

const page = (change: {
  readonly serial?: number;
  readonly flags?: number;
  readonly position: bigint;
}): Buffer => oggPage({ serial: 7, sequence: 3, flags: 0, packets: [Buffer.from([0xf8])], ...change });

test.each([1, 2.5, 30, 600])('a recording of %d s', (seconds) => {
  expect(opusSeconds(opusOf(seconds))).toBeCloseTo(seconds, 5);
});

test('a page on which no packet ends does not count', () => {
  expect(opusSeconds(Buffer.concat([SECOND, page({ position: 2n ** 64n - 1n })]))).toBeCloseTo(1, 5);
});

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['HTML', Buffer.from('<!doctype html><title>OggS</title>')],
  ['an MP3', Buffer.from('ID3\u0004 and sound', 'latin1')],
  ['headers without sound', SECOND.subarray(0, HEADERS)],
  ['one that ends in the middle of a page', SECOND.subarray(0, -1)],
  ['one with other bytes behind it', Buffer.concat([SECOND, Buffer.from('more')])],
  ['another codec in Ogg', Buffer.from(SECOND.toString('latin1').replace('OpusHead', 'vorbis!!'), 'latin1')],
  ['two recordings in one file', Buffer.concat([SECOND, opusOf(1, { serial: 8 })])],
  ['pages of another stream', Buffer.concat([SECOND, page({ serial: 8, position: 1_000_000n })])],
  ['a position that goes back', Buffer.concat([opusOf(2), page({ position: 48_000n })])],
  ['another version of Ogg', Buffer.concat([SECOND.subarray(0, 4), Buffer.from([1]), SECOND.subarray(5)])],
])('%s is no recording', (_what, bytes) => {
  expect(opusSeconds(bytes)).toBeUndefined();
});
