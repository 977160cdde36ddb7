import { Command, Help } from 'commander';
import type { CliHost } from '../contracts/sub-command.ts';
import { fitToScreen } from '../core/terminal-output.ts';
import { subCommandGroups } from './index.ts';
import { type ProgramWords, programWords } from './program-words.ts';

/** It reads what all the others can. */
const READS_ALL = 'completion';

/**
 * The command line with all its sub-commands; nothing runs before it is given words.
 * @param first the first of those words: where it is the name of a sub-command, the others are not made, because all of
 *   them take longer than a start should
 */
export function createProgram(host: CliHost, first?: string): Command {
  const words = programWords[host.terminalLocale];
  const program = new Command('wasap')
    .description(words.about)
    .version(host.version, '-V, --version', words.version)
    .helpOption('-h, --help', words.help)
    // Every command below takes these over when it is made.
    .helpCommand('help [command]', words.helpCommand)
    .configureHelp(helpIn(words))
    .configureOutput({
      outputError: (text, write) => write(fitToScreen(host.errors, words.usageError(text))),
    })
    .exitOverride();
  const all = subCommandGroups.flatMap(({ subCommands }) => Object.keys(subCommands));
  const only = first !== READS_ALL && all.find((name) => name === first);
  for (const { group, subCommands } of subCommandGroups) {
    program.commandsGroup(words.groups[group]);
    for (const [name, add] of Object.entries(subCommands)) if (!only || name === only) add(program, host);
  }
  // Among the first ones, and not in a group of its own.
  program.commandsGroup(words.groups.start).helpCommand('help [command]', words.helpCommand);
  return program;
}

/** The library's own words in this language. */
function helpIn({ library, values }: ProgramWords): Partial<Help> {
  const plain = new Help();
  const noted = (text: string): string =>
    text.replace(/\b(choices|default): /g, (_whole, word: string) => `${library[word] ?? word}: `);
  const named = (text: string): string => text.replace(/(?<=[<[])[a-z]+/g, (word) => values[word] ?? word);
  return {
    // Options would push what a command is for to a second line; its own help shows them.
    subcommandTerm: (command) => named(plain.subcommandTerm(command).replace(' [options]', '')),
    optionTerm: (option) => named(plain.optionTerm(option)),
    argumentTerm: (argument) => values[argument.name()] ?? argument.name(),
    commandUsage: (command) => named(plain.commandUsage(command)),
    optionDescription: (option) => noted(plain.optionDescription(option)),
    argumentDescription: (argument) => noted(plain.argumentDescription(argument)),
    styleTitle: (title) => library[title] ?? title,
  };
}
