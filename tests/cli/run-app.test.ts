import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runApp } from '../../src/cli/run-app.ts';
import type { Channel, ChannelEnd } from '../../src/contracts/channel.ts';
import { silentLog } from '../../src/core/log.ts';

/** Longer than a program takes to settle. */
const SETTLED_MS = 400;

/** A program whose one channel ends, and whose work is done, when the test says so. */
function course() {
  let leave: (end: ChannelEnd) => void = () => undefined;
  let finish: () => void = () => undefined;
  const ended = new Promise<ChannelEnd>((resolve) => {
    leave = resolve;
  });
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const heard: string[] = [];
  const note = (what: string) => async () => void heard.push(what);
  const channel = { name: 'phone', ended, capabilities: {} };
  // It never ends by itself: the program does not run for its sake.
  const beside = { name: 'web', ended: new Promise(() => undefined), capabilities: { beside: true } };
  const summary = {
    allDone: true,
    unfinishedSessions: 0,
    ongoingSessions: 0,
    unfinishedMessages: 0,
    unsentConversations: 0,
    unprovenSessions: 0,
  };
  const gateway = { start: note('start'), idle: () => done, summary: () => summary };
  const exit = runApp(
    { channels: [channel, beside] as unknown as Channel[], log: silentLog, gateway, close: note('close') },
    { settled: () => void heard.push('settled'), idle: note('warm up') },
  );
  return { leave, finish, heard, exit };
}

test('what makes the first message faster waits until nothing else is to be done', async () => {
  const { leave, finish, heard, exit } = course();
  await sleep(SETTLED_MS);
  expect(heard).toEqual(['start', 'settled']);
  finish();
  await sleep(0);
  expect(heard).toEqual(['start', 'settled', 'warm up']);
  leave({ kind: 'ended' });
  expect(await exit).toBe(0);
  expect(heard).toEqual(['start', 'settled', 'warm up', 'close']);
});

test('it is left undone where no message can come any more', async () => {
  const { leave, finish, heard, exit } = course();
  leave({ kind: 'ended' });
  await sleep(SETTLED_MS);
  finish();
  expect(await exit).toBe(0);
  expect(heard).toEqual(['start', 'settled', 'close']);
});

test('a program that ends at once does neither', async () => {
  const { leave, finish, heard, exit } = course();
  finish();
  leave({ kind: 'quit' });
  expect(await exit).toBe(0);
  await sleep(SETTLED_MS);
  expect(heard).toEqual(['start', 'close']);
});
