import { CONSOLE, consoleMessage } from '../channels/console/console.ts';
import type { Channel, ChannelEnd, ChannelReceiver, OutboundMessage } from '../contracts/channel.ts';
import { systemClock } from '../core/clock.ts';

export interface Direction {
  /** The first message, sent for the person. */
  readonly task: string;
  /** True without a terminal: then the question is answered as well. */
  readonly alone: boolean;
  /** How the report of the finished task begins. */
  readonly reportStart: string;
  print(line: string): void;
}

/**
 * A console with a prepared first line that ends with the task. Everything in between is handled like any message;
 * the program does not know of it.
 */
export function directed(console: Channel, { task, alone, reportStart, print }: Direction): Channel {
  let receiver: ChannelReceiver | undefined;
  let finish: (end: ChannelEnd) => void;
  const finished = new Promise<ChannelEnd>((resolve) => {
    finish = resolve;
  });

  async function hear(text: string): Promise<void> {
    await receiver?.receive(consoleMessage(text, systemClock.nowMs()));
  }

  return {
    name: CONSOLE,
    capabilities: console.capabilities,
    ended: alone ? finished : Promise.race([console.ended, finished]),
    async start(actual) {
      receiver = actual;
      // Printed before the prompt, as if it had been typed.
      print(`You › ${task}`);
      if (!alone) await console.start(actual);
      await hear(task);
    },
    async send(message: OutboundMessage) {
      await console.send(message);
      const text = message.body.kind === 'text' ? message.body.text : '';
      if (alone && text.includes('/approve')) {
        print('You › yes');
        await hear('yes');
      }
      if (text.startsWith(reportStart)) finish({ kind: 'ended' });
    },
    typing: console.typing,
    stop: () => console.stop(),
  };
}
