/** Everything that is said about other messages: quotes, reactions, edits, deletions, polls; and receipts. */
import { decryptPollVote, type WAMessage } from '@whiskeysockets/baileys';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { sha256 } from '../support/whatsapp-server/crypto.ts';
import type { Person } from '../support/whatsapp-server/person.ts';
import { ANA, type Rig, startRig } from './rig.ts';

const CONFIRMED = 2;
const READ = 4;

let rig: Rig;
let ana: Person;
beforeAll(async () => {
  rig = await startRig();
  ana = rig.server.person(ANA);
});
afterEach(() => rig.server.verify());
afterAll(() => rig.stop());

test('a quote names the message and its author, and brings its text', async () => {
  const asked = await rig.client.text(ana.jid('pn'), 'paso 1: leer');
  await ana.waitFor(({ id }) => id === asked);
  const { id } = await ana.says('ese no', { quoting: asked });
  const { message } = await rig.upsert(id);
  expect(message.message?.extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: asked,
    participant: '5491100000001@s.whatsapp.net',
    quotedMessage: { extendedTextMessage: { text: 'paso 1: leer' } },
  });
});

test("the client's quote is seen as one", async () => {
  const { id } = await ana.says('¿listo?');
  const { message } = await rig.upsert(id);
  const sent = await rig.client.socket.sendMessage(ana.jid('pn'), { text: 'sí' }, { quoted: message });
  const answer = await ana.waitFor((each) => each.id === sent?.key.id);
  expect(answer.content).toEqual({ kind: 'text', text: 'sí', quoted: { id, text: '¿listo?' } });
});

test('a forwarded message and one that is to disappear say so', async () => {
  const forwarded = await ana.says('mirá', { forwarded: true });
  const fleeting = await ana.says('secreto', { ephemeral: 86_400 });
  expect((await rig.upsert(forwarded.id)).message.message).toMatchObject({
    extendedTextMessage: { text: 'mirá', contextInfo: { isForwarded: true } },
  });
  expect((await rig.upsert(fleeting.id)).message.message).toMatchObject({
    ephemeralMessage: { message: { extendedTextMessage: { text: 'secreto' } } },
  });
});

test('reactions go both ways, and say whose message they are about', async () => {
  const own = await ana.says('hacelo');
  const { message } = await rig.upsert(own.id);
  const seen = await rig.client.socket.sendMessage(ana.jid('pn'), {
    react: { text: '👀', key: message.key },
  });
  expect((await ana.waitFor(({ id }) => id === seen?.key.id)).content).toEqual({
    kind: 'reaction',
    target: own.id,
    emoji: '👀',
  });
  const card = await rig.client.text(ana.jid('pn'), 'tarjeta');
  await ana.waitFor(({ id }) => id === card);
  const reaction = await rig.upsert((await ana.reacts(card, '👍')).id);
  expect(reaction.message.message?.reactionMessage).toMatchObject({
    text: '👍',
    key: { id: card, fromMe: true },
  });
});

test('edits go both ways', async () => {
  const card = await rig.client.socket.sendMessage(ana.jid('pn'), { text: 'paso 1' });
  if (!card) throw new Error('not sent');
  const edit = await rig.client.socket.sendMessage(ana.jid('pn'), { text: 'paso 2', edit: card.key });
  const arrived = await ana.waitFor(({ id }) => id === edit?.key.id);
  expect(arrived.content).toEqual({ kind: 'edit', target: card.key.id, text: 'paso 2' });
  expect([ana.texts().at(-1), attributeOf(edit, 'edit')]).toEqual(['paso 2', '1']);

  const said = await ana.says('arrglá');
  const corrected = await rig.upsert((await ana.edits(said.id, 'arreglá')).id);
  expect(corrected.message.message?.protocolMessage).toMatchObject({
    key: { id: said.id },
    editedMessage: { conversation: 'arreglá' },
  });
});

