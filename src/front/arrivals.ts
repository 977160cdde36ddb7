import type { ChannelReceiver, Gap, InboundMessage } from '../contracts/channel.ts';
import type { Clock } from '../core/clock.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { FrontChats } from './chats.ts';
import type { FrontJournal, UnreadableMessage } from './journal.ts';

export interface ArrivalParts {
  readonly journal: FrontJournal;
  readonly chats: FrontChats;
  /** Id of the next job. */
  nextJob(): string;
  /** Why this person may not write; undefined: they may. */
  refusal(message: UnreadableMessage): string | undefined;
  /** A stranger's message, once it is noted as that: it may be the code of an invitation. */
  tryCode(message: InboundMessage): Promise<void>;
  /** The language of words; undefined when it is not clear. */
  languageOf(text: string): Locale | undefined;
  readonly clock: Clock;
  /** Something waits to be published. */
  arrived(chat: string): void;
}

/** Takes what comes into the journal: once that returns, the channel confirms it. Nothing of strangers goes further. */
export function createReceiver(parts: ArrivalParts): Required<ChannelReceiver> {
  const { journal, chats, clock, nextJob } = parts;
  return {
    async receive(message: InboundMessage) {
      // It is in the journal before it is tried: handed in again, a code that was taken is no task for a cell.
      if (isTurnedAway(message, parts)) return await parts.tryCode(message);
      const atMs = clock.nowMs();
      if (!journal.arrived(nextJob(), { kind: 'message', message }, atMs)) return;
      chats.heard(message.chat, parts.languageOf(message.text), atMs);
      parts.arrived(message.chat);
    },
    async unreadable(message) {
      if (isTurnedAway(message, parts)) return;
      const item = { kind: 'unreadable', message } as const;
      if (journal.arrived(nextJob(), item, clock.nowMs())) parts.arrived(message.chat);
    },
    missed(gap: Gap) {
      if (journal.arrived(nextJob(), { kind: 'missed', gap }, clock.nowMs())) parts.arrived('');
    },
    // Only a terminal has that gesture.
    interrupt: () => undefined,
  };
}

function isTurnedAway(
  message: UnreadableMessage,
  { journal, nextJob, refusal, clock }: ArrivalParts,
): boolean {
  const reason = refusal(message);
  if (reason === undefined) return false;
  journal.turnedAway(nextJob(), message, { reason, atMs: clock.nowMs() });
  return true;
}
