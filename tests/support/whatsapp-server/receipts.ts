/** What the client confirms, and what it asks for again. */
import type { BinaryNode } from '@whiskeysockets/baileys';

import type { Connection } from './connection.ts';
import { uploadAgain } from './media-again.ts';
import { child, children, node } from './nodes.ts';
import { bundleOfReceipt } from './prekeys.ts';
import type { Kind } from './queue.ts';
import { answerRetry } from './to-client.ts';
import { contactOf, report, type World } from './world.ts';

const DELIVERED = new Set(['delivered', 'inactive', 'sender', 'peer_msg']);
const KNOWN = new Set([...DELIVERED, 'read', 'read-self', 'played', 'hist_sync', 'retry', 'server-error']);

export async function takeReceipt(world: World, connection: Connection, receipt: BinaryNode): Promise<void> {
  const { id = '', to, participant, type = 'delivered' } = receipt.attrs;
  if (!KNOWN.has(type)) report(world, `a receipt of type ${type}, which this server does not know`);
  const listed = children(child(receipt, 'list'), 'item').map(({ attrs }) => attrs.id ?? '');
  for (const each of [id, ...listed]) {
    world.events.receipts.push({ at: Date.now(), id: each, to, participant, type });
    if (!DELIVERED.has(type)) continue;
    if (!world.queue.confirm('message', each))
      report(world, `a receipt for message ${each}, which was never sent`);
  }
  connection.send(node('ack', { class: 'receipt', id, from: to, participant, type: receipt.attrs.type }));
  if (type === 'retry') await retry(world, receipt);
  if (type === 'server-error') uploadAgain(world, receipt);
  world.watch.changed();
}

async function retry(world: World, receipt: BinaryNode): Promise<void> {
  const { id = '', to = '', participant } = receipt.attrs;
  const contact = contactOf(world, participant ?? to);
  if (contact?.sent.has(id) !== true) {
    report(world, `the client asks for message ${id} again, which ${participant ?? to} never wrote`);
    return;
  }
  const count = child(receipt, 'retry')?.attrs.count ?? '1';
  await world.inTurn(() => answerRetry(world, contact, { id, bundle: bundleOfReceipt(receipt), count }));
}

/** `<ack>`: of a receipt, of a notification, or of a message that the client does not want (with an error). */
export function takeAck(world: World, ack: BinaryNode): void {
  const { id = '', error } = ack.attrs;
  const kind = ack.attrs.class;
  world.events.acks.push({ at: Date.now(), class: kind ?? '', id, error });
  if (!isKind(kind)) report(world, `an acknowledgement of a ${kind}, which this server never sends`);
  else if (!world.queue.confirm(kind, id))
    report(world, `an acknowledgement of ${kind} ${id}, which was never sent`);
  world.watch.changed();
}

function isKind(text: string | undefined): text is Kind {
  return text === 'message' || text === 'receipt' || text === 'notification';
}
