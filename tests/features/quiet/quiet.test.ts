import { afterEach, describe, expect, test } from 'vitest';
import type { ConversationId } from '../../../src/core/ids.ts';
import { createQuietStore } from '../../../src/features/quiet/quiet-times.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { settled } from '../../support/fake-clock.ts';
import {
  ANA,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../support/gateway-rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CHAT = 'phone:ana' as ConversationId;

const rigs: GatewayRig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.remove();
});

/** It is 21:00 UTC, and quiet from 22:00 to 07:00. */
async function rigWith(options: RigOptions = {}): Promise<GatewayRig> {
  const program = { timezone: 'UTC', ...options.program };
  const startMs = Date.UTC(2026, 10, 20, 21);
  const rig = await gatewayRig({ locale: 'en', startMs, ...options, program });
  rigs.push(rig);
  return rig;
}

async function restarted(rig: GatewayRig): Promise<GatewayRig> {
  const next = await rig.restart();
  rigs.splice(rigs.indexOf(rig), 1, next);
  return next;
}

async function told(rig: GatewayRig, text: string, change?: Parameters<GatewayRig['say']>[1]) {
  const since = rig.phone.sent.length;
  await rig.say(text, change);
  return rig.phone.texts.slice(since);
}

/** A message that nobody has just asked for. */
async function news(rig: GatewayRig, text: string, key = `ended:${text}`): Promise<void> {
  rig.store.atomically(() =>
    rig.outgoing.outbox.enqueue({ conversation: CHAT, key, body: { kind: 'text', text } }),
  );
  rig.outgoing.nudge();
  await settled();
}

async function untilMidnight(rig: GatewayRig): Promise<void> {
  await rig.clock.advance(3 * HOUR);
}

describe('/quiet', () => {
  test('shows, sets and takes away the hours of the chat', async () => {
    const rig = await rigWith();
    expect(await told(rig, '/quiet')).toEqual(['🔔 No quiet hours here.\nSet them: /quiet 22:00-07:00']);
    expect(await told(rig, '/quiet 22-7')).toEqual([
      '🌙 Set. Quiet hours here: 22:00-07:00.\nTime zone: UTC (/cron zone). News waits, then comes in one message.',
    ]);
    expect(await told(rig, '/quiet')).toEqual([
      '🌙 Quiet hours: 22:00-07:00 (UTC).\nOther hours: /quiet 23:00-06:30 · None: /quiet off',
    ]);
    await untilMidnight(rig);
    expect(await told(rig, '/quiet')).toEqual([
      '🌙 Quiet now: 22:00-07:00 (UTC).\nOther hours: /quiet 23:00-06:30 · None: /quiet off',
    ]);
    expect(await told(rig, '/quiet off')).toEqual(['🔔 No quiet hours here any more.']);
    expect(await told(rig, '/quiet')).toEqual(['🔔 No quiet hours here.\nSet them: /quiet 22:00-07:00']);
  });

  test('chosen while it is quiet is answered at once', async () => {
    const rig = await rigWith();
    await rig.clock.advance(3 * HOUR);
    expect(await told(rig, '/quiet 22-7')).toEqual([expect.stringContaining('Quiet hours here')]);
  });

  test('says how to write what it cannot read, and changes nothing', async () => {
    const rig = await rigWith();
    expect(await told(rig, '/quiet at night')).toEqual([
      "I can't read `at night` as hours.\nLike this: /quiet 22:00-07:00 · None: /quiet off",
    ]);
    expect(createQuietStore(rig.store.database).findChosen(CHAT)).toBeUndefined();
  });

  test('speaks Spanish', async () => {
    const rig = await rigWith({ locale: 'es' });
    expect(await told(rig, '/silencio de 22 a 7')).toEqual([
      '🌙 Listo. Horas de silencio: 22:00-07:00.\nZona horaria: UTC (/programar zona). Las novedades esperan y llegan en un solo mensaje.',
    ]);
    await untilMidnight(rig);
    await news(rig, '✅ Listo: uno');
    await news(rig, '✅ Listo: dos');
    await rig.clock.advance(8 * HOUR);
    expect(rig.phone.texts.at(-1)).toBe(
      '🌙 Mientras había silencio:\n• ✅ Listo: uno\n• ✅ Listo: dos\nMás sobre esto: /estado',
    );
  });

  test('in a group is for owners', async () => {
    const access = {
      people: [{ phone: ANA, role: 'member', workspaces: undefined } as const],
      groups: [{ id: 'team', people: [ANA] }],
    };
    const rig = await rigWith({ access });
    const group = { chat: 'team', group: { addressed: true } };
    expect(await told(rig, '/quiet 22-7', group)).toEqual(['Only an owner can do that.']);
    expect(await told(rig, '/quiet 22-7')).not.toEqual(['Only an owner can do that.']);
  });

  test('off wins over the hours of the settings', async () => {
    const rig = await rigWith({ settings: { quietHours: { from: 22 * 60, to: 7 * 60 } } });
    await rig.say('/quiet off');
    await untilMidnight(rig);
    await news(rig, 'a report');
    expect(rig.phone.texts.at(-1)).toBe('a report');
  });
});

