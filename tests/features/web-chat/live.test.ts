import { afterEach, expect, test } from 'vitest';
import { conversationId } from '../../../src/core/ids.ts';
import { type ConsoleRig, consoleRig, LOCAL } from '../../support/console-rig.ts';
import { feedOf, LiveWindow } from '../../support/live-window.ts';

let rig: ConsoleRig;
const windows: LiveWindow[] = [];
afterEach(async () => {
  for (const window of windows.splice(0)) window.close();
  await rig.close();
});

async function open(cookie: string): Promise<{ readonly window: LiveWindow; readonly feed: URL }> {
  const { body } = await rig.get('/chat', { cookie });
  const feed = feedOf(body, rig.address);
  return { feed, window: opened(feed, cookie) };
}

function opened(feed: URL, cookie: string, lastEventId?: string): LiveWindow {
  const window = new LiveWindow(feed, { cookie, ...(lastEventId === undefined ? {} : { lastEventId }) });
  windows.push(window);
  return window;
}

async function send(id: string, text: string, target?: string): Promise<void> {
  const body =
    target === undefined ? ({ kind: 'text', text } as const) : ({ kind: 'edit', target, text } as const);
  await rig.chats.channels[1]?.send({ id, chat: LOCAL, body, mayRepeat: false });
}

/** Long enough for whatever would come. */
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400));

test('an edited card is sent with its neighbours alone, however long the chat is', async () => {
  rig = await consoleRig();
  const cookie = await rig.enter(LOCAL);
  for (let number = 1; number <= 50; number += 1) await send(`m${number}`, `message ${number}`);
  const { window } = await open(cookie);
  await send('e1', 'round 2', 'm35');
  await expect.poll(() => window.events.length).toBe(1);
  const [event] = window.events;
  expect(event?.regions.map(({ name, html }) => [name, html.includes('round 2')])).toEqual([
    ['messages-c', true],
  ]);
});

test('a window that was away gets what it missed, once; the form in which somebody types is left alone', async () => {
  rig = await consoleRig();
  const cookie = await rig.enter(LOCAL);
  await send('m1', 'one');
  const { window, feed } = await open(cookie);
  await send('m2', 'two');
  await expect.poll(() => window.events.length).toBe(1);
  window.close();
  await send('m3', 'three');
  await send('e1', 'two, edited', 'm2');
  const back = opened(feed, cookie, window.lastId);
  await expect.poll(() => back.events.length).toBe(1);
  await quiet();
  const html = back.events.map(({ regions }) => regions.map((region) => region.html).join('')).join('');
  expect({
    events: back.events.length,
    said: html.match(/<p>(?:one|two|two, edited|three)<\/p>/g),
    regions: new Set(
      [...window.events, ...back.events].flatMap(({ regions }) => regions.map(({ name }) => name)),
    ),
  }).toEqual({
    events: 1,
    said: ['<p>one</p>', '<p>two, edited</p>', '<p>three</p>'],
    regions: new Set(['messages-e', 'newest']),
  });
});

test('while nothing is said, nothing is sent', async () => {
  rig = await consoleRig();
  const cookie = await rig.enter(LOCAL);
  await send('m1', 'one');
  const { window } = await open(cookie);
  rig.store.people.noteDirectChat('34600999888', conversationId('phone', 'x'), 1);
  await quiet();
  expect(window.events).toEqual([]);
});

test('a message is read out when it comes, and not again with every edit', { tags: 'full' }, async () => {
  rig = await consoleRig();
  const cookie = await rig.enter(LOCAL);
  const { window } = await open(cookie);
  await send('m1', 'Round 1');
  await expect.poll(() => window.events.length).toBe(1);
  await send('e1', 'Round 1 · 5 s', 'm1');
  await expect.poll(() => window.events.length).toBe(2);
  await send('e2', 'Round 1 · 10 s', 'm1');
  await expect.poll(() => window.events.length).toBe(3);
  const readOut = window.events.map(({ regions }) => regions.find(({ name }) => name === 'newest')?.html);
  expect(readOut).toEqual(['<p class="unseen">Round 1</p>', '', undefined]);
});
