import { createHash } from 'node:crypto';
import type { OutboundBody, OutboundMessage } from '../../contracts/channel.ts';
import { isFailure } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { code } from '../../core/text.ts';
import type { WireMessage } from './sender.ts';

/** One picture of a changed file. */
export interface DiffPicture {
  readonly png: Uint8Array;
  readonly path: string;
  /** Page number, from 1. */
  readonly page: number;
  readonly pages: number;
}

type Drawable = Extract<OutboundBody, { kind: 'diff' | 'drawing' }>;

/** Draws a unified diff, or one with a finished layout. Rejects with a Failure when that cannot be done in time. */
export type DrawDiff = (body: Drawable) => Promise<readonly DiffPicture[]>;

/**
 * The bodies to send for a message: usually the message itself. A diff becomes its pictures and then a file with the
 * diff; every try has the same bodies and ids, so that delivered ones are not sent again. If drawing fails, only the
 * file is sent.
 */
export async function wired(
  { id, chat, body }: OutboundMessage,
  draw: DrawDiff,
  log: Log,
): Promise<readonly WireMessage[]> {
  if (body.kind !== 'diff' && body.kind !== 'drawing') return [{ id, chat, body }];
  const pictures = await drawn(body, draw, log);
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

async function drawn(body: Drawable, draw: DrawDiff, log: Log): Promise<readonly DiffPicture[]> {
  try {
    return await draw(body);
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.warn('channel.whatsapp.diff.not_drawn', { error: error.message });
    return [];
  }
}

function captionOf({ path, page, pages }: Omit<DiffPicture, 'png'>): string {
  return pages === 1 ? code(path) : `${code(path)} (${page}/${pages})`;
}

function partId(id: string, index: number): string {
  return `3EB0${createHash('sha256').update(`${id}:${index}`).digest('hex').slice(0, 18).toUpperCase()}`;
}
