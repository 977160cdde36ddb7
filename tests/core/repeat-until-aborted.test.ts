import { expect, test } from 'vitest';
import { messageOf } from '../../src/core/failure.ts';
import { repeatUntilAborted } from '../../src/core/waiting.ts';
import { FakeClock, settled } from '../support/fake-clock.ts';

test('works at once and again after each pause, also after a failure, until it is aborted', async () => {
  const clock = new FakeClock();
  const control = new AbortController();
  const events: string[] = [];
  const work = async (): Promise<void> => {
    events.push('work');
    if (events.length === 2) throw new Error('broken');
  };
  const ended = repeatUntilAborted(work, {
    everyMs: 1000,
    clock,
    signal: control.signal,
    onError: (error) => events.push(messageOf(error)),
  });
  for (let pause = 0; pause < 2; pause += 1) {
    await settled();
    await clock.advance(1000);
  }
  control.abort();
  await ended;
  expect(events).toEqual(['work', 'work', 'broken', 'work']);
});
