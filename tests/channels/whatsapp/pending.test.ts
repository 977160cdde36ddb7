import { expect, test } from 'vitest';
import { ArrivalOrder } from '../../../src/channels/whatsapp/arrival-order.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const MESSAGE = { chat: 'ana', participant: '', id: 'M' };
const stanza = { ...MESSAGE, attributes: {}, hashes: ['first', 'second'], seenAtMs: 0 };

test.each<[string, (order: ArrivalOrder) => void]>([
  ['it was read', (order) => order.ready(MESSAGE, () => undefined)],
  ['it was left out', (order) => order.noteLeftOut(MESSAGE)],
  ['a part of it could not be decrypted', (order) => order.noteFailed('second')],
  ['the connection is gone', (order) => order.noteLinkLost()],
])('a message is pending until %s', (_, happens) => {
  const order = new ArrivalOrder(new FakeClock());
  order.noteArrival(stanza);
  const before = order.isPending(MESSAGE);
  happens(order);
  expect([before, order.isPending(MESSAGE)]).toEqual([true, false]);
});
