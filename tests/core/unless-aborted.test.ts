import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { unlessAborted, untilAborted } from '../../src/core/waiting.ts';
import { settled } from '../support/fake-clock.ts';

const NEVER = new Promise<string>(() => undefined);

test.each<[string, Promise<string>, boolean, string | undefined]>([
  ['work that ends', Promise.resolve('done'), false, 'done'],
  ['work that never ends', NEVER, true, undefined],
])('%s', async (_, work, aborts, expected) => {
  const control = new AbortController();
  const result = unlessAborted(work, control.signal);
  if (aborts) control.abort();
  expect(await result).toBe(expected);
  expect(getEventListeners(control.signal, 'abort')).toEqual([]);
});

test('a signal that has aborted before is not waited for, and a failure behind it breaks nothing', async () => {
  expect(await unlessAborted(NEVER, AbortSignal.abort())).toBeUndefined();
  expect(await unlessAborted(Promise.reject(new Error('broken')), AbortSignal.abort())).toBeUndefined();
  await expect(
    unlessAborted(Promise.reject(new Error('broken')), new AbortController().signal),
  ).rejects.toThrow('broken');
});

test('waiting for the abort itself ends with it, and at once when it came before', async () => {
  const control = new AbortController();
  let isOver = false;
  const waiting = untilAborted(control.signal).then(() => (isOver = true));
  await settled();
  expect(isOver).toBe(false);
  control.abort();
  await waiting;
  expect(getEventListeners(control.signal, 'abort')).toEqual([]);
  await untilAborted(AbortSignal.abort());
});
