/**
 * Pictures, documents and voice, both ways over the media host on loopback.
 * @module-tag full
 */
import { randomBytes } from 'node:crypto';

import { downloadMediaMessage } from '@whiskeysockets/baileys';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import type { Person } from '../support/whatsapp-server/person.ts';
import { ANA, type Rig, startRig } from './rig.ts';

const BYTES = randomBytes(70_000);

let rig: Rig;
let ana: Person;
beforeAll(async () => {
  rig = await startRig();
  ana = rig.server.person(ANA);
});
afterEach(() => rig.server.verify());
afterAll(() => rig.stop());

test.each([
  ['a picture', () => ana.sendsImage(BYTES, { caption: 'mirá' })],
  ['a document', () => ana.sendsDocument(BYTES, { name: 'notas.txt', mime: 'text/plain' })],
  ['a document with words', () => ana.sendsDocument(BYTES, { name: 'notas.txt', caption: 'leé' })],
  ['a voice note', () => ana.sendsVoice(BYTES, { seconds: 3 })],
])('%s of a person is downloaded and decrypted by the client', async (_what, send) => {
  const { message } = await rig.upsert((await send()).id);
  const bytes = await downloadMediaMessage(message, 'buffer', {});
  expect(bytes.equals(BYTES)).toBe(true);
});

test('a picture of the client is uploaded and decrypted by the person', async () => {
  const image = { image: BYTES, caption: 'diff', mimetype: 'image/png', jpegThumbnail: '' };
  const sent = await rig.client.socket.sendMessage(ana.jid('pn'), image);
  const { content } = await ana.waitFor(({ id }) => id === sent?.key.id);
  expect(content).toEqual({ kind: 'image', bytes: BYTES, caption: 'diff', mime: 'image/png' });
  expect(rig.server.mediaRequests.at(-1)).toMatch(/^POST \/mms\/image\//);
});

test('a document of the client, with its name', { tags: 'full' }, async () => {
  const document = {
    document: BYTES,
    fileName: 'cambio.patch',
    mimetype: 'text/x-patch',
    caption: 'el parche',
  };
  const sent = await rig.client.socket.sendMessage(ana.jid('pn'), document);
  const { content } = await ana.waitFor(({ id }) => id === sent?.key.id);
  expect(content).toEqual({
    kind: 'document',
    bytes: BYTES,
    name: 'cambio.patch',
    caption: 'el parche',
    mime: 'text/x-patch',
  });
});

test('a download is refused with the status that was asked for', async () => {
  rig.server.faults.refuseDownloads(410);
  const { message } = await rig.upsert((await ana.sendsImage(BYTES)).id);
  await expect(downloadMediaMessage(message, 'buffer', {})).rejects.toMatchObject({
    output: { statusCode: 410 },
  });
  rig.server.faults.refuseDownloads(undefined);
});

test('media that is gone is uploaded again by the sender when the client asks', async () => {
  rig.server.faults.refuseDownloads(404);
  const { message } = await rig.upsert((await ana.sendsImage(BYTES)).id);
  const updated = await rig.client.socket.updateMediaMessage(message);
  const url = updated.message?.imageMessage?.url ?? '';
  expect(url).toMatch(/^https:/);
  // The client's library would use TLS now; the host on loopback has none.
  const plain = { ...updated.message?.imageMessage, url: url.replace('https:', 'http:'), directPath: '' };
  const bytes = await downloadMediaMessage({ ...updated, message: { imageMessage: plain } }, 'buffer', {});
  expect(bytes.equals(BYTES)).toBe(true);
  rig.server.faults.refuseDownloads(undefined);
});

test('a sender who has it no more says so', async () => {
  ana.habits.uploadsAgain = false;
  const { message } = await rig.upsert((await ana.sendsImage(BYTES)).id);
  await expect(rig.client.socket.updateMediaMessage(message)).rejects.toMatchObject({
    output: { statusCode: 404 },
  });
  ana.habits.uploadsAgain = true;
});
