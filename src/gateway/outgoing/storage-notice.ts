import type { Channel } from '../../contracts/channel.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import { type ConversationId, newMessageId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { addressOf } from '../address.ts';

const QUIET_MS = 10 * 60_000;

export interface StorageNoticeParts {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The one message without a row: that no row can be written. Best effort, at most once in 10 minutes per conversation
 * and kind.
 */
export class StorageNotice {
  readonly #parts: StorageNoticeParts;
  readonly #toldUpMs = new Map<string, number>();

  constructor(parts: StorageNoticeParts) {
    this.#parts = parts;
  }

  /** `lost`: the message could not be stored, and has to be sent again; `kept`: stored messages wait for room. */
  tell(conversation: ConversationId, locale: Locale, what: 'lost' | 'kept'): void {
    const { channels, clock, log } = this.#parts;
    const nowUpMs = clock.upMs();
    const key = `${what} ${conversation}`;
    const last = this.#toldUpMs.get(key);
    if (last !== undefined && nowUpMs - last < QUIET_MS) return;
    this.#toldUpMs.set(key, nowUpMs);
    const { channel, chat } = addressOf(conversation);
    const text = texts(locale).replies.storageFull[what];
    channels
      .get(channel)
      ?.send({ id: newMessageId(), chat, body: { kind: 'text', text }, mayRepeat: false })
      .catch((error: unknown) =>
        log.warn('gateway.notice.failed', { conversation, error: messageOf(error) }),
      );
  }
}
