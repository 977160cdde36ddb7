import { expect, test } from 'vitest';
import { createTimeLimitedRun } from '../../src/core/limited-work.ts';

/** A module whose only function, `loop`, never returns. */
const ENDLESS = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00], // one type: () -> ()
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x08, 0x01, 0x04, 0x6c, 0x6f, 0x6f, 0x70, 0x00, 0x00],
  ...[0x0a, 0x09, 0x01, 0x07, 0x00, 0x03, 0x40, 0x0c, 0x00, 0x0b, 0x0b], // loop, branch to it, end
]);

test('work is broken off in the middle of an endless loop, also one of compiled code', () => {
  const { loop } = new WebAssembly.Instance(new WebAssembly.Module(ENDLESS)).exports;
  const inTime = createTimeLimitedRun(20);
  const run = loop as () => void;
  expect(inTime(run)).toBe(undefined);
  expect(
    inTime(() => {
      for (;;);
    }),
  ).toBe(undefined);
  expect(inTime(() => 1)).toEqual({ result: 1 });
});

test('so is a regular expression that backtracks for ever', () => {
  const text = `${'a'.repeat(40)}b`;
  expect(createTimeLimitedRun(20)(() => /^(?:a+)+$/.test(text))).toBe(undefined);
});

test('what work throws is thrown', () => {
  expect(() =>
    createTimeLimitedRun(1_000)(() => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
});