test('deletions go both ways', async () => {
  const said = await rig.client.socket.sendMessage(ana.jid('pn'), { text: 'me equivoqué' });
  if (!said) throw new Error('not sent');
  const { id: target } = said.key;
  const deletion = await rig.client.socket.sendMessage(ana.jid('pn'), { delete: said.key });
  const arrived = await ana.waitFor(({ id }) => id === deletion?.key.id);
  expect(arrived.content).toEqual({ kind: 'delete', target });
  expect([ana.texts().includes('me equivoqué'), attributeOf(deletion, 'edit')]).toEqual([false, '7']);

  const { id } = await ana.says('olvidalo');
  await ana.deletes(id);
  const gone = await rig.client.until(
    () => rig.client.updates.find(({ key, update }) => key.id === id && update.message === null),
    'the deletion',
  );
  expect(gone.key.fromMe).toBe(false);
});

test.each(['pn', 'lid'] as const)('a vote in a chat by %s is read with the poll’s secret', async (as) => {
  const name = '¿Aplico el cambio?';
  const values = ['Una vez', 'Esta sesión', 'No'];
  const sent = await rig.client.socket.sendMessage(ana.jid(as), {
    poll: { name, values, selectableCount: 1 },
  });
  const id = sent?.key.id ?? '';
  const poll = await ana.waitFor((each) => each.id === id);
  expect(poll.content).toEqual({ kind: 'poll', question: name, options: values, choices: 1 });

  const { message } = await rig.upsert((await ana.votes(id, ['Esta sesión'], { as })).id);
  const update = message.message?.pollUpdateMessage;
  const secret = sent?.message?.messageContextInfo?.messageSecret;
  if (!update?.vote || !secret) throw new Error('no vote came');
  const vote = decryptPollVote(update.vote, {
    pollCreatorJid: rig.server.phone.jid(as),
    pollMsgId: update.pollCreationMessageKey?.id ?? '',
    pollEncKey: secret,
    voterJid: ana.jid(as),
  });
  expect(vote.selectedOptions?.map((hash) => Buffer.from(hash))).toEqual([
    sha256(Buffer.from('Esta sesión')),
  ]);
});

test('who votes for what was never asked is told so', async () => {
  const poll = { name: '¿?', values: ['a', 'b'], selectableCount: 1 };
  const sent = await rig.client.socket.sendMessage(ana.jid('pn'), { poll });
  await ana.waitFor(({ id }) => id === sent?.key.id);
  await expect(ana.votes(sent?.key.id ?? '', ['c'])).rejects.toThrow('the poll has no "c", only "a", "b"');
});

test('typing and read receipts of the client are seen', async () => {
  const { id } = await ana.says('¿estás?');
  const { message } = await rig.upsert(id);
  await rig.client.socket.sendPresenceUpdate('composing', ana.jid('pn'));
  await rig.client.socket.readMessages([message.key]);
  const { events } = rig.server;
  await rig.server.until(
    () => events.receipts.find((each) => each.id === id && each.type === 'read'),
    'read',
  );
  expect(events.typing.map(({ to, state }) => [to, state])).toEqual([[ana.jid('pn'), 'composing']]);
});

test('a read receipt of a person reaches the client', async () => {
  const id = await rig.client.text(ana.jid('pn'), 'leé esto');
  await ana.waitFor((each) => each.id === id);
  ana.reads(id);
  await rig.reached(id, READ);
});

test('what the client writes to the own chat comes to the phone once, and is confirmed by it', async () => {
  const id = await rig.client.text(rig.server.phone.jid('pn'), 'sonda');
  await rig.server.phone.waitFor((each) => each.id === id);
  await rig.reached(id, CONFIRMED);
  expect(rig.server.phone.received.filter((each) => each.id === id).map(({ copy }) => copy)).toEqual([1]);
});

test('what the phone writes to a person comes to the client as its own', async () => {
  const { message } = await rig.upsert(await rig.server.phone.says(ana, 'yo mismo'));
  const { fromMe, remoteJid } = message.key;
  expect([fromMe, remoteJid, message.message]).toEqual([true, ana.jid('pn'), { conversation: 'yo mismo' }]);
});

test('a note to the own chat comes to the client as its own', async () => {
  const { message } = await rig.upsert(await rig.server.phone.notes('prueba'));
  expect([message.key.fromMe, message.message]).toEqual([true, { conversation: 'prueba' }]);
});

function attributeOf(message: WAMessage | undefined, name: string): string | undefined {
  return rig.server.events.messages.find(({ id }) => id === message?.key.id)?.attributes[name];
}
