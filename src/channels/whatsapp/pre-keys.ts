import type { BinaryNode, WASocket } from '@whiskeysockets/baileys';
import * as z from 'zod';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';

/** The client lets the pool shrink to five and then adds five: a busy day uses more than that at once. */
const FEW = 30;
const PLENTY = 100;

const Answer = z.looseObject({
  content: z.array(
    z.looseObject({ tag: z.string(), attrs: z.looseObject({ value: z.coerce.number().optional() }) }),
  ),
});

/**
 * Refills the keys on the server that people need to write to this device for the first time. Without them the first
 * message of a new conversation is protected less, and fails more often. Best effort.
 */
export async function topUpPreKeys(
  sock: Pick<WASocket, 'query' | 'generateMessageTag' | 'uploadPreKeys'>,
  log: Log,
): Promise<void> {
  const question: BinaryNode = {
    tag: 'iq',
    attrs: { id: sock.generateMessageTag(), xmlns: 'encrypt', type: 'get', to: '@s.whatsapp.net' },
    content: [{ tag: 'count', attrs: {} }],
  };
  try {
    const answer = Answer.safeParse(await sock.query(question));
    const count = answer.data?.content.find(({ tag }) => tag === 'count')?.attrs.value;
    if (count !== undefined && count < FEW) await sock.uploadPreKeys(PLENTY - count);
  } catch (error) {
    log.warn('channel.whatsapp.pre_keys.not_filled', { error: messageOf(error) });
  }
}
