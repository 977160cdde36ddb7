import type { CliHost } from '../../../contracts/sub-command.ts';
import type { CommandLibrary } from '../files/command-library.ts';

/** The command files of a project, with the policy, the sandbox and the redaction of its tasks. */
export type OpenCommands = (
  host: CliHost,
  workspace: string,
) => Promise<{
  readonly library: CommandLibrary;
  /** Removes what earlier commands left. */
  close(): Promise<void>;
}>;

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
  open: OpenCommands,
): Promise<number> {
  const { library, close } = await open(host, workspace);
  const given = { text: args.join(' '), words: args };
  const { answer, warnings } = await library.load(name, given, new AbortController().signal);
  await close();
  for (const warning of warnings) host.errors.write(`${warning}\n`);
  host.output.write(`${JSON.stringify(answer, undefined, 2)}\n`);
  return answer.success ? 0 : 1;
}
