import type { Gap } from '../../contracts/channel.ts';
import { DAY_MS, MINUTE_MS } from '../../core/clock.ts';
import type { ConversationId } from '../../core/ids.ts';
import { formatTimeIn } from '../../core/texts/format.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import type { Outbox } from '../outgoing/outbox.ts';

/** Older messages are not acted on: their authors no longer expect it. */
const MAX_AGE_MS = DAY_MS;

export function isTooOld(message: { readonly sentAtMs: number }, nowMs: number): boolean {
  return nowMs - message.sentAtMs > MAX_AGE_MS;
}

/** A shorter gap is reported only if something was missed: otherwise every restart would notify every chat. */
const MIN_GAP_MS = MINUTE_MS;

interface MissedCounts {
  taken: number;
  tooOld: number;
}

export interface AbsenceParts {
  readonly outbox: Outbox;
  localeOf(conversation: ConversationId): Locale;
  /** IANA name of the conversation's time zone. */
  zoneOf(conversation: ConversationId): string;
}

/** Counts messages that came while the program was away, and reports them in each conversation. */
export class Absence {
  readonly #parts: AbsenceParts;
  readonly #missed = new Map<ConversationId, MissedCounts>();

  constructor(parts: AbsenceParts) {
    this.#parts = parts;
  }

  note(conversation: ConversationId, as: keyof MissedCounts): void {
    const missed = this.#missed.get(conversation) ?? { taken: 0, tooOld: 0 };
    missed[as] += 1;
    this.#missed.set(conversation, missed);
  }

  /** Adds one message to each conversation of this channel that wrote meanwhile. */
  notify(channel: string, { fromMs, untilMs }: Gap): void {
    for (const [conversation, { taken, tooOld }] of this.#missed) {
      if (!conversation.startsWith(`${channel}:`)) continue;
      this.#missed.delete(conversation);
      if (untilMs - fromMs < MIN_GAP_MS && tooOld === 0) continue;
      const zone = this.#parts.zoneOf(conversation);
      const { away, tooOld: left } = texts(this.#parts.localeOf(conversation)).replies;
      const lines = [
        away(
          formatTimeIn(zone, fromMs, untilMs),
          `${formatTimeIn(zone, untilMs, fromMs)} (${zone})`,
          taken + tooOld,
        ),
        ...(tooOld > 0 ? [left(tooOld)] : []),
      ];
      const body = { kind: 'text', text: lines.join('\n') } as const;
      this.#parts.outbox.enqueue({ conversation, key: `away:${conversation}:${untilMs}`, body });
    }
  }
}
