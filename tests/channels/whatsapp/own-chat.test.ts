import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure } from '../../../src/core/failure.ts';
import {
  deletionBody,
  editBody,
  reactionBody,
  textBody,
  voteBody,
} from '../../support/whatsapp-server/bodies.ts';
import type { Arrived } from '../../support/whatsapp-server/received.ts';
import { startWhatsAppServer, type WhatsAppServer } from '../../support/whatsapp-server/server.ts';
import { ANA, BOT, type ChannelRig, channelRig, dataFolder, linkedRig, server, until } from './rig.ts';

const OWN_CHAT = `${BOT.phone}@s.whatsapp.net`;
/** What stands in every message of the own chat. */
const FROM_SELF = { account: 'main', chat: OWN_CHAT, sender: BOT.phone, sentAtMs: expect.any(Number) };

let world: WhatsAppServer;
let rig: ChannelRig;
let folder: string;

beforeAll(async () => {
  world = await startWhatsAppServer({ account: BOT });
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-wa-'));
  rig = await linkedRig(world, { folder, lasting: true });
  rig.isListed = ({ sender, chat }) => sender === BOT.phone && chat === OWN_CHAT;
});
afterAll(async () => {
  await rig?.stop();
  await world?.stop();
  world?.verify();
  rmSync(folder, { recursive: true, force: true });
});

/** The messages that came in since the last call; at least so many. */
async function next(count = 1) {
  await until(() => rig.received.length >= count, `${count} messages`);
  return rig.received.splice(0);
}

/** As the own phone has it. */
function shown(id: string): Promise<Arrived> {
  return world.phone.waitFor((message) => message.id === id);
}

test.each(['pn', 'lid'] as const)(
  'a note of the own phone under its %s is a message of its owner',
  async (as) => {
    const id = await world.phone.notes('fix the tests', { as });
    expect(await next()).toEqual([{ ...FROM_SELF, id, text: 'fix the tests' }]);
    await until(() => world.unconfirmed().length === 0, 'the receipt');
  },
);

test('is answered in the own chat, at the address of the last note', async () => {
  await world.phone.notes('hello', { as: 'lid' });
  await next();
  const id = await rig.send({ kind: 'text', text: 'hello yourself' }, OWN_CHAT);
  expect([(await shown(id)).content, (await shown(id)).to]).toEqual([
    { kind: 'text', text: 'hello yourself' },
    `${BOT.lid}@lid`,
  ]);
  await world.phone.notes('hello', { as: 'pn' });
  await next();
  const again = await rig.send({ kind: 'text', text: 'and again' }, OWN_CHAT);
  expect((await shown(again)).to).toBe(OWN_CHAT);
});

test('what the program wrote there is no message, even when it comes back', async () => {
  const id = await rig.send({ kind: 'text', text: '/agent again' }, OWN_CHAT);
  await shown(id);
  await world.phone.notes('/agent again', { id });
  await world.phone.notes('the next one');
  expect((await next()).map(({ text }) => text)).toEqual(['the next one']);
});

test('what the own phone writes to others, and what other devices write, is no message', async () => {
  await world.phone.says(world.person(ANA), 'by hand');
  await world.phone.notes('from the desk', { device: world.phone.linksAnother() });
  await world.phone.notes('the next one');
  expect((await next()).map(({ text }) => text)).toEqual(['the next one']);
});

test('keys that the own devices send each other are no message', async () => {
  await world.phone.notesBody({ protocolMessage: { type: 6, appStateSyncKeyShare: { keys: [] } } });
  await world.phone.notes('the next one');
  expect((await next()).map(({ text }) => text)).toEqual(['the next one']);
});

test('its edits, deletions, reactions and votes count', { tags: 'full' }, async () => {
  const id = await world.phone.notes('fix the test');
  const card = await rig.send({ kind: 'text', text: 'working' }, OWN_CHAT);
  const poll = await rig.send({ kind: 'poll', question: 'go on?', choices: ['yes', 'no'] }, OWN_CHAT);
  const secret = (await shown(poll)).message.messageContextInfo?.messageSecret ?? new Uint8Array();
  const of = (target: string) => ({ id: target, chat: OWN_CHAT, own: true });
  await world.phone.notesBody(editBody(of(id), 'fix the tests'));
  await world.phone.notesBody(reactionBody(of(card), '👍'));
  const vote = { poll: of(poll), creator: OWN_CHAT, voter: OWN_CHAT, secret, chosen: ['yes'] };
  await world.phone.notesBody(voteBody(vote));
  await world.phone.notesBody(deletionBody(of(id)));
  expect((await next(5)).slice(1).map(({ gesture }) => gesture)).toEqual([
    { kind: 'edit', target: id, text: 'fix the tests' },
    { kind: 'reaction', target: card, emoji: '👍' },
    { kind: 'vote', target: poll, choices: ['yes'] },
    { kind: 'delete', target: id },
  ]);
});

