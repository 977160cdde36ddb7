/** Each stanza of the client goes to whoever answers it; what nobody knows fails the test. */
import type { BinaryNode } from '@whiskeysockets/baileys';

import type { Connection } from './connection.ts';
import { takeMessage } from './from-client.ts';
import { takeIq } from './iqs.ts';
import { children, outline } from './nodes.ts';
import { welcomeDevice } from './phone.ts';
import { takeAck, takeReceipt } from './receipts.ts';
import { report, type World } from './world.ts';

export async function takeStanza(world: World, connection: Connection, stanza: BinaryNode): Promise<void> {
  // The last words of a device that was unlinked.
  if (world.linked === undefined && connection !== world.unpaired?.connection) return;
  if (stanza.tag === 'iq') {
    takeIq(world, stanza, (answer) => connection.send(answer));
    if (children(stanza)[0]?.tag === 'active') await world.inTurn(() => welcomeDevice(world));
    return;
  }
  if (stanza.tag === 'message') return takeMessage(world, connection, stanza);
  if (stanza.tag === 'receipt') return takeReceipt(world, connection, stanza);
  takeQuiet(world, connection, stanza);
  world.watch.changed();
}

/** What needs no answer. */
function takeQuiet(world: World, connection: Connection, stanza: BinaryNode): void {
  const [inner] = children(stanza);
  switch (stanza.tag) {
    case 'ack':
      takeAck(world, stanza);
      return;
    case 'presence':
      takePresence(world, stanza);
      return;
    case 'chatstate':
      takeTyping(world, stanza, inner);
      return;
    case 'ib':
      if (inner?.tag === 'offline_batch') world.queue.sendBacklog(connection);
      else if (inner?.tag !== 'unified_session') report(world, `an <ib> with <${inner?.tag}>`);
      return;
    default:
      report(world, `this server does not know ${outline(stanza)}`);
  }
}

function takePresence(world: World, { attrs }: BinaryNode): void {
  world.events.presence.push({ at: Date.now(), type: attrs.type ?? '', name: attrs.name });
}

function takeTyping(world: World, { attrs }: BinaryNode, state: BinaryNode | undefined): void {
  const kind = state?.attrs.media === 'audio' ? 'recording' : state?.tag;
  if (kind !== 'composing' && kind !== 'paused' && kind !== 'recording') {
    report(world, `a chat state of <${state?.tag}>`);
    return;
  }
  world.events.typing.push({ at: Date.now(), to: attrs.to ?? '', state: kind });
}
