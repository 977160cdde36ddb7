import * as z from 'zod';
import type { CommandList, ListedCommand } from '../contracts/policy.ts';
import { defineTool } from '../contracts/tool.ts';

/** In UTF-16 code units; a longer list is shortened to names, because each later request would carry it. */
const MAX_FULL_LENGTH = 2_000;

export const listAllowedCommands = defineTool({
  name: 'list_allowed_commands',
  description: 'List the commands that run unasked.',
  effect: 'reads',
  doing: { en: 'looking up commands', es: 'consultando comandos' },
  subAgents: 'working',
  claudeCode: ['Bash'],
  service: 'shell',
  examples: [{ description: 'See which commands run unasked', input: {} }],
  input: z.object({ commands: z.array(z.string()).max(50).optional().describe('Describe only these.') }),
  output: z.object({ platform: z.enum(['posix', 'windows']), commands: z.array(z.string()) }),
  async run({ commands: wanted }, { policy }) {
    const list = await policy.list();
    const listed = list.commands.filter(({ name }) => wanted?.includes(name) ?? true);
    const unknown = wanted?.filter((name) => listed.every((command) => command.name !== name)) ?? [];
    return {
      text: listText({ ...list, commands: listed }, { isDetailed: wanted !== undefined, unknown }),
      data: { platform: list.platform, commands: listed.map(({ name }) => name) },
    };
  },
});

interface AllowedListOptions {
  /** True: descriptions are included, whatever their length. */
  readonly isDetailed: boolean;
  readonly unknown: readonly string[];
}

/** The format of the command configuration's specification; for many commands only the names. */
function listText({ platform, commands }: CommandList, { isDetailed, unknown }: AllowedListOptions): string {
  const notListed = unknown.map((name) => `  ${name}: not in the list, so it asks or is refused`);
  const full = frameLines(platform, 'Available commands:', [
    ...commands.flatMap(describedLines),
    ...notListed,
  ]);
  if (isDetailed || full.length <= MAX_FULL_LENGTH) return full;
  return frameLines(
    platform,
    'Available commands (for descriptions, call again with `commands`):',
    commands.map((command, at) => namesLine(command, commands.slice(0, at))),
  );
}

function frameLines(platform: string, heading: string, lines: readonly string[]): string {
  return [`Platform: ${platform}`, '', heading, '', ...lines, ''].join('\n');
}

function describedLines({ name, description, subcommands }: ListedCommand): readonly string[] {
  return [
    `  ${name}: ${description}`,
    ...(subcommands.length > 0 ? ['    Subcommands:'] : []),
    ...subcommands.map((subcommand) => `      ${subcommand.name}: ${subcommand.description}`),
  ];
}

/** `python3` knows what `python` knows: it is said once. */
function namesLine(command: ListedCommand, before: readonly ListedCommand[]): string {
  const names = subcommandNames(command);
  if (names === '') return `  ${command.name}`;
  const same = before.find((one) => subcommandNames(one) === names);
  return `  ${command.name}: ${same === undefined ? names : `as ${same.name}`}`;
}

function subcommandNames({ subcommands }: ListedCommand): string {
  return subcommands.map(({ name }) => name).join(', ');
}
