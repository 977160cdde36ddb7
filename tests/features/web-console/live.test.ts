import { afterEach, expect, test } from 'vitest';
import { askingOnce, type ConsoleRig, consoleRig, LOCAL } from '../../support/console-rig.ts';
import { feedOf, LiveWindow } from '../../support/live-window.ts';

let rig: ConsoleRig;
const windows: LiveWindow[] = [];
afterEach(async () => {
  for (const window of windows.splice(0)) window.close();
  await rig.close();
});

async function open(
  to: string,
  cookie: string,
): Promise<{ readonly window: LiveWindow; readonly feed: URL }> {
  const { body } = await rig.get(to, { cookie });
  const feed = feedOf(body, rig.address);
  const window = new LiveWindow(feed, { cookie });
  windows.push(window);
  return { window, feed };
}

function again(feed: URL, cookie: string, lastEventId: string): LiveWindow {
  const window = new LiveWindow(feed, { cookie, lastEventId });
  windows.push(window);
  return window;
}

/** Long enough for whatever would come. */
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400));

test('a window gets what changes, and nothing while nothing does', async () => {
  rig = await consoleRig({ run: askingOnce() });
  const cookie = await rig.enter(LOCAL);
  const { window } = await open('/', cookie);
  await quiet();
  const before = window.events.length;
  await rig.say('/agent tidy up');
  await expect.poll(() => window.events.at(-1)?.regions[0]?.html).toContain('tidy up');
  await quiet();
  const { length } = window.events;
  await quiet();
  expect([before, window.events.length - length]).toEqual([0, 0]);
});

test('a reconnect gets what was missed, once, and nothing twice', { tags: 'full' }, async () => {
  rig = await consoleRig({ run: askingOnce() });
  const cookie = await rig.enter(LOCAL);
  const { window, feed } = await open('/', cookie);
  await rig.say('/agent tidy up');
  await expect.poll(() => window.events.at(-1)?.regions[0]?.html).toContain('Answer</span>');
  window.close();
  const unchanged = again(feed, cookie, window.lastId);
  await quiet();
  unchanged.close();
  await rig.post('/questions', answer(), { cookie });
  const missed = again(feed, cookie, window.lastId);
  await expect.poll(() => missed.events.length).toBe(1);
  await quiet();
  expect([
    unchanged.events.length,
    missed.events.length,
    missed.events[0]?.regions[0]?.html.includes('Answer</span>'),
  ]).toEqual([0, 1, false]);
});

test('two windows show the same', async () => {
  rig = await consoleRig({ run: askingOnce() });
  const [one, other] = [await open('/', await rig.enter(LOCAL)), await open('/', await rig.enter(LOCAL))];
  await rig.say('/agent tidy up');
  await expect.poll(() => one.window.events.at(-1)?.regions[0]?.html).toContain('tidy up');
  await expect.poll(() => other.window.lastId).toBe(one.window.lastId);
});

test('only the regions that changed are sent', async () => {
  rig = await consoleRig({ run: askingOnce() });
  const { window } = await open('/tasks', await rig.enter(LOCAL));
  await rig.say('/agent tidy up');
  await expect.poll(() => window.events.length).toBeGreaterThan(0);
  expect(new Set(window.events.flatMap(({ regions }) => regions.map(({ name }) => name)))).toEqual(
    new Set(['tasks']),
  );
});

test('what takes long to make is not made again and again', async () => {
  rig = await consoleRig({ run: askingOnce() });
  await rig.say('/agent tidy up');
  const { body } = await rig.get(`/tasks/${rig.sessions()[0]?.id}/changes`, {
    cookie: await rig.enter(LOCAL),
  });
  expect(/data-live/.test(body)).toBe(false);
});

test('a window that takes nothing is dropped when the program ends, and does not keep it', {
  tags: 'full',
}, async () => {
  rig = await consoleRig();
  const { window } = await open('/', await rig.enter(LOCAL));
  await quiet();
  await rig.server.close();
  await expect.poll(() => window.isClosed).toBe(true);
});

function answer(): Record<string, string> {
  const approval = rig.store.approvals.get('k7x' as never);
  return { question: 'k7x', asked: String(approval?.askedAtMs), answer: '❌ No' };
}
