import * as z from 'zod';
import type { CommandList, ListedCommand } from '../contracts/policy.ts';
import { defineTool } from '../contracts/tool.ts';

export const listAllowedCommands = defineTool({
  name: 'list_allowed_commands',
  description: 'List the commands that run unasked.',
  effect: 'reads',
  input: z.object({}),
  output: z.object({ platform: z.enum(['posix', 'windows']), commands: z.array(z.string()) }),
  async run(_input, { policy }) {
    const list = await policy.list();
    return { text: listText(list), data: { platform: list.platform, commands: list.commands.map(nameOf) } };
  },
});

/** The format of the command configuration's specification. */
function listText({ platform, commands }: CommandList): string {
  const entries = commands.flatMap(({ name, description, subcommands }) => [
    `  ${name}: ${description}`,
    ...(subcommands.length > 0 ? ['    Subcommands:'] : []),
    ...subcommands.map((subcommand) => `      ${subcommand.name}: ${subcommand.description}`),
  ]);
  return [`Platform: ${platform}`, '', 'Available commands:', '', ...entries, ''].join('\n');
}

function nameOf({ name }: ListedCommand): string {
  return name;
}
