import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { unlessAborted } from '../../src/core/waiting.ts';

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
