import type { OutboundBody } from '../../contracts/channel.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import { type ConversationId, newMessageId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { addressOf } from '../conversation.ts';
import { PLAIN_TEXT } from './fit-body.ts';
import { EDIT_MARGIN_MS } from './live-cards.ts';
import type { OutgoingMessages } from './outgoing.ts';

export interface ProgressParts {
  readonly outgoing: Pick<OutgoingMessages, 'channels' | 'outbox' | 'nudge'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The message that shows the progress of some work. */
interface ProgressMessage {
  readonly conversation: ConversationId;
  /** Id of the message that announced the work. */
  readonly target: string;
}

/** Interval between two edits of the message, and between two lines where nothing can be edited. */
const EDIT_EVERY_MS = 4000;
const LINE_EVERY_MS = 30_000;

/**
 * Shows progress: by editing one message while that is possible, and by an occasional line where messages can never
 * be edited. The end is reported in any case.
 */
export function createProgressUpdater(
  parts: ProgressParts,
  { conversation, target }: ProgressMessage,
): (text: string) => void {
  const { outgoing, clock, log } = parts;
  const channel = outgoing.channels.get(addressOf(conversation).channel);
  const { edit, editWindowMs } = channel?.capabilities ?? PLAIN_TEXT;
  const isEdited = edit === 'any';
  const everyMs = isEdited ? EDIT_EVERY_MS : LINE_EVERY_MS;
  const untilMs = isEdited ? clock.upMs() + editWindowMs - EDIT_MARGIN_MS : Number.POSITIVE_INFINITY;
  let nextMs = clock.upMs() + everyMs;
  return (text) => {
    const nowMs = clock.upMs();
    if (nowMs < nextMs || nowMs > untilMs) return;
    nextMs = nowMs + everyMs;
    const body: OutboundBody = isEdited ? { kind: 'edit', target, text } : { kind: 'text', text };
    try {
      outgoing.outbox.enqueue({ conversation, key: `progress:${newMessageId()}`, body, ephemeral: true });
      outgoing.nudge();
    } catch (error) {
      log.warn('gateway.progress.unreported', { conversation, error: messageOf(error) });
    }
  };
}
