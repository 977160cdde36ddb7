import type { Channel, OutboundMessage } from '../contracts/channel.ts';
import type { Clock } from '../core/clock.ts';

/** Waits for the channel's pace, chat by chat. */
export interface Pace {
  /**
   * Resolves when the channel lets the message through: it must be sent now, and is counted. False when the front
   * ends before that.
   */
  waitForTurn(message: Pick<OutboundMessage, 'chat' | 'body'>): Promise<boolean>;
  /** Call it when a person wrote in this chat: its waiting messages may go earlier. */
  noteHeard(chat: string): void;
}

export function createPace(channel: Pick<Channel, 'holdMs'>, clock: Clock, signal: AbortSignal): Pace {
  const waits = new Map<string, AbortController>();
  return {
    async waitForTurn({ chat, body }) {
      while (!signal.aborted) {
        const holdMs = channel.holdMs?.({ chat, body }) ?? 0;
        if (holdMs <= 0) return true;
        const wait = waits.get(chat) ?? new AbortController();
        waits.set(chat, wait);
        await clock.sleep(holdMs, AbortSignal.any([signal, wait.signal]));
        waits.delete(chat);
      }
      return false;
    },
    noteHeard: (chat) => waits.get(chat)?.abort(),
  };
}
