import path from 'node:path';
import type { CliHost } from '../../contracts/sub-command.ts';
import { runStart } from '../start.ts';
import { openingWith } from './opening-words.ts';

/** The chat of the terminal, beginning with this job: it is shown, and run when somebody says so. */
export async function runInTerminal(host: CliHost, named: string): Promise<number> {
  const isFile = /[\\/]|\.ya?ml$/.test(named);
  // The program's working folder may differ from the person's.
  const words = `/job run ${isFile ? path.resolve(named) : named}`;
  const isPipe = !(host.input.isTTY && host.output.isTTY);
  return await runStart(host, (channel) => openingWith(channel, words, isPipe));
}
