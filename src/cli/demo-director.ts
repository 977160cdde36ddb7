import { systemClock } from '../base/clock.ts';
import { CONSOLE, consoleMessage } from '../channels/console/console.ts';
import type { Channel, ChannelEnd, ChannelReceiver, OutboundMessage } from '../contracts/channel.ts';

export interface Direction {
  /** The first line of the chat, said for the person. */
  readonly task: string;
  /** True without a terminal: then the question is answered as well. */
  readonly alone: boolean;
  /** How the report of the finished task begins. */
  readonly reportStart: string;
  print(line: string): void;
}

/**
 * A console whose first line is already typed and which ends with the task. Everything between goes the way of any
 * message; the program does not know that it is directed.
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
      // Printed before the prompt is there, as if it had been typed at it.
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
