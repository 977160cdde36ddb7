import { expect, onTestFinished, test } from 'vitest';
import { watchSocket } from '../../../src/channels/whatsapp/connection.ts';
import { SECOND_MS } from '../../../src/core/clock.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** A line whose last frame came so long after the watch began; from then on it answers questions, or it does not. */
async function watched({
  lastFrameMs,
  answers,
}: {
  readonly lastFrameMs: number;
  readonly answers: boolean;
}) {
  const clock = new FakeClock();
  const beganMs = clock.nowMs();
  let frameMs = clock.upMs();
  const told: number[] = [];
  const asked: number[] = [];
  const socket = {
    get lastFrameUpMs() {
      return frameMs;
    },
    isBuffering: () => false,
    async probe() {
      asked.push(clock.nowMs() - beganMs);
      if (!answers) await new Promise(() => undefined);
      frameMs = clock.upMs();
    },
  };
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const notify = () => {
    told.push(clock.nowMs() - beganMs);
    stop.abort();
  };
  void watchSocket(socket, { clock, notify }, stop.signal);
  await clock.advance(0);
  for (let second = 1; second <= 120; second += 1) {
    await clock.advance(SECOND_MS);
    if (second * SECOND_MS <= lastFrameMs) frameMs = clock.upMs();
  }
  return { told, asked };
}

eachInFull([0, 1, 2, 3, 4, 5, 7, 11])(
  'a line that is dead from second %i on is noticed within 30 s, and not before somebody was asked',
  async (second) => {
    const { told, asked } = await watched({ lastFrameMs: second * SECOND_MS, answers: false });
    const [tookMs = Number.NaN] = told.map((ms) => ms - second * SECOND_MS);
    expect(tookMs).toBeLessThanOrEqual(30 * SECOND_MS);
    expect(asked.length).toBe(1);
  },
);

test('a line that is quiet and answers is left alone, and asked a few times a minute', async () => {
  const { told, asked } = await watched({ lastFrameMs: 0, answers: true });
  expect([told, asked.length]).toEqual([[], 8]);
});
