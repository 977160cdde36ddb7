import { expect, test } from 'vitest';
import { InboundJob, OutboundJob } from '../../src/cluster/queues/wire.ts';

const MESSAGE = { account: '1555', chat: '1@s', sender: '1@s', id: '3EB0', text: 'hola ñandú', sentAtMs: 5 };

test('what only the program itself may say of a message does not come over the wire', () => {
  const hostile = {
    ...MESSAGE,
    call: { kind: 'start' },
    scheduled: { id: 1, name: 'x', nominalMs: 1, lateMs: 0 },
    code: 'right',
    enclosed: [],
    surprise: true,
  };
  const job = { v: 1, epoch: 1, front: 'main', item: { kind: 'message', message: hostile } };
  expect(InboundJob.parse(job).item).toEqual({ kind: 'message', message: MESSAGE });
});

test.each([
  ['a newer version', { v: 2, epoch: 1, front: 'main', item: { kind: 'message', message: MESSAGE } }],
  ['an epoch that cannot be', { v: 1, epoch: 0, front: 'main', item: { kind: 'message', message: MESSAGE } }],
  [
    'a name that cannot be',
    { v: 1, epoch: 1, front: 'Main"; DROP', item: { kind: 'message', message: MESSAGE } },
  ],
  ['an unknown item', { v: 1, epoch: 1, front: 'main', item: { kind: 'order', message: MESSAGE } }],
])('%s is not read', (_, job) => {
  expect(InboundJob.safeParse(job).success).toBe(false);
});

test('a path of the cell is nothing that a front reads', () => {
  const body = { kind: 'document', path: '/etc/passwd', name: 'a', caption: '' };
  const message = { id: '1', chat: '1@s', body, mayRepeat: false };
  const job = { v: 1, cell: 'lima', epoch: 1, item: { kind: 'send', message } };
  expect(OutboundJob.safeParse(job).success).toBe(false);
});
