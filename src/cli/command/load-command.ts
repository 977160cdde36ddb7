import type { CliHost } from '../../contracts/sub-command.ts';
import { openCommands } from './open-commands.ts';

export interface CommandLoadOptions {
  readonly workspace?: string;
}

interface CommandRequest {
  readonly name: string;
  readonly args: readonly string[];
}

/** Writes the answer as JSON; problems of the file itself go to the other stream. @returns the exit code */
export async function loadCommand(
  host: CliHost,
  { name, args }: CommandRequest,
  { workspace = process.cwd() }: CommandLoadOptions,
): Promise<number> {
  const { library, close } = await openCommands(host, workspace);
  const given = { text: args.join(' '), words: args };
  const { answer, warnings } = await library.load(name, given, new AbortController().signal);
  await close();
  for (const warning of warnings) host.errors.write(`${warning}\n`);
  host.output.write(`${JSON.stringify(answer, undefined, 2)}\n`);
  return answer.success ? 0 : 1;
}
