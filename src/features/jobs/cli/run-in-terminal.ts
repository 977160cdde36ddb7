import path from 'node:path';
import { consoleMessage } from '../../../channels/console/console.ts';
import type { Channel } from '../../../contracts/channel.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { systemClock } from '../../../core/clock.ts';
import { checkJob } from './show-job.ts';

/**
 * Runs the program with one chat, the terminal.
 * @param opening what the chat is replaced with
 * @returns the exit code
 */
export type StartWith = (host: CliHost, opening: (console: Channel) => Channel) => Promise<number>;

/**
 * The chat of the terminal, beginning with this job: it is shown, and runs when the person asks for it.
 * @throws Failure in a pipe, for a job that is missing or wrong: its reader goes by the exit code, not by the chat
 */
export async function runInTerminal(host: CliHost, named: string, start: StartWith): Promise<number> {
  const isFile = /[\\/]|\.ya?ml$/.test(named);
  // The program's working folder may differ from the person's.
  const words = `/job run ${isFile ? path.resolve(named) : named}`;
  const isPipe = !(host.input.isTTY && host.output.isTTY);
  if (isPipe) await checkJob(host, named);
  return await start(host, (channel) => openingWith(channel, words, isPipe));
}

/**
 * The console with a first message before anything is typed. Lines of a pipe are read once the program has said
 * something: they could not know of the plan before. When that was a notice about something else, a line that comes too
 * early hears that the job is still being planned.
 */
function openingWith(channel: Channel, words: string, isPipe: boolean): Channel {
  let answered: () => void = () => undefined;
  const answer = new Promise<void>((resolve) => {
    answered = resolve;
  });
  return {
    name: channel.name,
    capabilities: channel.capabilities,
    ended: channel.ended,
    async start(receiver) {
      if (!isPipe) await channel.start(receiver);
      await receiver.receive(consoleMessage(words, systemClock.nowMs()));
      if (isPipe) void answer.then(() => channel.start(receiver));
    },
    async send(message) {
      await channel.send(message);
      answered();
    },
    setTyping: (chat, on) => channel.setTyping(chat, on),
    ...(channel.format === undefined ? {} : { format: channel.format.bind(channel) }),
    stop: () => channel.stop(),
  };
}