test('the phone lets the messages of the program be changed there: that is nothing to the program', {
  tags: 'full',
}, async () => {
  const id = await rig.send({ kind: 'text', text: 'done' }, OWN_CHAT);
  const of = { id, chat: OWN_CHAT, own: true };
  await world.phone.notesBody(editBody(of, 'not done'));
  await world.phone.notesBody(deletionBody(of));
  await world.phone.notes('the next one');
  expect((await next()).map(({ text, gesture }) => [text, gesture])).toEqual([['the next one', undefined]]);
});

test("a quotation there is the program's only when the program wrote it", async () => {
  const own = await world.phone.notes('my plan');
  const ours = await rig.send({ kind: 'text', text: 'your plan' }, OWN_CHAT);
  for (const [id, conversation] of [
    [own, 'my plan'],
    [ours, 'your plan'],
  ] as const)
    await world.phone.notesBody(
      textBody('this', { quoting: { id, author: OWN_CHAT, message: { conversation } } }),
    );
  expect((await next(3)).slice(1).map(({ quoted }) => quoted)).toEqual([
    { author: 'sender', text: 'my plan' },
    { author: 'program', text: 'your plan' },
  ]);
});

test('the program reacts to a note as to a message of the own account', async () => {
  const target = await world.phone.notes('look');
  await next();
  const id = await rig.send({ kind: 'reaction', target, emoji: '👀' }, OWN_CHAT);
  const key = (await shown(id)).message.reactionMessage?.key;
  expect({ ...key }).toEqual({ remoteJid: OWN_CHAT, fromMe: true, id: target });
});

test('a picture in it can be fetched', async () => {
  const bytes = Buffer.from('a picture');
  await world.phone.notesImage(bytes, 'see');
  const [message] = await next();
  const [attachment] = message?.attachments ?? [];
  if (attachment === undefined) throw new Error('no attachment');
  expect(Buffer.from((await rig.channel.fetch?.(attachment, 1000)) ?? [])).toEqual(bytes);
});

test('the test of the connection leaves nothing behind', async () => {
  const check = await rig.channel.check('a test', 'en');
  await world.phone.notes('the next one');
  expect([check.probe.kind, (await next()).map(({ text }) => text)]).toEqual(['returned', ['the next one']]);
});

test('a note that was confirmed and never stored is taken in at the next start; of what was sent before, nothing is', {
  tags: 'full',
}, async () => {
  const own = await server();
  const home = dataFolder();
  const first = await linkedRig(own, { folder: home });
  first.isListed = () => true;
  const sent = await first.send({ kind: 'text', text: 'ready' }, OWN_CHAT);
  first.onReceive = async () => {
    throw new Failure('unavailable', 'The disk is full.');
  };
  const id = await own.phone.notes('please deploy');
  await own.until(() => own.events.receipts.find((receipt) => receipt.id === id), 'the receipt');
  await first.stop();
  const second = channelRig(own.url, { folder: home });
  second.isListed = () => true;
  await second.start();
  await own.phone.notes('ready', { id: sent });
  await own.phone.notes('and then rest');
  await until(() => second.received.length >= 2, 'both notes');
  expect(second.received.map(({ text, sender }) => [text, sender])).toEqual([
    ['please deploy', BOT.phone],
    ['and then rest', BOT.phone],
  ]);
  await second.stop();
});

test('without the own number on the list nothing of it is a message, nor becomes one later', async () => {
  const own = await server();
  const home = dataFolder();
  const first = await linkedRig(own, { folder: home });
  await own.phone.notes('before');
  await own.until(() => (own.unconfirmed().length === 0 ? true : undefined), 'the receipt');
  await first.stop();
  const second = channelRig(own.url, { folder: home });
  second.isListed = () => true;
  await second.start();
  await second.at('open');
  await own.phone.notes('after');
  await until(() => second.received.length >= 1, 'the note');
  expect([first.received, second.received.map(({ text }) => text)]).toEqual([[], ['after']]);
  await second.stop();
});
