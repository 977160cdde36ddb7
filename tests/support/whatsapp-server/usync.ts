/** Looking people up: their devices, their LID, and whether a number has an account. */
import type { BinaryNode } from '@whiskeysockets/baileys';

import { isLid, lidJid, pnJid, userJid } from './jids.ts';
import { bytesOf, child, children, node } from './nodes.ts';
import { contactOf, report, type World } from './world.ts';

const KNOWN = ['devices', 'lid', 'contact', 'status', 'disappearing_mode'];

export function lookUp(world: World, iq: BinaryNode): BinaryNode[] {
  const usync = child(iq, 'usync');
  const protocols = children(child(usync, 'query')).map(({ tag }) => tag);
  const unknown = protocols.filter((protocol) => !KNOWN.includes(protocol));
  if (unknown.length > 0)
    report(world, `usync asks for ${unknown.join(', ')}, which this server does not know`);
  const users = children(child(usync, 'list'), 'user').map((user) => answer(world, user, protocols));
  return [node('usync', usync?.attrs ?? {}, [node('result'), node('list', {}, users)])];
}

function answer(world: World, user: BinaryNode, protocols: readonly string[]): BinaryNode {
  const number = bytesOf(child(user, 'contact')).toString().replace('+', '');
  const jid = user.attrs.jid === undefined ? pnJid(number) : userJid(user.attrs.jid);
  const parts = protocols.flatMap((protocol) => part(world, jid, protocol));
  return node('user', { jid }, parts);
}

function part(world: World, jid: string, protocol: string): BinaryNode[] {
  const contact = contactOf(world, jid);
  if (protocol === 'contact') return [node('contact', { type: contact === undefined ? 'out' : 'in' })];
  if (contact === undefined) return [];
  if (protocol === 'devices') return [deviceList(devicesOf(world, jid))];
  // Who is asked for by LID gets none: the client would map the LID to itself.
  if (protocol === 'lid' && !isLid(jid)) return [node('lid', { val: lidJid(contact.lid) })];
  return [];
}

/** The account's devices are the phone and the client. */
function devicesOf(world: World, jid: string): readonly number[] {
  const contact = contactOf(world, jid);
  const own = contact === world.phone && world.linked !== undefined ? [world.linked.id] : [];
  return [...(contact?.devices ?? []).map(({ id }) => id), ...own];
}

function deviceList(ids: readonly number[]): BinaryNode {
  const devices = ids.map((id, index) =>
    node('device', { id: String(id), 'key-index': id === 0 ? undefined : String(index) }),
  );
  return node('devices', {}, [node('device-list', {}, devices)]);
}
