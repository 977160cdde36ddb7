/** Media that the host no longer has: the client asks the sender's phone to put it there again. */
import { randomBytes } from 'node:crypto';

import { type BinaryNode, proto } from '@whiskeysockets/baileys';

import { hkdf, openGcm, sealGcm } from './crypto.ts';
import { AGAIN } from './media.ts';
import { bytesOf, child, node } from './nodes.ts';
import { mediaOf } from './received.ts';
import { contactOf, report, seconds, type World } from './world.ts';

/** Result codes of `MediaRetryNotification`. */
const NOT_FOUND = '2';

export function uploadAgain(world: World, receipt: BinaryNode): void {
  const { id = '' } = receipt.attrs;
  const rmr = child(receipt, 'rmr');
  const contact = contactOf(world, rmr?.attrs.participant ?? rmr?.attrs.jid ?? '@');
  const sent = contact?.sent.get(id);
  const media = sent === undefined ? undefined : mediaOf(sent.message);
  if (contact === undefined || !media?.mediaKey) {
    report(world, `the client asks for the media of ${id} again, which has none`);
    return;
  }
  const key = hkdf(media.mediaKey, 32, { info: 'WhatsApp Media Retry Notification' });
  checkRequest(receipt, { key, id });
  const path = new URL(media.url ?? 'http://none/').pathname;
  const file = world.media.files.get(path);
  const attrs = { id, from: receipt.attrs.to, type: 'mediaretry', t: seconds() };
  if (!contact.habits.uploadsAgain || file === undefined) {
    world.queue.put(
      node('notification', attrs, [node('error', { code: NOT_FOUND }), node('rmr', rmr?.attrs)]),
    );
    return;
  }
  const directPath = `${AGAIN}${randomBytes(12).toString('hex')}`;
  world.media.files.set(directPath, file);
  const encrypt = sealed(
    { stanzaId: id, directPath, result: proto.MediaRetryNotification.ResultType.SUCCESS },
    key,
  );
  world.queue.put(node('notification', attrs, [encrypt, node('rmr', rmr?.attrs)]));
}

/** @throws Error when what is sealed is not the id of the message */
function checkRequest(receipt: BinaryNode, { key, id }: { readonly key: Buffer; readonly id: string }): void {
  const encrypt = child(receipt, 'encrypt');
  const iv = bytesOf(child(encrypt, 'enc_iv'));
  const plain = openGcm(bytesOf(child(encrypt, 'enc_p')), { key, iv, aad: Buffer.from(id) });
  const { stanzaId } = proto.ServerErrorReceipt.decode(plain);
  if (stanzaId !== id) throw new Error(`a request for the media of ${id} names ${stanzaId}`);
}

function sealed(
  answer: proto.IMediaRetryNotification & { readonly stanzaId: string },
  key: Buffer,
): BinaryNode {
  const iv = randomBytes(12);
  const plain = proto.MediaRetryNotification.encode(answer).finish();
  const enc = sealGcm(plain, { key, iv, aad: Buffer.from(answer.stanzaId) });
  return node('encrypt', {}, [node('enc_p', {}, enc), node('enc_iv', {}, iv)]);
}
