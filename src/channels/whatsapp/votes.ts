import { createHash } from 'node:crypto';
import type { WAMessageContent } from '@whiskeysockets/baileys';
import type { Client } from './client.ts';
import type { EncryptedVote } from './inbound.ts';

export interface VoteContext {
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
export function choicesOf(vote: EncryptedVote, context: VoteContext): readonly string[] | undefined {
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
