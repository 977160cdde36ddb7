import { expect, test } from 'vitest';
import { holdUntilStored, type SocketSend } from '../../../src/channels/whatsapp/socket.ts';
import { settled } from '../../support/fake-clock.ts';

/** A gate in front of a line, and a disk that is as fast as the test lets it be. */
function rig() {
  const out: unknown[] = [];
  const failures: unknown[] = [];
  const flushes: { resolve(): void; reject(error: Error): void }[] = [];
  const line: SocketSend = (data, done) => {
    out.push(data);
    done?.();
  };
  const send = holdUntilStored(line, {
    waitForFlush: () => new Promise((resolve, reject) => void flushes.push({ resolve, reject })),
    onFailure: (error) => void failures.push(error),
  });
  return { send, out, failures, flushes };
}

test('what leaves waits for the disk, in order, and what came meanwhile for the next time', async () => {
  const { send, out, flushes } = rig();
  for (const data of ['a', 'b', 'c']) send(data);
  const first = [...out];
  flushes[0]?.resolve();
  await settled();
  const second = [...out];
  flushes[1]?.resolve();
  await settled();
  expect([first, second, out, flushes.length]).toEqual([[], ['a'], ['a', 'b', 'c'], 2]);
});

test('whoever sends goes on at once', () => {
  const { send } = rig();
  const told: unknown[] = [];
  send('a', (error) => void told.push(error));
  expect(told).toEqual([undefined]);
});

test('what is not on the disk never leaves, nor does anything after it', async () => {
  const { send, out, failures, flushes } = rig();
  send('a');
  send('b');
  flushes[0]?.reject(new Error('the disk is full'));
  await settled();
  const told: unknown[] = [];
  send('c', (error) => void told.push(error));
  await settled();
  expect({ out, failures, told, flushes: flushes.length }).toEqual({
    out: [],
    failures: [new Error('the disk is full')],
    told: [new Error('nothing leaves any more')],
    flushes: 1,
  });
});
