import { CONSOLE, consoleMessage, PLAIN_CONSOLE, textOfBody } from '../../channels/console/console.ts';
import type { Channel, ChannelReceiver } from '../../contracts/channel.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';

export interface RunChannel extends Channel {
  /** Handed in as if the person had written it. */
  say(text: string): Promise<void>;
}

/**
 * The chat of one `wasap run`: nobody writes in it but the program itself. Other chats of the console are not shown
 * here; what is for them waits for the next `wasap start`.
 * @param print called with each message
 */
export function createRunChannel(
  chat: string,
  { clock, print }: { readonly clock: Clock; readonly print: (text: string) => Promise<void> },
): RunChannel {
  let receiver: ChannelReceiver | undefined;
  return {
    name: CONSOLE,
    capabilities: { ...PLAIN_CONSOLE, maxLength: 1_000_000 },
    ended: new Promise(() => undefined),
    async start(actual) {
      receiver = actual;
    },
    async say(text) {
      await receiver?.receive({ ...consoleMessage(text, clock.nowMs()), chat });
    },
    async send({ chat: to, body }) {
      if (to !== chat) throw new Failure('unavailable', fault('one-chat'));
      const text = textOfBody(body);
      if (text !== undefined) await print(text);
    },
    setTyping: () => undefined,
    stop: async () => undefined,
  };
}
