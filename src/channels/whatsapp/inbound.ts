import { createHash } from 'node:crypto';
import type { WAMessage, WAMessageContent } from '@whiskeysockets/baileys';
import type { Gesture } from '../../contracts/channel.ts';
import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { unreachable } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import type { Client } from './client.ts';
import { bareJid, isGroup, isOwn, type OwnAddresses, sameUser } from './identity.ts';

/** The content of a person's message, before the person is identified. */
export type InboundContent =
  | {
      readonly kind: 'message';
      readonly text: string;
      readonly quoted: QuotedMessage | undefined;
      readonly forwarded: boolean;
      readonly media: InboundMedia | undefined;
    }
  /** `target` is the id of the message reacted to. An empty emoji: the reaction was removed. */
  | { readonly kind: 'reaction'; readonly target: string; readonly emoji: string }
  /** Still encrypted with the secret of the poll. */
  | { readonly kind: 'vote'; readonly target: string; readonly vote: EncryptedVote }
  | { readonly kind: 'edit'; readonly target: string; readonly text: string }
  | { readonly kind: 'delete'; readonly target: string };

export interface QuotedMessage {
  readonly id: string;
  readonly author: 'program' | 'sender' | 'somebody';
  readonly text: string;
}

interface EncryptedVote {
  readonly payload: Uint8Array;
  readonly iv: Uint8Array;
}

export interface InboundMedia {
  readonly kind: 'image' | 'document' | 'voice' | 'other';
  readonly mimeType: string;
  readonly name: string | undefined;
  readonly bytes: number | undefined;
  /** The fields that are needed to fetch it; no preview, no quotation. */
  readonly content: WAMessageContent;
}

/** `/agent fix it`; the program's commands are not known here. */
const COMMAND = /^\s*\/\p{Letter}/u;
/** Values of WhatsApp's `ProtocolMessage.Type`. */
const REVOKE = 0;
const EPHEMERAL_SETTING = 3;
const MESSAGE_EDIT = 14;
/** Messages in messages: disappearing, seen once, with a caption, edited. No real message is nested deeper. */
const MAX_WRAP_DEPTH = 5;

/** Undefined for anything a person did not write: keys, settings, calls. */
export function inboundContent(message: WAMessage, own: OwnAddresses): InboundContent | undefined {
  const content = unwrapContent(message.message);
  if (content === undefined) return undefined;
  return gestureContent(content) ?? messageOf({ content, sender: authorOf(message), own });
}

/**
 * True in a direct chat; in a group when the program was mentioned, when its message was quoted, reacted to or voted
 * on, and when the text begins with a command.
 */
export function isAddressed(message: WAMessage, own: OwnAddresses): boolean {
  if (!isGroup(message.key.remoteJid ?? '')) return true;
  const outer = unwrapContent(message.message) ?? {};
  const { pollUpdateMessage: vote, protocolMessage: protocol } = outer;
  // Votes on polls of others cannot be read, and a deletion has no words: neither can be meant for other people.
  if (vote || protocol?.type === REVOKE) return true;
  const content = unwrapContent(protocol?.editedMessage) ?? outer;
  const context = contextOf(content);
  const named = [
    ...(context?.mentionedJid ?? []),
    context?.participant,
    content.reactionMessage?.key?.participant,
  ];
  const isNamed = named.some((jid) => isOwn(jid, own));
  return isNamed || COMMAND.test(contentText(content));
}

/** Seconds after which messages of this chat disappear, 0: never; undefined when this message does not say. */
export function expirationOf({ message }: Pick<WAMessage, 'message'>): number | undefined {
  const content = unwrapContent(message);
  if (content === undefined) return undefined;
  const { protocolMessage: protocol } = content;
  if (protocol) return protocol.type === EPHEMERAL_SETTING ? (protocol.ephemeralExpiration ?? 0) : undefined;
  const says = contentText(content) !== '' || mediaOf(content) !== undefined;
  return says ? (contextOf(content)?.expiration ?? 0) : undefined;
}

/** Address of the author. */
export function authorOf({ key }: Pick<WAMessage, 'key'>): string {
  return key.participant || key.remoteJid || '';
}

function gestureContent(content: WAMessageContent): InboundContent | undefined {
  const { reactionMessage: reaction, pollUpdateMessage: poll, protocolMessage: protocol } = content;
  if (reaction?.key?.id) return { kind: 'reaction', target: reaction.key.id, emoji: reaction.text ?? '' };
  const target = poll?.pollCreationMessageKey?.id;
  if (target && poll?.vote?.encPayload && poll.vote.encIv)
    return { kind: 'vote', target, vote: { payload: poll.vote.encPayload, iv: poll.vote.encIv } };
  const changed = protocol?.key?.id;
  if (!changed) return undefined;
  if (protocol.type === MESSAGE_EDIT)
    return { kind: 'edit', target: changed, text: contentText(unwrapContent(protocol.editedMessage) ?? {}) };
  return protocol.type === REVOKE ? { kind: 'delete', target: changed } : undefined;
}

