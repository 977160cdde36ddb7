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
  /** Why this person may not write; undefined if they may. */
  refusal(message: UnreadableMessage): string | undefined;
  /** Called with a stranger's message after the journal has stored it: it may be the code of an invitation. */
  tryCode(message: InboundMessage): Promise<void>;
  /** The language of a text; undefined when it is not clear. */
  languageOf(text: string): Locale | undefined;
  readonly clock: Clock;
  /** Called when something waits to be published. */
  onArrival(chat: string): void;
}

/**
 * Stores incoming messages in the journal; once that returns, the channel confirms them. Messages of strangers go no
 * further.
 */
export function createReceiver(parts: ArrivalParts): Required<ChannelReceiver> {
  const { journal, chats, clock, nextJob } = parts;
  return {
    async receive(message: InboundMessage) {
      // The journal stores the message before its code is tried: a code that let its sender in and is delivered again
      // must not become a task.
      if (isTurnedAway(message, parts)) return await parts.tryCode(message);
      const atMs = clock.nowMs();
      if (!journal.addArrival(nextJob(), { kind: 'message', message }, atMs)) return;
      chats.noteHeard(message.chat, parts.languageOf(message.text), atMs);
      parts.onArrival(message.chat);
    },
    async receiveUnreadable(message) {
      if (isTurnedAway(message, parts)) return;
      const item = { kind: 'unreadable', message } as const;
      if (journal.addArrival(nextJob(), item, clock.nowMs())) parts.onArrival(message.chat);
    },
    receiveGap(gap: Gap) {
      if (journal.addArrival(nextJob(), { kind: 'missed', gap }, clock.nowMs())) parts.onArrival('');
    },
    // Only a terminal can interrupt.
    interrupt: () => undefined,
  };
}

function isTurnedAway(
  message: UnreadableMessage,
  { journal, nextJob, refusal, clock }: ArrivalParts,
): boolean {
  const reason = refusal(message);
  if (reason === undefined) return false;
  journal.addTurnedAway(nextJob(), message, { reason, atMs: clock.nowMs() });
  return true;
}
