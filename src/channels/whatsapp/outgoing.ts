import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { AnyMessageContent, BinaryNode, WAMessageKey } from '@whiskeysockets/baileys';
import type { OutboundBody } from '../../contracts/channel.ts';
import { codeOf, Failure, messageOf } from '../../core/failure.ts';
import { imageFacts } from '../../core/image-facts.ts';
import { unreachable } from '../../core/unreachable.ts';
import { formatted } from './format.ts';

/** Content of one message. A diff has become pictures and a file by then, a drawing a picture. */
export type WireBody =
  | Exclude<OutboundBody, { kind: 'diff' | 'drawing' }>
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly caption: string };

/** A message in the client's form, with the attributes of its stanza. */
interface Wire {
  readonly content: AnyMessageContent;
  readonly attributes: Readonly<Record<string, string>>;
  readonly nodes: readonly BinaryNode[];
}

/** The mark of a stanza with this kind of message; without it an edit appears as a message of its own. */
export function markOf(kind: WireBody['kind']): Pick<Wire, 'attributes' | 'nodes'> {
  if (kind === 'edit') return { attributes: { edit: '1' }, nodes: [] };
  if (kind !== 'poll') return { attributes: {}, nodes: [] };
  return { attributes: {}, nodes: [{ tag: 'meta', attrs: { polltype: 'creation' } }] };
}

/**
 * @param jid address of the recipient
 * @param keyOf identifies another person's message in this chat that is reacted to
 * @throws Failure `not-found` when a file cannot be read
 */
export async function contentOfBody(
  body: WireBody,
  jid: string,
  keyOf: (id: string) => WAMessageKey,
): Promise<AnyMessageContent> {
  switch (body.kind) {
    case 'text':
      return { text: formatted(body.text), linkPreview: null };
    case 'edit':
      return {
        text: formatted(body.text),
        edit: { remoteJid: jid, fromMe: true, id: body.target },
        linkPreview: null,
      };
    case 'reaction':
      return { react: { text: body.emoji, key: keyOf(body.target) } };
    case 'poll':
      return { poll: { name: body.question, values: [...body.choices], selectableCount: 1 } };
    case 'image':
      return imageOf(await bytesOf(body.path), body.caption);
    case 'picture':
      return imageOf(Buffer.from(body.bytes), body.caption);
    case 'document':
      return documentOf(await bytesOf(body.path), body);
    case 'text-file':
      return documentOf(Buffer.from(body.text), body);
    default:
      return unreachable(body);
  }
}

function imageOf(image: Buffer, caption: string): AnyMessageContent {
  const { mediaType = 'image/jpeg', ...size } = imageFacts(image) ?? {};
  // An empty preview keeps the client from searching for an image library to make one.
  return { image, caption: formatted(caption), mimetype: mediaType, jpegThumbnail: '', ...size };
}

function documentOf(
  document: Buffer,
  { name, caption }: { readonly name: string; readonly caption: string },
): AnyMessageContent {
  const mimetype = MIME_TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
  return { document, fileName: name, caption: formatted(caption), mimetype };
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
