import { basename } from 'node:path';
import type { OutboundBody } from '../../contracts/channel.ts';
import type { ShownMedia, UploadedFile } from '../../contracts/web-page.ts';
import { isFailure, unreachable } from '../../core/failure.ts';
import { readBeginning } from '../../core/file-access.ts';
import type { Log } from '../../core/log.ts';
import { imageFacts, soundTypeOf } from '../../core/media-facts.ts';
import { cleanFileName } from '../../core/paths.ts';
import type { KeptByHash } from '../../files/kept-files.ts';
import { fileToSend } from '../file-to-send.ts';
import type { ChatFile, NewChatMessage } from './chat-rows.ts';

/** Largest file that is sent into a chat of the browser. */
const MAX_SENT_BYTES = 50_000_000;
/** This much of a file shows its type: before the size of a photo there may be a preview of it. */
const BEGINNING_BYTES = 1_000_000;

/** The bodies that become messages of their own. */
export type ShownBody = Exclude<OutboundBody, { kind: 'edit' | 'reaction' | 'delete' }>;

export interface ShowingParts {
  readonly files: Pick<KeptByHash, 'keep' | 'take'>;
  /** A picture that the program drew, as PNG. Rejects with a Failure when that cannot be done in time. */
  draw(svg: string): Promise<Uint8Array>;
  readonly log: Log;
}

type ShownMessage = Pick<NewChatMessage, 'body' | 'files'>;

/**
 * The message as the page shows it. Files are copied: the sent file stays, even if the original changes. Undefined for
 * a picture that could not be drawn, because other words say the same.
 * @throws Failure `not-found` when a file cannot be read, `invalid` when it is too large, `unavailable` when the disk
 *    is full
 */
export async function toShownBody(body: ShownBody, parts: ShowingParts): Promise<ShownMessage | undefined> {
  const withFile = async (name: string, bytes: Uint8Array, text: string): Promise<ShownMessage> => ({
    body: { kind: 'text', text },
    files: [await storeFile({ name, bytes }, parts)],
  });
  switch (body.kind) {
    case 'text':
      return { body, files: [] };
    case 'poll':
      return { body, files: [] };
    case 'diff': {
      const { diff, name } = body;
      return {
        body: { kind: 'diff', diff },
        files: [await storeFile({ name, bytes: Buffer.from(diff) }, parts)],
      };
    }
    case 'image':
      return await withFile(basename(body.path), fileToSend(body.path, MAX_SENT_BYTES), body.caption);
    case 'document':
      return await withFile(body.name, fileToSend(body.path, MAX_SENT_BYTES), body.caption);
    case 'text-file':
      return await withFile(body.name, Buffer.from(body.text), body.caption);
    case 'voice-note': {
      const recording = await storeFile(
        { name: 'voice.ogg', bytes: fileToSend(body.path, MAX_SENT_BYTES) },
        parts,
      );
      return { body: { kind: 'voice', seconds: body.seconds }, files: [recording] };
    }
    case 'drawing': {
      const png = await tryDraw(body.svg, parts);
      return png && (await withFile('picture.png', png, body.caption));
    }
    default:
      return unreachable(body);
  }
}

type NewFile = Omit<ChatFile, 'seq'>;

/** Stores a file of the program. */
async function storeFile(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  { files }: Pick<ShowingParts, 'files'>,
): Promise<NewFile> {
  const hash = await files.keep(bytes);
  return { hash, name: cleanFileName(name), bytes: bytes.byteLength, media: mediaOf(bytes) };
}

/** Stores a file that a person sent, by moving it. */
export async function storeUpload(
  { name, path, hash, bytes }: UploadedFile,
  { files }: Pick<ShowingParts, 'files'>,
): Promise<NewFile> {
  const media = mediaOf(readBeginning(path, BEGINNING_BYTES).bytes);
  await files.take({ path, hash });
  return { hash, name: cleanFileName(name), bytes, media };
}

/** Whether a page shows or plays it is decided by its bytes, never by its name or the type that came with it. */
function mediaOf(bytes: Uint8Array): ShownMedia | undefined {
  return imageFacts(bytes)?.mediaType ?? soundTypeOf(bytes);
}

async function tryDraw(svg: string, { draw, log }: ShowingParts): Promise<Uint8Array | undefined> {
  try {
    return await draw(svg);
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.warn('channel.web.not_drawn', { error: error.message });
    return undefined;
  }
}
