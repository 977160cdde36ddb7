import { expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { KeyedQueue } from '../../src/gateway/incoming/lanes.ts';

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('tasks of one key run one after the other, keys side by side', async () => {
  const lanes = new KeyedQueue(silentLog);
  const events: string[] = [];
  for (const name of ['a1', 'b1', 'a2', 'b2']) {
    lanes.enqueue(name.slice(0, 1), async () => {
      events.push(`+${name}`);
      await pause();
      events.push(`-${name}`);
    });
  }
  await lanes.idle();
  const ofKey = (key: string) => events.filter((event) => event.includes(key)).join(' ');
  expect([events.slice(0, 2), ofKey('a'), ofKey('b')]).toEqual([
    ['+a1', '+b1'],
    '+a1 -a1 +a2 -a2',
    '+b1 -b1 +b2 -b2',
  ]);
});

test('a task that fails does not stop its lane, and an idle key is forgotten', async () => {
  const lanes = new KeyedQueue(silentLog);
  const done: string[] = [];
  lanes.enqueue('a', async () => Promise.reject(new Error('broken')));
  lanes.enqueue('a', async () => void done.push('second'));
  const depth = lanes.depth('a');
  await lanes.idle();
  expect({ depth, done, busy: lanes.busy, after: lanes.depth('a') }).toEqual({
    depth: 2,
    done: ['second'],
    busy: 0,
    after: 0,
  });
});

test('idle waits for work that is added while it waits', async () => {
  const lanes = new KeyedQueue(silentLog);
  const done: string[] = [];
  lanes.enqueue('a', async () => {
    await pause();
    lanes.enqueue('b', async () => void done.push('late'));
  });
  await lanes.idle();
  expect(done).toEqual(['late']);
});
