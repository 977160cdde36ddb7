import { expect, test } from 'vitest';
import { Pacing, type PacingLimits, type PacingMemory } from '../../../src/channels/whatsapp/pacing.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const LIMITS: PacingLimits = {
  chatDistanceMs: 1500,
  perMinute: 40,
  unaskedPerMinute: 20,
  unaskedPerHour: 300,
};

/** What programs leave each other. */
function kept(): PacingMemory {
  const rows = new Map<string, number>();
  return {
    lockedUntilMs: () => rows.get('lock') ?? 0,
    keepLock: (untilMs) => void rows.set('lock', untilMs),
    heardUntilMs: (chat) => rows.get(`heard ${chat}`) ?? 0,
    keepHeard: (chat, untilMs) => void rows.set(`heard ${chat}`, untilMs),
  };
}

function paced(random = 0.5, memory = kept()) {
  const clock = new FakeClock();
  const pacing = new Pacing({ limits: LIMITS, clock, random: () => random, memory });
  const text = (chat: string) => pacing.take(chat, 'text');
  /** How many of many messages, each to a chat of its own, may go now. */
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => text(`${name}${index}`)).filter((waitMs) => waitMs === 0)
      .length;
  return { clock, pacing, text, many };
}

test.each([
  [0, 900],
  [0.5, 1500],
  [1, 2100],
])(
  'two messages that nobody asked for keep 1.5 s in a chat, give or take 40 %%: at %d it is %i ms',
  async (random, distanceMs) => {
    const { clock, text } = paced(random);
    expect([text('ana'), text('ana'), text('bea')]).toEqual([0, distanceMs, 0]);
    await clock.advance(distanceMs);
    expect(text('ana')).toBe(0);
  },
);

test.each([2, -1])(
  'a clock that is set by %d h neither holds messages up nor lets more go',
  async (hours) => {
    const { clock, many } = paced();
    const before = many('a', 30);
    clock.jump(hours * 3_600_000);
    const after = many('b', 30);
    await clock.advance(61_000);
    expect([before, after, many('c', 30)]).toEqual([20, 0, 20]);
  },
);

test('answers go at once: four of them, within two minutes', async () => {
  const { clock, pacing, text } = paced();
  text('ana');
  pacing.noteHeard('ana');
  expect([text('ana'), text('ana'), text('ana'), text('ana'), text('ana')]).toEqual([0, 0, 0, 0, 1500]);
  pacing.noteHeard('ana');
  await clock.advance(120_000);
  expect([text('ana'), text('ana')]).toEqual([0, 1500]);
});

test('twenty a minute leave unasked; answers have room for twenty more, then they wait, too', async () => {
  const { clock, pacing, text, many } = paced();
  expect(many('chat', 30)).toBe(20);
  for (let n = 0; n < 30; n += 1) pacing.noteHeard(`person${n}`);
  expect(many('person', 30)).toBe(20);
  expect(text('person29')).toBe(60_000);
  await clock.advance(60_000);
  expect(text('person29')).toBe(0);
});

test('three hundred an hour leave unasked, and answers still go', async () => {
  const { clock, pacing, text } = paced();
  let left = 0;
  for (let minute = 0; minute < 30; minute += 1) {
    for (let n = 0; n < 20; n += 1) if (text(`m${minute}n${n}`) === 0) left += 1;
    await clock.advance(60_000);
  }
  expect(left).toBe(300);
  expect(text('late')).toBeGreaterThan(0);
  pacing.noteHeard('ana');
  expect(text('ana')).toBe(0);
});

test('edits and reactions do not count', () => {
  const { pacing, text } = paced();
  for (let n = 0; n < 100; n += 1)
    expect([pacing.take('a', 'edit'), pacing.take('a', 'reaction')]).toEqual([0, 0]);
  expect(text('a')).toBe(0);
});

test('after 463 whoever wrote first is answered; everything else waits until the lock ends', async () => {
  const { clock, pacing, text } = paced();
  pacing.noteRefusal('463');
  pacing.noteHeard('ana');
  expect([text('ana'), text('bea')]).toEqual([0, 3_600_000]);
  pacing.setLock({ isActive: true, untilMs: clock.nowMs() + 90_000 });
  expect(text('bea')).toBe(90_000);
  await clock.advance(90_000);
  expect(text('bea')).toBe(0);
  pacing.noteRefusal('463');
  pacing.setLock({ isActive: false, untilMs: undefined });
  expect(text('carl')).toBe(0);
});

test('a lock holds for the next program, and so does who had just written, but not for longer', async () => {
  const memory = kept();
  const before = paced(0.5, memory);
  before.pacing.noteHeard('ana');
  before.pacing.noteRefusal('463');
  before.pacing.noteHeard('bea');
  const { clock, pacing, text } = paced(0.5, memory);
  pacing.recall();
  expect([text('ana'), text('bea'), text('carl')]).toEqual([0, 0, 3_600_000]);
  await clock.advance(120_000);
  expect(text('bea')).toBe(3_480_000);
  pacing.setLock({ isActive: false, untilMs: undefined });
  const after = paced(0.5, memory);
  after.pacing.recall();
  expect(after.text('carl')).toBe(0);
});

test('after 429 nothing leaves for half a minute, longer each time, not even an edit', async () => {
  const { clock, pacing, text } = paced();
  const rests: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    pacing.noteRefusal('429');
    pacing.noteHeard('ana');
    rests.push(pacing.take('ana', 'edit'));
    expect(text('ana')).toBe(rests.at(-1));
    await clock.advance(rests.at(-1) ?? 0);
  }
  await clock.advance(31 * 60_000);
  pacing.noteRefusal('429');
  expect([...rests, text('ana')]).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 30_000]);
});

test('without limits only what the server demands is waited for', () => {
  const pacing = new Pacing({
    limits: undefined,
    clock: new FakeClock(),
    random: () => 0,
    memory: kept(),
  });
  const waits = Array.from({ length: 500 }, () => pacing.take('ana', 'text'));
  pacing.noteRefusal('429');
  expect([new Set(waits), pacing.take('ana', 'text')]).toEqual([new Set([0]), 30_000]);
});
