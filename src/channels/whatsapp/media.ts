import { createHash } from 'node:crypto';
import type { WAMessage, WAMessageContent, WASocket } from '@whiskeysockets/baileys';
import * as z from 'zod';
import type { Attachment } from '../../contracts/channel.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure, messageOf } from '../../core/failure.ts';
import type { Json } from '../../core/json.ts';
import { withTimeLimit } from '../../core/waiting.ts';
import type { Client } from './client.ts';
import type { InboundMedia } from './inbound.ts';
import { codeOfClose } from './socket.ts';

const Reference = z.strictObject({
  chat: z.string(),
  id: z.string(),
  participant: z.string().optional(),
  /** True when the own phone sent it. */
  own: z.literal(true).optional(),
  content: z.base64(),
});

/** Codes of the media host for a file that it no longer has; the sender's phone can upload it again. */
const GONE = [404, 410];
const PHONE_WITHIN_MS = 30_000;

/** An attachment that can also be fetched after a restart. */
export function attachmentOf(media: InboundMedia, message: WAMessage, client: Client): Attachment {
  const { kind, mimeType, name, bytes, content } = media;
  const { remoteJid, id, participant, fromMe } = message.key;
  const reference: Json = {
    chat: remoteJid ?? '',
    id: id ?? '',
    ...(participant ? { participant } : {}),
    ...(fromMe === true ? { own: true } : {}),
    content: Buffer.from(client.proto.Message.encode(content).finish()).toString('base64'),
  };
  return { kind, mimeType, name, bytes, reference };
}

export interface FetchContext {
  readonly client: Client;
  readonly sock: Pick<WASocket, 'updateMediaMessage' | 'refreshMediaConn'>;
  readonly clock: Clock;
  /** True for a test server on this machine. */
  readonly plainHttp: boolean;
}

/**
 * @throws Failure `invalid` when it is larger than `mostBytes` or not as announced, `not-found` when neither the
 *    server nor the sender's phone has it any more, `unavailable` when trying again may help
 */
export async function fetchAttachment(
  { reference, bytes }: Attachment,
  mostBytes: number,
  { client, sock, clock, plainHttp }: FetchContext,
): Promise<Uint8Array> {
  if (bytes !== undefined && bytes > mostBytes) throw tooLarge(mostBytes);
  const { chat, id, participant, own, content } = Reference.parse(reference);
  const message: WAMessage = {
    key: { remoteJid: chat, id, fromMe: own === true, ...(participant === undefined ? {} : { participant }) },
    message: client.proto.Message.decode(Buffer.from(content, 'base64')),
  };
  try {
    return await downloadMedia(message, mostBytes, client);
  } catch (error) {
    if (!GONE.includes(codeOfClose(error))) throw mediaFailure(error);
  }
  try {
    const again = await requestReupload(message, { sock, clock });
    return await downloadMedia(plainHttp ? withoutTls(again) : again, mostBytes, client);
  } catch (error) {
    throw GONE.includes(codeOfClose(error)) ? goneFailure(error) : mediaFailure(error);
  }
}

/** Asks the sender's phone, which may be switched off. */
async function requestReupload(
  message: WAMessage,
  { sock, clock }: Pick<FetchContext, 'sock' | 'clock'>,
): Promise<WAMessage> {
  // The client builds the address with the host it was last told, which it only asks for when it sends files.
  await sock.refreshMediaConn(false);
  const answer = await withTimeLimit(sock.updateMediaMessage(message), PHONE_WITHIN_MS, clock);
  if (answer !== 'late') return answer;
  throw new Failure(
    'unavailable',
    "WhatsApp no longer has this file, and the phone that sent it doesn't answer. Ask for it again.",
  );
}

/** A test server on this machine has no certificate, and the client turns every address into https. */
function withoutTls(message: WAMessage): WAMessage {
  const content = Object.entries(message.message ?? {}).map(([kind, part]: [string, unknown]) => [
    kind,
    typeof part === 'object' && part !== null && 'url' in part && typeof part.url === 'string'
      ? { ...part, url: part.url.replace('https:', 'http:'), directPath: '' }
      : part,
  ]);
  return { ...message, message: Object.fromEntries(content) };
}

async function downloadMedia(message: WAMessage, mostBytes: number, client: Client): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await client.downloadMediaMessage(message, 'stream', {})) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    // The announced size comes from the sender.
    if (size > mostBytes) throw tooLarge(mostBytes);
    chunks.push(bytes);
  }
  const whole = Buffer.concat(chunks);
  const announced = announcedHash(message.message);
  const hash = createHash('sha256').update(whole).digest();
  if (announced !== undefined && !hash.equals(announced))
    throw new Failure('invalid', "This isn't the file that was announced. Ask for it again.");
  return whole;
}

function announcedHash(content: WAMessageContent | null | undefined): Uint8Array | undefined {
  const part =
    content?.imageMessage ??
    content?.documentMessage ??
    content?.audioMessage ??
    content?.videoMessage ??
    content?.stickerMessage;
  return part?.fileSha256 ?? undefined;
}

function tooLarge(mostBytes: number): Failure {
  const megabytes = Math.round((mostBytes / 1024 / 1024) * 10) / 10;
  return new Failure('invalid', `The file is larger than ${megabytes} MB. Send a smaller one.`);
}

function goneFailure(cause: unknown): Failure {
  const message = 'WhatsApp no longer has this file, nor does the phone that sent it. Send it again.';
  return new Failure('not-found', message, { cause });
}

function mediaFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure('unavailable', `I couldn't get the file from WhatsApp: ${messageOf(error)}.`, {
    cause: error,
  });
}
