import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { AnyMessageContent, BinaryNode, WAMessageKey } from '@whiskeysockets/baileys';
import type { OutboundBody, OutboundMessage } from '../../contracts/channel.ts';
import { codeOf, Failure, isFailure, messageOf, unreachable } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { imageFormatOf } from '../../core/media-format.ts';
import { inlineCode } from '../../core/text.ts';
import type { DiffPicture } from '../../pictures/draw-diff.ts';

/** Content of one message. A diff has become pictures and a file by then, a drawing a picture. */
type WireBody =
  | Exclude<OutboundBody, { kind: 'diff' | 'drawing' }>
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly caption: string };

/** One message in the form that is sent. */
export interface WireMessage extends Pick<OutboundMessage, 'id' | 'chat'> {
  readonly body: WireBody;
}

/** A message in the client's form, with the attributes of its stanza. */
interface ClientMessage {
  readonly content: AnyMessageContent;
  readonly attributes: Readonly<Record<string, string>>;
  readonly nodes: readonly BinaryNode[];
}

/** The mark of a stanza with this kind of message; without it an edit or a deletion appears as a message of its own. */
export function stanzaMark(kind: WireBody['kind']): Pick<ClientMessage, 'attributes' | 'nodes'> {
  if (kind === 'edit') return { attributes: { edit: '1' }, nodes: [] };
  if (kind === 'delete') return { attributes: { edit: '7' }, nodes: [] };
  if (kind !== 'poll') return { attributes: {}, nodes: [] };
  return { attributes: {}, nodes: [{ tag: 'meta', attrs: { polltype: 'creation' } }] };
}

/** What a message's content is made with. */
interface ComposingParts {
  /** Address of the recipient. */
  readonly jid: string;
  /** Identifies another person's message in this chat that is reacted to, or taken out. */
  keyOf(id: string): WAMessageKey;
  format(markdown: string): string;
}

/** @throws Failure `not-found` when a file cannot be read */
export async function contentOfBody(
  body: WireBody,
  { jid, keyOf, format }: ComposingParts,
): Promise<AnyMessageContent> {
  switch (body.kind) {
    case 'text':
      return { text: format(body.text), linkPreview: null };
    case 'edit':
      return {
        text: format(body.text),
        edit: { remoteJid: jid, fromMe: true, id: body.target },
        linkPreview: null,
      };
    case 'reaction':
      return { react: { text: body.emoji, key: keyOf(body.target) } };
    case 'delete':
      return { delete: keyOf(body.target) };
    case 'poll':
      return { poll: { name: body.question, values: [...body.choices], selectableCount: 1 } };
    case 'image':
      return imageOf(await bytesOf(body.path), format(body.caption));
    case 'picture':
      return imageOf(Buffer.from(body.bytes), format(body.caption));
    case 'voice-note':
      return voiceNoteOf(await bytesOf(body.path), body.seconds);
    case 'document':
      return documentOf(await bytesOf(body.path), body.name, format(body.caption));
    case 'text-file':
      return documentOf(Buffer.from(body.text), body.name, format(body.caption));
    default:
      return unreachable(body);
  }
}

function imageOf(image: Buffer, caption: string): AnyMessageContent {
  const { mediaType = 'image/jpeg', ...size } = imageFormatOf(image) ?? {};
  // An empty preview keeps the client from searching for an image library to make one.
  return { image, caption, mimetype: mediaType, jpegThumbnail: '', ...size };
}

/** Points of the line that a phone draws below a voice note. */
const WAVEFORM_POINTS = 64;

function voiceNoteOf(audio: Buffer, seconds: number): AnyMessageContent {
  // Given both, the client does not search for a library that would decode the sound to find them out.
  const known = { seconds, waveform: new Uint8Array(WAVEFORM_POINTS) };
  return { audio, ptt: true, mimetype: 'audio/ogg; codecs=opus', ...known };
}

function documentOf(document: Buffer, name: string, caption: string): AnyMessageContent {
  const mimetype = MIME_TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
  return { document, fileName: name, caption, mimetype };
}

/** Phones open a file by its type, not by its name. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.diff': 'text/plain',
  '.json': 'application/json',
  '.log': 'text/plain',
  '.md': 'text/plain',
  '.patch': 'text/plain',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
};

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new Failure('not-found', `The file ${path} cannot be sent: ${messageOf(error)}.`, { cause: error });
  }
}

/** One picture of a changed file. */
type Drawable = Extract<OutboundBody, { kind: 'diff' | 'drawing' }>;

/** Draws a unified diff, or one with a finished layout. Rejects with a Failure when that cannot be done in time. */
export type DrawDiff = (body: Drawable) => Promise<readonly DiffPicture[]>;

/**
 * The bodies to send for a message: usually the message itself. A diff becomes its pictures and then a file with the
 * diff; every try has the same bodies and ids, so that delivered ones are not sent again. If drawing fails, only the
 * file is sent.
 */
export async function wireMessagesOf(
  { id, chat, body }: OutboundMessage,
  draw: DrawDiff,
  log: Log,
): Promise<readonly WireMessage[]> {
  if (body.kind !== 'diff' && body.kind !== 'drawing') return [{ id, chat, body }];
  const pictures = await tryDrawDiff(body, draw, log);
  if (body.kind === 'drawing')
    return pictures.map(({ png }) => ({
      id,
      chat,
      body: { kind: 'picture', bytes: png, caption: body.caption },
    }));
  return [
    ...pictures.map(({ png, ...picture }, index) => ({
      id: partId(id, index),
      chat,
      body: { kind: 'picture', bytes: png, caption: captionOf(picture) } as const,
    })),
    { id, chat, body: { kind: 'text-file', text: body.diff, name: body.name, caption: '' } },
  ];
}

async function tryDrawDiff(body: Drawable, draw: DrawDiff, log: Log): Promise<readonly DiffPicture[]> {
  try {
    return await draw(body);
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.warn('channel.whatsapp.diff.not_drawn', { error: error.message });
    return [];
  }
}

function captionOf({ path, page, pages }: Omit<DiffPicture, 'png'>): string {
  return pages === 1 ? inlineCode(path) : `${inlineCode(path)} (${page}/${pages})`;
}

function partId(id: string, index: number): string {
  return `3EB0${createHash('sha256').update(`${id}:${index}`).digest('hex').slice(0, 18).toUpperCase()}`;
}