describe('in quiet hours', () => {
  async function atMidnight(options: RigOptions = {}): Promise<GatewayRig> {
    const rig = await rigWith(options);
    await rig.say('/quiet 22-7');
    await untilMidnight(rig);
    return rig;
  }

  test('news waits, and comes in the morning as one message, whichever program runs then', async () => {
    const rig = await atMidnight();
    const since = rig.phone.sent.length;
    await news(rig, '✅ Done: one\nAll 12 tests passed.');
    await news(rig, '❌ Failed: two');
    expect(rig.phone.sent.length).toBe(since);
    const next = await restarted(rig);
    await next.clock.advance(HOUR);
    expect(next.phone.sent.length).toBe(since);
    await next.clock.advance(6 * HOUR);
    expect(next.phone.texts.slice(since)).toEqual([
      '🌙 While it was quiet:\n• ✅ Done: one\n• ❌ Failed: two\nMore about them: /status',
    ]);
    const last = await restarted(next);
    await last.clock.advance(HOUR);
    expect(last.phone.sent.length).toBe(since + 1);
  });

  test('a single message comes as it is', async () => {
    const rig = await atMidnight();
    const since = rig.phone.sent.length;
    await news(rig, '✅ Done: one\nAll 12 tests passed.');
    await rig.clock.advance(8 * HOUR);
    expect(rig.phone.texts.slice(since)).toEqual(['✅ Done: one\nAll 12 tests passed.']);
  });

  test('a question waits, is named in the summary, and follows it in full; its reminders do not', async () => {
    const phone = new FakeChannel('phone', { poll: true });
    const asks: FakeRun = async (_session, agent) => agent.ask();
    const rig = await atMidnight({ channels: [phone], run: asks });
    const since = phone.sent.length;
    rig.store.atomically(() => undefined);
    await news(rig, '✅ Done: one');
    await nightlyTask(rig);
    await rig.clock.advance(HOUR);
    expect(phone.sent.length).toBe(since);
    await rig.clock.advance(7 * HOUR);
    const kinds = phone.sent.slice(since).map(({ body }) => body.kind);
    expect(kinds).toEqual(['text', 'text', 'poll']);
    expect(phone.texts.slice(since, since + 2)).toEqual([
      '🌙 While it was quiet:\n• ✅ Done: one\n• ❓ May I run this command?\n1 question is waiting. It comes next.',
      expect.stringContaining('`curl https://example.com`'),
    ]);
    expect(phone.sent.at(-2)?.id).toBe('Q1');
  });

  test('a question that was answered elsewhere meanwhile is not asked again', async () => {
    const rig = await atMidnight({ run: async (_session, agent) => agent.ask() });
    const since = rig.phone.sent.length;
    await nightlyTask(rig);
    rig.store.approvals.decide('k7x' as never, { state: 'rejected', answer: 'no', atMs: rig.clock.nowMs() });
    await rig.clock.advance(8 * HOUR);
    expect(rig.phone.texts.slice(since)).toEqual([]);
  });

  test('whoever writes is awake: they get what waited, and everything for ten minutes', async () => {
    const rig = await atMidnight();
    const since = rig.phone.sent.length;
    await news(rig, 'first');
    await rig.say('/quiet');
    expect(rig.phone.texts.slice(since).toSorted()).toEqual([
      'first',
      expect.stringContaining('🌙 Quiet now'),
    ]);
    await rig.clock.advance(9 * MINUTE);
    await news(rig, 'second');
    await rig.clock.advance(2 * MINUTE);
    await news(rig, 'third');
    expect(rig.phone.texts.at(-1)).toBe('second');
  });

  test('what a person set for that time rings, and so does a warning', async () => {
    const rig = await atMidnight();
    await rig.say('/cron 02:00 take the bread out');
    await rig.clock.advance(30 * MINUTE);
    await news(rig, '⚠️ Wrong code', 'lock-wrong:1:x');
    expect(rig.phone.texts.at(-1)).toBe('⚠️ Wrong code');
  });

  test('a terminal rings nothing, so nothing waits there', async () => {
    const terminal = new FakeChannel('phone', { localOwner: true });
    const rig = await atMidnight({ channels: [terminal] });
    await news(rig, 'a report');
    expect(terminal.texts.at(-1)).toBe('a report');
  });

  test('/quiet off lets go of what waits', async () => {
    const rig = await atMidnight();
    await news(rig, 'one');
    await rig.say('/quiet off');
    expect(rig.phone.texts).toContain('one');
  });

  test('a card that is there changes, and a new one waits', async () => {
    const rig = await atMidnight();
    const quiet = rig.features.find(({ name }) => name === 'quiet');
    expect([quiet?.holds?.holdsCard(CHAT, true), quiet?.holds?.holdsCard(CHAT, false)]).toEqual([
      true,
      false,
    ]);
  });

  /** A task that its chat has scheduled. */
  async function nightlyTask(rig: GatewayRig): Promise<void> {
    const atMs = rig.clock.nowMs();
    const scheduled = { id: 1, name: 'ab', nominalMs: atMs, lateMs: 0 };
    const message = {
      account: 'cron',
      chat: 'ana',
      sender: ANA,
      id: `c${atMs}`,
      text: '/agent nightly',
      sentAtMs: atMs,
      scheduled,
    };
    const row = rig.store.inbox.accept({
      channel: 'phone',
      message,
      instance: 'test-instance' as never,
      atMs,
    });
    rig.gateway.handIn(row === undefined ? [] : [row]);
    await settled();
  }
});

