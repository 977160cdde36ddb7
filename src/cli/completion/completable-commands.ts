import type { Command, Option } from 'commander';
import { oneLine } from '../../core/text.ts';

/** One command of the command line with all that may follow it. */
export interface CompletableCommand {
  /** ` policy check`: a blank before each word; empty for the program itself. */
  readonly path: string;
  /** Sub-commands, and words that an argument can be. */
  readonly words: readonly CompletableWord[];
  readonly options: readonly CompletableOption[];
}

export interface CompletableWord {
  readonly word: string;
  readonly description: string;
}

export interface CompletableOption {
  readonly short: string | undefined;
  readonly long: string | undefined;
  readonly description: string;
  readonly takesValue: boolean;
  /** Empty: any value. */
  readonly choices: readonly string[];
}

/** As much of a description as a line of a shell's menu holds. */
const MAX_DESCRIPTION_LENGTH = 72;

/** Every command that `--help` shows, the program first. */
export function completableCommands(command: Command, path = ''): readonly CompletableCommand[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const described = below.map((one) => wordOf(one.name(), one.description()));
  const chosen = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const own: CompletableCommand = {
    path,
    words: [...described, ...chosen.map((word) => wordOf(word, ''))],
    options: help.visibleOptions(command).map(completableOption),
  };
  return [own, ...below.flatMap((one) => completableCommands(one, `${path} ${one.name()}`))];
}

function wordOf(word: string, description: string): CompletableWord {
  return { word, description: oneLine(description, MAX_DESCRIPTION_LENGTH) };
}

function completableOption(option: Option): CompletableOption {
  const { short, long, required, optional, argChoices = [] } = option;
  return {
    short,
    long,
    description: oneLine(option.description, MAX_DESCRIPTION_LENGTH),
    takesValue: required || optional,
    choices: argChoices,
  };
}
