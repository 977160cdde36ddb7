import type { CliHost } from '../../../contracts/sub-command.ts';
import { tableOf, widthOf } from '../../../core/terminal-output.ts';
import { texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { ListedCommandFile } from '../command-file.ts';
import type { CommandLibrary } from '../files/command-library.ts';
import { type CommandFileTexts, commandFileTexts } from '../texts/texts.ts';

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

/** Writes the answer as JSON; problems of the file itself go to the other stream. @returns the exit code */
export async function loadCommand(
  host: CliHost,
  { name, args }: { name: string; args: readonly string[] },
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

export interface CommandListOptions {
  readonly json?: true;
  readonly workspace?: string;
}

export async function listCommands(
  host: CliHost,
  { json, workspace = process.cwd() }: CommandListOptions,
  open: OpenCommands,
): Promise<void> {
  const { library } = await open(host, workspace);
  const commands = await library.list();
  if (json) {
    host.output.write(`${JSON.stringify(commands, undefined, 2)}\n`);
    return;
  }
  const locale = host.terminalLocale;
  host.output.write(
    `${commandListText(commands, widthOf(host.output), commandFileTexts(texts(locale)).files)}\n`,
  );
}

function commandListText(
  commands: readonly ListedCommandFile[],
  width: number,
  words: CommandFileTexts['files'],
): string {
  if (commands.length === 0) return words.none;
  const shown = (text: string): string => escapeHidden(text);
  return tableOf(
    commands,
    [
      { title: words.name, text: ({ name, argumentHint }) => shown(`/${name} ${argumentHint}`.trim()) },
      { title: words.what, text: (command) => shown(whatOf(command, words)) },
    ],
    width,
  );
}

function whatOf(
  { description, path, hiddenBy }: ListedCommandFile,
  words: CommandFileTexts['files'],
): string {
  const place = hiddenBy === undefined ? path : words.hidden(path, hiddenBy);
  return description === '' ? place : `${description} (${place})`;
}