function messageOf({
  content,
  sender,
  own,
}: {
  readonly content: WAMessageContent;
  readonly sender: string;
  readonly own: OwnAddresses;
}): InboundContent | undefined {
  const text = contentText(content);
  const media = mediaOf(content);
  if (text.trim() === '' && media === undefined) return undefined;
  const context = contextOf(content);
  const forwarded = context?.isForwarded === true;
  return { kind: 'message', text, quoted: quotedOf(context, { sender, own }), forwarded, media };
}

function contentText(content: WAMessageContent): string {
  const { buttonsResponseMessage: button, listResponseMessage: list } = content;
  return (
    content.conversation ||
    content.extendedTextMessage?.text ||
    content.imageMessage?.caption ||
    content.documentMessage?.caption ||
    content.videoMessage?.caption ||
    button?.selectedDisplayText ||
    list?.title ||
    content.templateButtonReplyMessage?.selectedDisplayText ||
    ''
  );
}

/** All that a person wrote in it, quoted or not. */
export function writtenTexts(message: WAMessageContent): readonly string[] {
  const content = unwrapContent(message.deviceSentMessage?.message ?? message) ?? {};
  const edited = unwrapContent(content.protocolMessage?.editedMessage) ?? {};
  const quoted = [content, edited].map((part) => unwrapContent(contextOf(part)?.quotedMessage) ?? {});
  return [content, edited, ...quoted].map(contentText).filter((text) => text !== '');
}

type ContextInfo = NonNullable<NonNullable<WAMessageContent['extendedTextMessage']>['contextInfo']>;

function contextOf(content: WAMessageContent): ContextInfo | undefined {
  for (const part of Object.values(content)) {
    if (typeof part === 'object' && part !== null && 'contextInfo' in part && part.contextInfo)
      return part.contextInfo;
  }
  return undefined;
}

function quotedOf(
  context: ContextInfo | undefined,
  { sender, own }: { readonly sender: string; readonly own: OwnAddresses },
): QuotedMessage | undefined {
  if (!context?.stanzaId) return undefined;
  const { participant } = context;
  const author = isOwn(participant, own) ? 'program' : sameUser(participant, sender) ? 'sender' : 'somebody';
  const quoted = unwrapContent(context.quotedMessage) ?? {};
  return {
    id: context.stanzaId,
    author,
    text: contentText(quoted) || quoted.pollCreationMessageV3?.name || '',
  };
}

function mediaOf(content: WAMessageContent): InboundMedia | undefined {
  const { imageMessage: image, documentMessage: file, audioMessage: audio } = content;
  const { videoMessage: video, stickerMessage: sticker } = content;
  const bare = { contextInfo: null, jpegThumbnail: null };
  if (image) return toInboundMedia(image, 'image', { imageMessage: { ...image, ...bare } });
  if (file) return toInboundMedia(file, 'document', { documentMessage: { ...file, ...bare } });
  if (audio)
    return toInboundMedia(audio, audio.ptt ? 'voice' : 'other', {
      audioMessage: { ...audio, contextInfo: null },
    });
  if (video) return toInboundMedia(video, 'other', { videoMessage: { ...video, ...bare } });
  if (sticker) return toInboundMedia(sticker, 'other', { stickerMessage: { ...sticker, contextInfo: null } });
  return isPlaceOrPerson(content) ? toInboundMedia({}, 'other', {}) : undefined;
}

/** These cannot be fetched; sending one still gets an answer. */
function isPlaceOrPerson(content: WAMessageContent): boolean {
  const { locationMessage, liveLocationMessage, contactMessage, contactsArrayMessage } = content;
  return Boolean(locationMessage ?? liveLocationMessage ?? contactMessage ?? contactsArrayMessage);
}

function toInboundMedia(
  part: {
    readonly mimetype?: string | null;
    readonly fileName?: string | null;
    readonly fileLength?: NumberLike;
  },
  kind: InboundMedia['kind'],
  content: WAMessageContent,
): InboundMedia {
  return {
    kind,
    mimeType: part.mimetype ?? 'application/octet-stream',
    name: part.fileName ?? undefined,
    bytes: numberOf(part.fileLength),
    content,
  };
}

/** The protocol's 64-bit numbers, whose form depends on which other packages are installed. */
type NumberLike = number | { toNumber(): number } | null | undefined;

