/** The first stanzas of a connection: who is it, and may it come in. */
import type { proto } from '@whiskeysockets/baileys';

import type { Connection } from './connection.ts';
import { lidJid } from './jids.ts';
import { node } from './nodes.ts';
import { offerPairing } from './pairing.ts';
import { type LinkedDevice, report, seconds, type World } from './world.ts';

/** 401 is what a device hears that is not linked (any more). */
const NOT_LINKED = 401;
const OUTDATED = 405;
const ROUTING_INFO = Buffer.from('0808', 'hex');

export function welcome(world: World, connection: Connection, payload: proto.ClientPayload): void {
  const reason = world.faults.failures.shift();
  const revision = payload.userAgent?.appVersion?.tertiary ?? 0;
  if (revision < world.faults.demandedRevision) refuse(connection, OUTDATED);
  else if (reason !== undefined) refuse(connection, reason);
  else if (payload.devicePairingData) offerPairing(world, connection, payload.devicePairingData);
  else logIn(world, connection, payload);
  world.watch.changed();
}

function refuse(connection: Connection, reason: number): void {
  connection.send(node('failure', { reason: String(reason) }));
  connection.close();
}

/** Ends a connection with a code, as WhatsApp does; 440 and 401 say why inside. */
export function endStream(connection: Connection, code: number): void {
  const conflict = code === 440 ? 'replaced' : 'device_removed';
  const inside = code === 440 || code === NOT_LINKED ? [node('conflict', { type: conflict })] : undefined;
  connection.send(node('stream:error', { code: String(code) }, inside));
  connection.close();
}

function logIn(world: World, connection: Connection, payload: proto.ClientPayload): void {
  const { linked } = world;
  if (linked === undefined || !isLinked(world, linked, { connection, payload })) {
    refuse(connection, NOT_LINKED);
    return;
  }
  if (world.live !== undefined) replace(world, world.live);
  world.live = connection;
  world.events.connects.push({ at: Date.now(), as: 'registered', connection: connection.id });
  connection.send(node('success', { t: seconds(), lid: lidJid(world.account.lid, linked.id) }));
  // The client puts it before the intro of its next connection.
  const routing = node('routing_info', {}, ROUTING_INFO);
  connection.send(node('ib', {}, [node('edge_routing', {}, [routing])]));
}

type Claim = { readonly connection: Connection; readonly payload: proto.ClientPayload };

function isLinked(world: World, linked: LinkedDevice, { connection, payload }: Claim): boolean {
  if (String(payload.username) !== world.account.phone || payload.device !== linked.id) return false;
  if (linked.noiseKey.equals(connection.clientKey)) return true;
  report(world, 'a client logs in with another Noise key than it was paired with');
  return false;
}

/** Two sockets of one device: the older one is thrown out. */
function replace(world: World, older: Connection): void {
  endStream(older, 440);
  world.queue.disconnected(older.id);
}
