import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from '../../src/core/work-queues.ts';

test('work that takes turns goes on in the order of asking, and what has come in meanwhile is seen to in between', async () => {
  const turns = createTurns();
  const order: string[] = [];
  const work = async (name: string) => {
    await turns.next();
    order.push(name);
    // As from a socket: it is ready, and needs the event loop to come round.
    setImmediate(() => order.push(`came in during ${name}`));
  };
  await Promise.all([work('one'), work('two'), work('three')]);
  expect(order).toEqual(['one', 'came in during one', 'two', 'came in during two', 'three']);
});

test('who asks alone goes on at once, also a second time when others have had their say', async () => {
  const turns = createTurns();
  for (let time = 0; time < 2; time += 1) {
    let isLater = false;
    setImmediate(() => {
      isLater = true;
    });
    await turns.next();
    expect(isLater).toBe(false);
    for (let round = 0; round < 30; round += 1) await nextTurn();
  }
});
