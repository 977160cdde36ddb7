import type { Channel, OutboundBody } from '../../contracts/channel.ts';
import type { OutboxStore } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { type ConversationId, type InstanceId, newMessageId } from '../../core/ids.ts';
import { createTurns } from '../../core/turns.ts';
import { addressOf } from '../address.ts';
import { type FittingChannel, fitBody, fitBodyInTurns, PLAIN_TEXT } from './fallback.ts';

export interface OutgoingMessage {
  readonly conversation: ConversationId;
  /** Unique for ever: the same step done twice adds nothing. */
  readonly key: string;
  readonly body: OutboundBody;
  /** The parts that `fit` returned for this body; when undefined, `enqueue` computes them. */
  readonly parts?: readonly OutboundBody[] | undefined;
  /** Sent at most once, and not at all after a crash. */
  readonly ephemeral?: boolean;
  /** Preset id of the message; of its last part when it has to be split. */
  readonly id?: string;
}

export interface Outbox {
  /**
   * Adds outbox rows, fitted to the channel; inside the caller's transaction, so that cause and message go together.
   */
  enqueue(message: OutgoingMessage): void;
  /** Fits a long body to the channel outside of a transaction: within one it would block the whole program. */
  fit(conversation: ConversationId, body: OutboundBody): Promise<readonly OutboundBody[]>;
}

/** Characters that are formatted in about a millisecond, so that they need not wait for a turn. */
const SHORT = 500;
/** Rounds of the event loop between two long texts. */
const ROUNDS_BETWEEN_TEXTS = 2;

export interface OutboxParts {
  readonly store: { readonly outbox: Pick<OutboxStore, 'add'> };
  readonly channels: ReadonlyMap<string, Channel>;
  readonly instance: InstanceId;
  readonly clock: Clock;
}

export function createOutbox({ store, channels, instance, clock }: OutboxParts): Outbox {
  const fittingIn = (conversation: ConversationId): FittingChannel =>
    channels.get(addressOf(conversation).channel) ?? { capabilities: PLAIN_TEXT };
  const turns = createTurns(ROUNDS_BETWEEN_TEXTS);
  return {
    async fit(conversation, body) {
      const channel = fittingIn(conversation);
      const isShort = body.kind === 'text' && body.text.length <= SHORT;
      return isShort ? fitBody(body, channel) : await fitBodyInTurns(body, channel, turns);
    },
    enqueue({ conversation, key, body, ephemeral = false, id = newMessageId(), ...message }) {
      const { channel, chat } = addressOf(conversation);
      const parts = message.parts ?? fitBody(body, fittingIn(conversation));
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
