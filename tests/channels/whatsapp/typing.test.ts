import { expect, test } from 'vitest';
import { TypingIndicators } from '../../../src/channels/whatsapp/whatsapp.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function signs() {
  const clock = new FakeClock();
  const shown: string[] = [];
  const typing = new TypingIndicators({
    clock,
    show: (chat, on) => void shown.push(`${chat} ${on ? 'on' : 'off'}`),
  });
  return { clock, shown, typing };
}

test('the sign is renewed before the phone takes it away, until the work has ended', async () => {
  const { clock, shown, typing } = signs();
  typing.set('ana', true);
  await clock.advance(10_000);
  await clock.advance(10_000);
  typing.set('ana', false);
  await clock.advance(30_000);
  expect(shown).toEqual(['ana on', 'ana on', 'ana on', 'ana off']);
});

test('work that begins anew has one sign, and chats have their own', async () => {
  const { clock, shown, typing } = signs();
  typing.set('ana', true);
  typing.set('ana', true);
  typing.set('bea', true);
  typing.set('bea', false);
  await clock.advance(10_000);
  expect(shown).toEqual(['ana on', 'ana on', 'bea on', 'bea off', 'ana on']);
});

test('nothing is renewed once the channel has stopped', async () => {
  const { clock, shown, typing } = signs();
  typing.set('ana', true);
  typing.stop();
  await clock.advance(60_000);
  expect(shown).toEqual(['ana on']);
});
