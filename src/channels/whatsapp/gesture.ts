import type { WAMessage } from '@whiskeysockets/baileys';
import type { Gesture } from '../../contracts/channel.ts';
import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import type { Log } from '../../core/log.ts';
import { unreachable } from '../../core/unreachable.ts';
import type { Client } from './client.ts';
import { bareJid, type OwnAddresses } from './identity.ts';
import { authorOf, type InboundContent } from './inbound.ts';
import { choicesOf } from './votes.ts';

export interface GestureContext {
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
        choicesOf(content.vote, {
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
