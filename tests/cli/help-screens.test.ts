import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { subCommandGroups } from '../../src/cli/index.ts';

/** No sub-command looks at its host before it runs. */
const NOBODY = {} as never;

function program(): Command {
  const root = new Command('wasap');
  for (const { subCommands } of subCommandGroups) for (const add of subCommands) add(root, NOBODY);
  return root;
}

/** All commands below this one, each with its names from the program on. */
function below(command: Command, names: string): readonly (readonly [string, Command])[] {
  return command.commands.flatMap((sub) => {
    const name = `${names} ${sub.name()}`;
    return [[name, sub] as const, ...below(sub, name)];
  });
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => 80,
  });
  command.outputHelp();
  return text;
}

describe('the help of each sub-command', () => {
  test.each(below(program(), 'wasap'))('%s has an example of itself', (name, command) => {
    const [, example = ''] = /^Example: (.+)$/m.exec(helpOf(command)) ?? [];
    expect(example.startsWith(`${name} `) || example === name).toBe(true);
  });
});
