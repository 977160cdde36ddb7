/** The queries of the client and their answers. What is not in this table fails the test. */
import type { BinaryNode } from '@whiskeysockets/baileys';

import { takeOne } from './faults.ts';
import { describeGroups } from './groups.ts';
import { SERVER } from './jids.ts';
import { child, children, node, outline } from './nodes.ts';
import { takePairingReply } from './pairing.ts';
import { takeLinkCode } from './pairing-code.ts';
import { countPreKeys, digestOfKeys, giveBundles, rotateSignedPreKey, storePreKeys } from './prekeys.ts';
import { lookUp } from './usync.ts';
import { linkedDevice, report, type World } from './world.ts';

/** @returns the children of the result. @throws Error for a query that no client may send */
type Answer = (world: World, iq: BinaryNode) => BinaryNode[];

const nothing: Answer = () => [];

const ANSWERS: Readonly<Record<string, Answer>> = {
  'encrypt get count': countPreKeys,
  'encrypt set registration': storePreKeys,
  'encrypt set rotate': rotateSignedPreKey,
  'encrypt get digest': digestOfKeys,
  'encrypt get key': giveBundles,
  'usync get usync': lookUp,
  'abt get props': () => [node('props', { hash: 'props-1' })],
  'blocklist get ': () => [node('list')],
  'privacy get privacy': () => [
    node('privacy', {}, [node('category', { name: 'readreceipts', value: 'all' })]),
  ],
  'privacy set tokens': () => [node('tokens')],
  'w:sync:app:state set sync': answerSync,
  'w:m set media_conn': mediaHosts,
  'w:g2 get query': describeGroups,
  'w:g2 get participating': describeGroups,
  'w:p get ping': nothing,
  'urn:xmpp:whatsapp:dirty set clean': nothing,
  'w:stats  add': nothing,
  'w:stats set add': nothing,
  'status set status': nothing,
  'disappearing_mode set disappearing_mode': nothing,
  'md set link_code_companion_reg': takeLinkCode,
  'md set remove-companion-device': unlinkByClient,
  'w:profile:picture get picture': () => [node('error', { code: '404', text: 'item-not-found' })],
};

export function takeIq(world: World, iq: BinaryNode, reply: (answer: BinaryNode) => void): void {
  const { type = '', xmlns = '', id, to } = iq.attrs;
  if (type === 'result' || type === 'error') {
    if (!takePairingReply(world, iq)) report(world, `an answer to nothing: ${outline(iq)}`);
    return;
  }
  const query = `${xmlns} ${type} ${children(iq)[0]?.tag ?? ''}`;
  world.events.iqs.push({ at: Date.now(), query: query.trim() });
  if (query === 'passive set active') {
    activate(world, iq, reply);
    return;
  }
  if (xmlns === 'usync' && takeOne(world.faults, 'lostUsync')) return;
  const content = answerOf(world, iq, query);
  const failed = content.some(({ tag }) => tag === 'error');
  reply(node('iq', { id, type: failed ? 'error' : 'result', from: to ?? SERVER }, content));
  world.watch.changed();
}

function answerOf(world: World, iq: BinaryNode, query: string): BinaryNode[] {
  const answer = ANSWERS[query];
  try {
    if (answer === undefined) throw new Error('this server does not know it');
    return answer(world, iq);
  } catch (error) {
    report(world, `${outline(iq)}: ${error instanceof Error ? error.message : String(error)}`);
    return [node('error', { code: '501', text: 'feature-not-implemented' })];
  }
}

/** From here on the client wants what is on its way; what has waited comes first. */
function activate(world: World, iq: BinaryNode, reply: (answer: BinaryNode) => void): void {
  reply(node('iq', { id: iq.attrs.id, type: 'result', from: SERVER }));
  if (world.live !== undefined) world.queue.announce(world.live);
  world.watch.changed();
}

function answerSync(_world: World, iq: BinaryNode): BinaryNode[] {
  const collections = children(child(iq, 'sync'), 'collection').map(({ attrs }) =>
    node('collection', { name: attrs.name, version: attrs.version }),
  );
  return [node('sync', {}, collections)];
}

function mediaHosts(world: World): BinaryNode[] {
  const hosts = [node('host', { hostname: world.host })];
  return [node('media_conn', { auth: 'auth-of-the-media-host', ttl: '300' }, hosts)];
}

function unlinkByClient(world: World): BinaryNode[] {
  linkedDevice(world);
  world.linked = undefined;
  return [];
}