describe('the time zone is that of the chat', () => {
  test.each([
    // 22:00 in Lima is 03:00 UTC.
    ['America/Lima', Date.UTC(2026, 10, 21, 2, 30), false],
    ['America/Lima', Date.UTC(2026, 10, 21, 3, 30), true],
    ['America/Lima', Date.UTC(2026, 10, 21, 11, 59), true],
    ['America/Lima', Date.UTC(2026, 10, 21, 12, 1), false],
    // The night in which clocks in Madrid go from 02:00 to 03:00: 07:00 is 05:00 UTC, and not 06:00 as the day before.
    ['Europe/Madrid', Date.UTC(2027, 2, 27, 5, 59), true],
    ['Europe/Madrid', Date.UTC(2027, 2, 28, 4, 59), true],
    ['Europe/Madrid', Date.UTC(2027, 2, 28, 5, 1), false],
    // The night in which they go back: 07:00 is 06:00 UTC again.
    ['Europe/Madrid', Date.UTC(2026, 9, 25, 5, 59), true],
    ['Europe/Madrid', Date.UTC(2026, 9, 25, 6, 1), false],
    // Half an hour off.
    ['Asia/Kolkata', Date.UTC(2026, 10, 20, 16, 31), true],
    ['Asia/Kolkata', Date.UTC(2026, 10, 20, 16, 29), false],
  ])('%s at %d: quiet %s', async (zone, nowMs, quiet) => {
    const rig = await rigWith({ startMs: nowMs - 20 * MINUTE });
    rig.store.conversations.setZone(CHAT, zone);
    createQuietStore(rig.store.database).choose(CHAT, { hours: { from: 22 * 60, to: 7 * 60 } });
    await rig.clock.advance(20 * MINUTE);
    const since = rig.phone.sent.length;
    await news(rig, 'a report');
    expect(rig.phone.sent.length === since).toBe(quiet);
  });
});
