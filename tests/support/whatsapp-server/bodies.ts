/** The bodies of what people write: text, media, reactions, votes, edits. */
import { randomBytes } from 'node:crypto';

import { proto } from '@whiskeysockets/baileys';

import { hmac, sealGcm, sha256 } from './crypto.ts';
import type { MediaFields } from './media.ts';

/** A message as the writer's phone names it. */
export type Reference = {
  readonly id: string;
  readonly chat: string;
  /** Whether the writer of this stanza wrote that message. */
  readonly own: boolean;
  /** The author, in a group. */
  readonly participant?: string | undefined;
};

export type Context = {
  readonly quoting?:
    | { readonly id: string; readonly author: string; readonly message: proto.IMessage }
    | undefined;
  readonly mentions?: readonly string[] | undefined;
  readonly forwarded?: boolean | undefined;
  /** Seconds after which the message is to disappear. */
  readonly ephemeral?: number | undefined;
};

/** Plain text is `conversation`; with any context it is an extended text, as phones do it. */
export function textBody(text: string, context: Context = {}): proto.IMessage {
  const contextInfo = contextOf(context);
  const body =
    contextInfo === undefined ? { conversation: text } : { extendedTextMessage: { text, contextInfo } };
  return context.ephemeral === undefined ? body : { ephemeralMessage: { message: body } };
}

function contextOf({ quoting, mentions, forwarded, ephemeral }: Context): proto.IContextInfo | undefined {
  const info: proto.IContextInfo = {};
  if (quoting !== undefined) {
    info.stanzaId = quoting.id;
    info.participant = quoting.author;
    info.quotedMessage = quoting.message;
  }
  if (mentions !== undefined) info.mentionedJid = [...mentions];
  if (forwarded === true) {
    info.isForwarded = true;
    info.forwardingScore = 1;
  }
  if (ephemeral !== undefined) info.expiration = ephemeral;
  return Object.keys(info).length === 0 ? undefined : info;
}

export type ImageParts = { readonly fields: MediaFields; readonly caption: string; readonly mime: string };

export function imageBody({ fields, caption, mime }: ImageParts): proto.IMessage {
  return { imageMessage: { ...fields, caption, mimetype: mime } };
}

export type DocumentParts = {
  readonly fields: MediaFields;
  readonly name: string;
  readonly mime: string;
  readonly caption: string;
};

/** With a caption it stands in a message of its own kind, as phones send it. */
export function documentBody({ fields, name, mime, caption }: DocumentParts): proto.IMessage {
  const documentMessage = { ...fields, fileName: name, title: name, mimetype: mime };
  if (caption === '') return { documentMessage };
  return { documentWithCaptionMessage: { message: { documentMessage: { ...documentMessage, caption } } } };
}

export function voiceBody(fields: MediaFields, seconds: number): proto.IMessage {
  return { audioMessage: { ...fields, mimetype: 'audio/ogg; codecs=opus', ptt: true, seconds } };
}

export function reactionBody(reference: Reference, emoji: string): proto.IMessage {
  return { reactionMessage: { key: keyOf(reference), text: emoji, senderTimestampMs: Date.now() } };
}

export function editBody(reference: Reference, text: string): proto.IMessage {
  const type = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT;
  const editedMessage = { conversation: text };
  return { protocolMessage: { key: keyOf(reference), type, editedMessage, timestampMs: Date.now() } };
}

export function deletionBody(reference: Reference): proto.IMessage {
  return { protocolMessage: { key: keyOf(reference), type: proto.Message.ProtocolMessage.Type.REVOKE } };
}

export type Vote = {
  readonly poll: Reference;
  readonly creator: string;
  readonly voter: string;
  readonly secret: Uint8Array;
  readonly chosen: readonly string[];
};

export function voteBody({ poll, creator, voter, secret, chosen }: Vote): proto.IMessage {
  const selectedOptions = chosen.map((option) => sha256(Buffer.from(option)));
  const plain = proto.Message.PollVoteMessage.encode({ selectedOptions }).finish();
  const encIv = randomBytes(12);
  const aad = Buffer.from(`${poll.id}\0${voter}`);
  const encPayload = sealGcm(plain, { key: voteKey({ poll, creator, voter, secret }), iv: encIv, aad });
  const vote = { encPayload, encIv };
  return {
    pollUpdateMessage: { pollCreationMessageKey: keyOf(poll), vote, senderTimestampMs: Date.now() },
  };
}

function voteKey({ poll, creator, voter, secret }: Omit<Vote, 'chosen'>): Buffer {
  const root = hmac(Buffer.alloc(32), secret);
  return hmac(root, Buffer.from(`${poll.id}${creator}${voter}Poll Vote`), Buffer.of(1));
}

function keyOf({ id, chat, own, participant }: Reference): proto.IMessageKey {
  return { id, remoteJid: chat, fromMe: own, ...(participant === undefined ? {} : { participant }) };
}
