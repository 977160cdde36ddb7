import { expect, test } from 'vitest';
import { withTimeLimit } from '../../src/core/waiting.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** Records what waits, and which of it was given up. */
function watchedClock() {
  const clock = new FakeClock();
  const signals: (AbortSignal | undefined)[] = [];
  const sleep: FakeClock['sleep'] = (ms, signal) => {
    signals.push(signal);
    return clock.sleep(ms, signal);
  };
  return { clock: { sleep }, advance: (ms: number) => clock.advance(ms), signals };
}

test('work that ends in time gives its result, and the wait for the limit ends with it', async () => {
  const { clock, signals } = watchedClock();
  expect(await withTimeLimit(Promise.resolve('done'), 1000, clock)).toBe('done');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

test('work that takes longer is late', async () => {
  const { clock, advance } = watchedClock();
  const result = withTimeLimit(new Promise<string>(() => undefined), 1000, clock);
  let isOver = false;
  void result.then(() => (isOver = true));
  await advance(999);
  expect(isOver).toBe(false);
  await advance(1);
  expect(await result).toBe('late');
});

test('a failure in time is the caller’s, one after the limit breaks nothing, and neither leaves a wait behind', async () => {
  const { clock, advance, signals } = watchedClock();
  await expect(withTimeLimit(Promise.reject(new Error('broken')), 1000, clock)).rejects.toThrow('broken');
  let fail: (error: Error) => void = () => undefined;
  const result = withTimeLimit(new Promise((_, reject) => (fail = reject)), 1000, clock);
  await advance(1000);
  fail(new Error('broken'));
  expect(await result).toBe('late');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});
