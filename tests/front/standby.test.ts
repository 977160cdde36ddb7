/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import { openClusterDatabase } from '../../src/cluster/cluster-database.ts';
import { createSeal } from '../../src/cluster/copies/link-copies.ts';
import type { Channel, ChannelReceiver } from '../../src/contracts/channel.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { Failure } from '../../src/core/failure.ts';
import { silentLog } from '../../src/core/log.ts';
import { type Front, startFront } from '../../src/front/front.ts';
import { createCopiedRows, createLinkCopy } from '../../src/front/link-copy.ts';
import { freshDatabase, runSql, startPostgres } from '../support/postgres.ts';
import { tempFolder } from '../support/program.ts';
import { FRONT, ownDatabase, seatCell } from './rig.ts';

const WITHIN = { timeout: 20_000 };
const SECOND_MS = 1000;

/** A front on a machine of its own, with a link that notes when it is opened and closed. */
interface Machine {
  readonly front: Front;
  /** What became of the link, in order, and what the machine said, in first lines. */
  readonly course: readonly string[];
  /** Somebody writes on the phone. */
  hears(text: string): Promise<void>;
  stop(): Promise<void>;
}

/** Nobody is let in by a code here. */
const NOBODY_ELSE = { refresh: async () => undefined, stop: async () => undefined };

async function startMachine(
  url: string,
  { secret = 'the same on all machines', clock = systemClock }: { secret?: string; clock?: Clock } = {},
): Promise<Machine> {
  const db = await openClusterDatabase({ url, name: 'test', supervises: false, clock, log: silentLog });
  const database = ownDatabase();
  const folder = tempFolder('front');
  const course: string[] = [];
  let receiver: ChannelReceiver | undefined;
  const channel: Channel = {
    name: 'whatsapp',
    capabilities: { edits: true, polls: true, reactions: true, typing: true, maxLength: 4000 } as never,
    ended: new Promise(() => undefined),
    async start(to) {
      receiver = to;
      course.push('open');
    },
    async send({ body }) {
      if (course.at(-1) === 'closed') throw new Failure('unavailable', 'The link is closed.');
      if (body.kind === 'text') course.push(body.text.split('\n', 1)[0] ?? '');
    },
    setTyping: () => undefined,
    stop: async () => undefined,
  };
  const rows = createCopiedRows(database);
  const seal = createSeal(secret, 'salt');
  const front = await startFront({
    db,
    database,
    name: FRONT,
    version: '1',
    channel,
    facts: () => ({ channel: 'whatsapp', capabilities: channel.capabilities, own: {} }),
    shared: {
      copy: createLinkCopy({ db, rows, front: FRONT, seal, clock, log: silentLog }),
      pause: async () => void course.push('closed'),
      resume: async () => void course.push('open again'),
      onWait: () => void course.push('waits'),
      onTakeOver: () => void course.push('took over'),
      replaced: 'replaced',
    },
    refusal: () => undefined,
    people: NOBODY_ELSE,
    codeIn: () => undefined,
    hasOpen: () => false,
    languageOf: () => undefined,
    locale: 'en',
    folder: folder.path,
    clock,
    log: silentLog,
  });
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await front.stop();
    folder.remove();
  };
  onTestFinished(stop);
  const hears = async (text: string): Promise<void> =>
    await receiver?.receive({ account: 'bot', chat: 'ana', sender: 'ana', id: text, text, sentAtMs: 1 });
  return { front, course, hears, stop };
}

test('a second front waits with its link closed, and takes over when the first gives the name back', async () => {
  const url = await freshDatabase();
  const first = await startMachine(url);
  await expect.poll(() => first.course, WITHIN).toEqual(['open']);
  const second = await startMachine(url);
  await expect.poll(() => second.course, WITHIN).toEqual(['waits']);
  await first.stop();
  await expect.poll(() => second.course, WITHIN).toEqual(['waits', 'took over', 'open']);
});

test('a front that cannot renew its name closes the link before its lease ends, and opens it when it could', {
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  let lateMs = 0;
  let go: () => void = () => undefined;
  const renewal = new Promise<void>((resolve) => {
    go = resolve;
  });
  // PostgreSQL is not reached for a renewal until it is let go; everything else goes on.
  const clock: Clock = {
    ...systemClock,
    upMs: () => systemClock.upMs() + lateMs,
    sleep: (ms, signal) => (ms === 10 * SECOND_MS ? renewal : systemClock.sleep(ms, signal)),
  };
  const { course } = await startMachine(url, { clock });
  await expect.poll(() => course, WITHIN).toEqual(['open']);
  lateMs = 39 * SECOND_MS;
  await expect.poll(() => course, WITHIN).toEqual(['open', 'closed']);
  go();
  await expect.poll(() => course, WITHIN).toEqual(['open', 'closed', 'open again']);
});

test('people hear of an outage of PostgreSQL before the shared link is closed, and that it is over', {
  tags: 'full',
}, async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  let lateMs = 0;
  const clock: Clock = {
    ...systemClock,
    upMs: () => systemClock.upMs() + lateMs,
    sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 100), signal),
  };
  const { course, hears } = await startMachine(server.url, { clock });
  await expect.poll(() => course, WITHIN).toEqual(['open']);
  await seatCell(server.url, 'lima');
  await server.kill();
  await hears('hello');
  lateMs = 26 * SECOND_MS;
  const away = "⏳ I got your message, but I can't start yet.";
  await expect.poll(() => course, WITHIN).toEqual(['open', away]);
  lateMs = 41 * SECOND_MS;
  await expect.poll(() => course, WITHIN).toEqual(['open', away, 'closed']);
  await server.start();
  const back = '✅ The connection to my tasks is back.';
  await expect.poll(() => course, WITHIN).toEqual(['open', away, 'closed', 'open again', back]);
});

test('a front that was taken over closes its link and ends', { tags: 'full' }, async () => {
  const url = await freshDatabase();
  let go: () => void = () => undefined;
  const renewal = new Promise<void>((resolve) => {
    go = resolve;
  });
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) => (ms === 10 * SECOND_MS ? renewal : systemClock.sleep(ms, signal)),
  };
  const first = await startMachine(url, { clock });
  await expect.poll(() => first.course, WITHIN).toEqual(['open']);
  await runSql(url, `UPDATE wasap.members SET heartbeat = heartbeat - interval '46 s'`);
  const second = await startMachine(url);
  await expect.poll(() => second.course, WITHIN).toEqual(['took over', 'open']);
  go();
  expect([await first.front.displaced, first.course]).toEqual(['replaced', ['open', 'closed']]);
});

test('a machine with another secret ends, and never opens the link', async () => {
  const url = await freshDatabase();
  const first = await startMachine(url);
  await expect.poll(() => first.course, WITHIN).toEqual(['open']);
  await expect
    .poll(() => runSql(url, 'SELECT token FROM wasap.links WHERE token IS NOT NULL'), WITHIN)
    .toHaveLength(1);
  await runSql(url, `INSERT INTO wasap.link_rows VALUES ('main', 'front_chats', '["ana"]', '\\x00')`);
  const { front, course } = await startMachine(url, { secret: 'another one, of somebody' });
  expect([await front.displaced, course]).toEqual([
    'The copy of the link in PostgreSQL cannot be opened. CLUSTER_SECRET must be the same on all machines of a front.',
    [],
  ]);
});
