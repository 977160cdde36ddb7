import { expect, test } from 'vitest';
import { createKeyedQueue, createSerialQueue } from '../../src/core/work-queues.ts';

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('one after the other, each with its own result, and a failure stops nothing behind it', async () => {
  const queue = createSerialQueue();
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`+${name}`);
    await pause();
    events.push(`-${name}`);
    if (name === 'b') throw new Error('broken');
    return name;
  };
  const results = Promise.allSettled(['a', 'b', 'c'].map((name) => queue.run(work(name))));
  await queue.settled();
  expect({ events, results: await results }).toEqual({
    events: ['+a', '-a', '+b', '-b', '+c', '-c'],
    results: [
      { status: 'fulfilled', value: 'a' },
      { status: 'rejected', reason: new Error('broken') },
      { status: 'fulfilled', value: 'c' },
    ],
  });
});

test('work of one key runs one after the other, keys side by side', async () => {
  const queue = createKeyedQueue();
  const events: string[] = [];
  for (const name of ['a1', 'b1', 'a2', 'b2']) {
    void queue.run(name.slice(0, 1), async () => {
      events.push(`+${name}`);
      await pause();
      events.push(`-${name}`);
    });
  }
  await queue.idle();
  const ofKey = (key: string) => events.filter((event) => event.includes(key)).join(' ');
  expect([events.slice(0, 2), ofKey('a'), ofKey('b')]).toEqual([
    ['+a1', '+b1'],
    '+a1 -a1 +a2 -a2',
    '+b1 -b1 +b2 -b2',
  ]);
});

test('a failure is seen by who asked, stops nothing behind it, and an idle key is forgotten', async () => {
  const queue = createKeyedQueue();
  const failed = queue.run('a', async () => Promise.reject(new Error('broken')));
  const done = queue.run('a', async () => 'second');
  const depth = queue.depth('a');
  await expect(failed).rejects.toThrow('broken');
  expect(await done).toBe('second');
  await queue.idle();
  expect({ depth, busy: queue.busy(), after: queue.depth('a') }).toEqual({ depth: 2, busy: 0, after: 0 });
});

test('idle waits for work that is added while it waits', async () => {
  const queue = createKeyedQueue();
  const done: string[] = [];
  void queue.run('a', async () => {
    await pause();
    void queue.run('b', async () => void done.push('late'));
  });
  await queue.idle();
  expect(done).toEqual(['late']);
});
