/** What the client wrote, as the person's phone shows it. */
import { proto } from '@whiskeysockets/baileys';

import { fetchMedia, type MediaStore } from './media.ts';

export type Quoted = { readonly id: string; readonly text: string };

export type Content =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly quoted?: Quoted;
      readonly mentions?: readonly string[];
    }
  | { readonly kind: 'edit'; readonly target: string; readonly text: string }
  | { readonly kind: 'delete'; readonly target: string }
  | { readonly kind: 'reaction'; readonly target: string; readonly emoji: string }
  | {
      readonly kind: 'poll';
      readonly question: string;
      readonly options: readonly string[];
      /** How many may be chosen; 0: any number. */
      readonly choices: number;
    }
  | { readonly kind: 'image'; readonly bytes: Buffer; readonly caption: string; readonly mime: string }
  | {
      readonly kind: 'document';
      readonly bytes: Buffer;
      readonly name: string;
      readonly caption: string;
      readonly mime: string;
    }
  | {
      readonly kind: 'audio';
      readonly bytes: Buffer;
      readonly voice: boolean;
      readonly mime: string;
      readonly seconds: number;
    }
  | { readonly kind: 'other'; readonly fields: readonly string[] };

export type Arrived = {
  readonly id: string;
  /** The group, or the address under which the account wrote: its number or its LID. */
  readonly chat: string;
  /** To whom the account wrote: the number or the LID of the person, or the group. */
  readonly to: string;
  /** 1, and 2 and so on for each further time the same id came. */
  readonly copy: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly content: Content;
  readonly message: proto.IMessage;
};

/** @throws Error when media that the message names is not there or is not what it says */
export function contentOf(message: proto.IMessage, store: MediaStore): Content {
  return (
    protocolContent(message) ?? pollContent(message) ?? mediaContent(message, store) ?? textContent(message)
  );
}

function textContent(message: proto.IMessage): Content {
  const text = message.conversation ?? message.extendedTextMessage?.text;
  if (text === null || text === undefined) return { kind: 'other', fields: Object.keys(message) };
  const context = message.extendedTextMessage?.contextInfo;
  const quoted = context?.stanzaId;
  const mentions = context?.mentionedJid ?? [];
  return {
    kind: 'text',
    text,
    ...(quoted ? { quoted: { id: quoted, text: plainText(context?.quotedMessage) } } : {}),
    ...(mentions.length > 0 ? { mentions } : {}),
  };
}

function protocolContent({ protocolMessage, reactionMessage }: proto.IMessage): Content | undefined {
  if (reactionMessage) {
    return { kind: 'reaction', target: reactionMessage.key?.id ?? '', emoji: reactionMessage.text ?? '' };
  }
  const target = protocolMessage?.key?.id ?? '';
  const type = protocolMessage?.type;
  if (type === proto.Message.ProtocolMessage.Type.REVOKE) return { kind: 'delete', target };
  if (type === proto.Message.ProtocolMessage.Type.MESSAGE_EDIT) {
    return { kind: 'edit', target, text: plainText(protocolMessage?.editedMessage) };
  }
  return undefined;
}

function pollContent(message: proto.IMessage): Content | undefined {
  const poll = pollOf(message);
  if (!poll) return undefined;
  return {
    kind: 'poll',
    question: poll.name ?? '',
    options: (poll.options ?? []).map(({ optionName }) => optionName ?? ''),
    choices: poll.selectableOptionsCount ?? 0,
  };
}

export function pollOf(message: proto.IMessage): proto.Message.IPollCreationMessage | undefined {
  const { pollCreationMessage, pollCreationMessageV2, pollCreationMessageV3 } = message;
  return pollCreationMessage ?? pollCreationMessageV2 ?? pollCreationMessageV3 ?? undefined;
}

function mediaContent(message: proto.IMessage, store: MediaStore): Content | undefined {
  const image = message.imageMessage;
  if (image) {
    const bytes = fetchMedia(store, image, 'Image');
    return { kind: 'image', bytes, caption: image.caption ?? '', mime: image.mimetype ?? '' };
  }
  const document = message.documentMessage ?? message.documentWithCaptionMessage?.message?.documentMessage;
  if (document) {
    const bytes = fetchMedia(store, document, 'Document');
    const caption = document.caption ?? '';
    return { kind: 'document', bytes, caption, name: document.fileName ?? '', mime: document.mimetype ?? '' };
  }
  const audio = message.audioMessage;
  if (!audio) return undefined;
  const bytes = fetchMedia(store, audio, 'Audio');
  return {
    kind: 'audio',
    bytes,
    voice: audio.ptt ?? false,
    mime: audio.mimetype ?? '',
    seconds: audio.seconds ?? 0,
  };
}

/** The media that a message carries, of whatever kind. */
export function mediaOf(message: proto.IMessage) {
  const { imageMessage, audioMessage, documentMessage, documentWithCaptionMessage } = message;
  return (
    imageMessage ?? audioMessage ?? documentMessage ?? documentWithCaptionMessage?.message?.documentMessage
  );
}

/** Text or caption, without what stands around it. */
function plainText(message: proto.IMessage | null | undefined): string {
  return (
    message?.conversation ??
    message?.extendedTextMessage?.text ??
    message?.imageMessage?.caption ??
    message?.documentMessage?.caption ??
    ''
  );
}
