import { createHash } from 'node:crypto';
import type { WAMessage, WAMessageContent } from '@whiskeysockets/baileys';
import type { Gesture } from '../../contracts/channel.ts';
import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import { unreachable } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import type { Client } from './client.ts';
import { bareJid, type OwnAddresses } from './identity.ts';
import { authorOf, type EncryptedVote, type InboundContent } from './inbound.ts';

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
