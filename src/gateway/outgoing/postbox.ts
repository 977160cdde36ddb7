import type { Clock } from '../../base/clock.ts';
import { type ConversationId, type InstanceId, newMessageId } from '../../base/ids.ts';
import type { Channel, OutboundBody } from '../../contracts/channel.ts';
import type { Store } from '../../contracts/store.ts';
import { addressOf } from '../incoming/address.ts';
import { fitted, PLAIN_TEXT } from './fallback.ts';

export interface OutgoingMessage {
  readonly conversation: ConversationId;
  /** Unique for ever: the same step done twice adds nothing. */
  readonly key: string;
  readonly body: OutboundBody;
  /** Sent at most once, and not at all after a crash. */
  readonly ephemeral?: boolean;
  /** Preset id of the message; of its last part when it has to be split. */
  readonly id?: string;
}

export interface Postbox {
  /** Adds outbox rows, fitted to the channel; inside the caller's transaction, so that cause and message go together. */
  add(message: OutgoingMessage): void;
}

export interface PostboxParts {
  readonly store: Pick<Store, 'outbox'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly instance: InstanceId;
  readonly clock: Clock;
}

export function createPostbox({ store, channels, instance, clock }: PostboxParts): Postbox {
  return {
    add({ conversation, key, body, ephemeral = false, id = newMessageId() }) {
      const { channel, chat } = addressOf(conversation);
      const parts = fitted(body, channels.get(channel) ?? { capabilities: PLAIN_TEXT });
      for (const [index, part] of parts.entries()) {
        const isLast = index === parts.length - 1;
        store.outbox.add({
          id: isLast ? id : newMessageId(),
          conversation,
          chat,
          channel,
          instance,
          dedupeKey: isLast ? key : `${key}:${index + 1}`,
          body: part,
          ephemeral,
          atMs: clock.nowMs(),
        });
      }
    },
  };
}
