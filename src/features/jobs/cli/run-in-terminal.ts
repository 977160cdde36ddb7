import path from 'node:path';
import type { Channel } from '../../../contracts/channel.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { openingWith } from './opening-words.ts';

/**
 * Runs the program with one chat, the terminal.
 * @param opening what the chat is replaced with
 * @returns the exit code
 */
export type StartWith = (host: CliHost, opening: (console: Channel) => Channel) => Promise<number>;

/** The chat of the terminal, beginning with this job: it is shown, and run when somebody says so. */
export async function runInTerminal(host: CliHost, named: string, start: StartWith): Promise<number> {
  const isFile = /[\\/]|\.ya?ml$/.test(named);
  // The program's working folder may differ from the person's.
  const words = `/job run ${isFile ? path.resolve(named) : named}`;
  const isPipe = !(host.input.isTTY && host.output.isTTY);
  return await start(host, (channel) => openingWith(channel, words, isPipe));
}
