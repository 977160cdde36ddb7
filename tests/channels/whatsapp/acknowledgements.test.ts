import { expect, test } from 'vitest';
import { Acknowledgements } from '../../../src/channels/whatsapp/sender.ts';
import { FakeClock } from '../../support/fake-clock.ts';

test('each message waits 20 s for its answer, however many wait, and with one timer', async () => {
  const clock = new FakeClock();
  const timers: number[] = [];
  const sleep = clock.sleep.bind(clock);
  clock.sleep = (ms, signal) => {
    timers.push(ms);
    return sleep(ms, signal);
  };
  const acknowledgements = new Acknowledgements(clock);
  const told: string[] = [];
  const waitFor = (id: string) =>
    void acknowledgements.waitForAnswer(id).then(({ kind }) => told.push(`${id} ${kind} ${clock.upMs()}`));
  for (const id of ['first', 'second', 'third']) {
    waitFor(id);
    await clock.advance(5000);
  }
  acknowledgements.settle('first', { kind: 'taken' });
  await clock.advance(0);
  await clock.advance(5000);
  expect([told, timers]).toEqual([['first taken 15000'], [20_000, 5000]]);
  await clock.advance(5000);
  waitFor('fourth');
  await clock.advance(5000);
  acknowledgements.giveUp('closed');
  await clock.advance(0);
  expect(told).toEqual([
    'first taken 15000',
    'second unknown 25000',
    'third unknown 30000',
    'fourth unknown 30000',
  ]);
});

test('who waits for a message that is sent once more is told at once, and does not wait for ever', async () => {
  const acknowledgements = new Acknowledgements(new FakeClock());
  const first = acknowledgements.waitForAnswer('same');
  const second = acknowledgements.waitForAnswer('same');
  acknowledgements.settle('same', { kind: 'taken' });
  expect([(await first).kind, (await second).kind]).toEqual(['unknown', 'taken']);
});
