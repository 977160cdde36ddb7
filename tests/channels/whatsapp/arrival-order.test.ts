import { expect, test } from 'vitest';
import { ArrivalOrder } from '../../../src/channels/whatsapp/arrival-order.ts';
import type { JournalStanza } from '../../../src/contracts/whatsapp-store.ts';
import { FakeClock } from '../../support/fake-clock.ts';

function stanza(id: string, chat = 'ana'): JournalStanza {
  return { chat, participant: '', id, attributes: {}, hashes: [`hash of ${id}`], seenAtMs: 0 };
}

function rig(...arriving: readonly JournalStanza[]) {
  const clock = new FakeClock();
  const order = new ArrivalOrder(clock);
  order.noteLink();
  const out: string[] = [];
  for (const one of arriving) order.noteArrival(one);
  const ready = (one: JournalStanza): void => order.ready(one, () => void out.push(one.id));
  return { clock, order, out, ready };
}

const [A, B, C] = ['a', 'b', 'c'].map((id) => stanza(id)) as [JournalStanza, JournalStanza, JournalStanza];

test('what became readable first waits for what came first, in its own chat only', () => {
  const other = stanza('x', 'ben');
  const { out, ready } = rig(A, B, other, C);
  for (const one of [C, other, B, A]) ready(one);
  expect(out).toEqual(['x', 'a', 'b', 'c']);
});

test('what was never seen on the wire waits for nobody', () => {
  const { out, ready } = rig(A);
  ready(B);
  expect(out).toEqual(['b']);
});

test('what holds nothing for us is not waited for', () => {
  const { order, out, ready } = rig(A, B);
  ready(B);
  order.noteLeftOut(A);
  expect(out).toEqual(['b']);
});

test('a copy of what is being handed on is not waited for, nor does it take the place of what waits', () => {
  const { order, out, ready } = rig(A, B, C);
  ready(A);
  ready(C);
  // A is on its way to the inbox, and C waits for B, which has yet to be read.
  for (const copy of [A, C]) {
    order.noteArrival(copy);
    order.noteRepeat(copy);
  }
  ready(B);
  expect(out).toEqual(['a', 'b', 'c']);
});

test('what could not be decrypted keeps its place while it may be sent again', async () => {
  const { clock, order, out, ready } = rig(A, B);
  order.noteFailed('hash of a');
  ready(B);
  await clock.advance(4999);
  ready(A);
  await clock.advance(1);
  expect(out).toEqual(['a', 'b']);
});

test('what is not sent again holds nothing up for longer than 5 s', async () => {
  const { clock, order, out, ready } = rig(A, B);
  order.noteFailed('hash of a');
  ready(B);
  const before = [...out];
  await clock.advance(5000);
  expect([before, out]).toEqual([[], ['b']]);
});

test('the same message twice has one place, and after it was handed on a new one', () => {
  const { order, out, ready } = rig(A, A, B);
  ready(A);
  ready(B);
  order.noteArrival(A);
  ready(A);
  expect(out).toEqual(['a', 'b', 'a']);
});

test('what a lost connection left unread comes before what was read of it, however late it is delivered again', async () => {
  const { clock, order, out, ready } = rig(A, B, C);
  ready(C);
  order.noteLinkLost();
  order.awaitOnly([A, B]);
  await clock.advance(120_000);
  order.noteLink();
  for (const one of [A, B]) order.noteArrival(one);
  await clock.advance(9999);
  for (const one of [A, B]) ready(one);
  expect(out).toEqual(['a', 'b', 'c']);
});

test('what is not delivered again once there is a link is waited for as long as else', async () => {
  const { clock, order, out, ready } = rig(A, B);
  ready(B);
  order.noteLinkLost();
  await clock.advance(120_000);
  order.noteLink();
  await clock.advance(0);
  await clock.advance(9999);
  const before = [...out];
  await clock.advance(1);
  expect([before, out]).toEqual([[], ['b']]);
});

test('a phone that was asked again has 5 s of a link to send, without a break', async () => {
  const { clock, order, out, ready } = rig(A, B);
  order.noteFailed('hash of a');
  ready(B);
  await clock.advance(4999);
  order.noteLinkLost();
  await clock.advance(60_000);
  order.noteLink();
  await clock.advance(0);
  await clock.advance(4999);
  const before = [...out];
  await clock.advance(1);
  expect([before, out]).toEqual([[], ['b']]);
});

test('what is neither to be delivered again nor in the journal holds nothing up', () => {
  const { order, out, ready } = rig(A, B, C);
  ready(B);
  ready(C);
  order.noteLinkLost();
  order.awaitOnly([]);
  expect(out).toEqual(['b', 'c']);
});

test('what is decrypted keeps its place, however long the client keeps it to itself', async () => {
  const { clock, order, out, ready } = rig(A, B, C);
  order.noteDecrypted('hash of b');
  ready(C);
  for (let step = 0; step < 12; step += 1) await clock.advance(10_000);
  ready(B);
  expect(out).toEqual(['b', 'c']);
});

test('a newer copy that waits for the client is not given up with the older one', async () => {
  const { clock, order, out, ready } = rig(A, B);
  order.noteFailed('hash of a');
  order.noteArrival({ ...A, hashes: ['hash of the copy'] });
  ready(B);
  await clock.advance(5000);
  ready(A);
  expect(out).toEqual(['a', 'b']);
});

test('what is readable waits while anything goes on, and 10 s longer', async () => {
  const other = ['x', 'y'].map((id) => stanza(id, 'ben')) as [JournalStanza, JournalStanza];
  const { clock, out, ready } = rig(A, B, ...other);
  ready(B);
  for (const one of other) {
    await clock.advance(9999);
    ready(one);
    await clock.advance(1);
  }
  expect(out).toEqual(['x', 'y']);
  await clock.advance(10_000);
  expect(out).toEqual(['x', 'y', 'b']);
});

test('what never becomes readable is waited for a minute at most, however much goes on elsewhere', async () => {
  const { clock, out, ready } = rig(A, B);
  ready(B);
  for (let step = 0; step < 5; step += 1) {
    ready(stanza(`x${step}`, 'ben'));
    await clock.advance(10_000);
    ready(stanza(`y${step}`, 'ben'));
  }
  expect(out).not.toContain('b');
  ready(stanza('z', 'ben'));
  await clock.advance(10_000);
  expect(out).toContain('b');
});

test('tells when nothing is on its way any more, or after a while', async () => {
  const { clock, order, ready } = rig(A, B);
  const told: string[] = [];
  void order.whenDrained(1000).then(() => told.push('late'));
  await clock.advance(1000);
  void order.whenDrained(5000).then(() => told.push('empty'));
  ready(A);
  ready(B);
  await clock.advance(0);
  expect(told).toEqual(['late', 'empty']);
});