export function numberOf(value: NumberLike): number | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'number' ? value : value.toNumber();
}

function unwrapContent(content: WAMessageContent | null | undefined): WAMessageContent | undefined {
  let inner = content ?? undefined;
  for (let depth = 0; depth < MAX_WRAP_DEPTH && inner !== undefined; depth += 1) {
    const wrap =
      inner.ephemeralMessage ??
      inner.viewOnceMessage ??
      inner.viewOnceMessageV2 ??
      inner.documentWithCaptionMessage ??
      inner.editedMessage;
    if (!wrap?.message) return inner;
    inner = wrap.message;
  }
  return inner;
}

/** Identifies a message within an account, however its addresses are written. */
export function journalKeyOf({ key }: Pick<WAMessage, 'key'>): {
  readonly chat: string;
  readonly participant: string;
  readonly id: string;
} {
  return {
    chat: bareJid(key.remoteJid ?? ''),
    participant: key.participant ? bareJid(key.participant) : '',
    id: key.id ?? '',
  };
}

interface GestureContext {
  readonly store: Pick<WhatsAppStore, 'sent'>;
  readonly account: string;
  readonly log: Log;
  readonly client: Client;
  readonly own: OwnAddresses;
}

/** A reaction or vote on a message. Undefined for a vote that cannot be read. */
export function gestureOf(
  content: Exclude<InboundContent, { kind: 'message' }>,
  message: WAMessage,
  { store, account, log, client, own }: GestureContext,
): Gesture | undefined {
  switch (content.kind) {
    case 'reaction':
    case 'edit':
    case 'delete':
      return content;
    case 'vote': {
      const sent = store.sent.get(account, content.target);
      const choices =
        sent &&
        decryptChoices(content.vote, {
          client,
          pollId: content.target,
          poll: client.proto.Message.decode(Buffer.from(sent.message, 'base64')),
          creators: addresses(own.phone, own.lid),
          voters: addresses(
            authorOf(message),
            message.key.participantAlt,
            message.key.remoteJidAlt,
            ...(message.key.fromMe === true ? [own.phone, own.lid] : []),
          ),
        });
      if (choices !== undefined) return { kind: 'vote', target: content.target, choices };
      log.warn('channel.whatsapp.vote.unreadable', { poll: content.target, known: sent !== undefined });
      return undefined;
    }
    default:
      return unreachable(content);
  }
}

function addresses(...jids: readonly (string | null | undefined)[]): readonly string[] {
  return [...new Set(jids.flatMap((jid) => (jid ? [bareJid(jid)] : [])))];
}

interface VoteContext {
  readonly client: Pick<Client, 'decryptPollVote'>;
  readonly pollId: string;
  /** The poll as it was sent. */
  readonly poll: WAMessageContent;
  /** Addresses that the program may have sent it from. */
  readonly creators: readonly string[];
  /** Addresses that the voter may have used. */
  readonly voters: readonly string[];
}

/**
 * The ticked choices, in the words of the poll; none when the vote was withdrawn. Undefined when it cannot be read:
 * it is encrypted for one pair of addresses, and the vote does not say which of a person's two was used.
 */
function decryptChoices(vote: EncryptedVote, context: VoteContext): readonly string[] | undefined {
  const { client, poll, pollId } = context;
  const pollEncKey = poll.messageContextInfo?.messageSecret;
  if (!pollEncKey) return undefined;
  const names = optionsOf(poll);
  for (const pollCreatorJid of context.creators) {
    for (const voterJid of context.voters) {
      const key = { pollCreatorJid, pollMsgId: pollId, pollEncKey, voterJid };
      const selected = tryDecrypt(client, vote, key);
      if (selected === undefined) continue;
      return selected.flatMap((hash) => names.get(Buffer.from(hash).toString('hex')) ?? []);
    }
  }
  return undefined;
}

function tryDecrypt(
  client: Pick<Client, 'decryptPollVote'>,
  { payload, iv }: EncryptedVote,
  key: Parameters<Client['decryptPollVote']>[1],
): readonly Uint8Array[] | undefined {
  try {
    return client.decryptPollVote({ encPayload: payload, encIv: iv }, key).selectedOptions ?? [];
  } catch (error) {
    // The usual error for the wrong pair of addresses: the tag does not match.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function optionsOf(poll: WAMessageContent): ReadonlyMap<string, string> {
  const created = poll.pollCreationMessageV3 ?? poll.pollCreationMessage ?? poll.pollCreationMessageV2;
  const names = (created?.options ?? []).flatMap(({ optionName }) => optionName ?? []);
  return new Map(names.map((name) => [createHash('sha256').update(name).digest('hex'), name]));
}
