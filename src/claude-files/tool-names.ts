import type { CommandGrant, ToolGrants } from '../contracts/specialists.ts';
import type { AnyTool } from '../contracts/tool.ts';

/** A tool, and what files call it that are written for Claude Code. */
export type NamedTool = Pick<AnyTool, 'name' | 'claudeCode'>;

const COMMAND_TOOL = 'run_command';
const WITH_LINE = /^Bash\((.*)\)$/s;

/**
 * Opens the tools that a file names. Names that no tool has grant nothing: a file that expects more than there is gets
 * less, never more.
 * @param names as a file lists them: `Read`, `Bash(git:*)`, `apply_patch`
 */
export function grantsOf(names: readonly string[], tools: readonly NamedTool[]): ToolGrants {
  const read = names.map((name) => grantOf(name, tools));
  const granting = read.filter(({ tools }) => tools.length > 0);
  const opensAll = granting.some(
    ({ tools, command }) => command === undefined && tools.includes(COMMAND_TOOL),
  );
  return {
    tools: [...new Set(granting.flatMap(({ tools }) => tools))].toSorted(),
    commands: opensAll ? undefined : granting.flatMap(({ command }) => command ?? []),
    unknown: [...new Set(read.filter(({ tools }) => tools.length === 0).map(({ name }) => name))],
  };
}

interface ToolGrant {
  readonly name: string;
  readonly tools: readonly string[];
  readonly command: CommandGrant | undefined;
}

function grantOf(name: string, tools: readonly NamedTool[]): ToolGrant {
  const line = WITH_LINE.exec(name)?.[1];
  const command = line === undefined ? undefined : commandOf(line);
  return { name, tools: toolsNamed(command === undefined ? name : 'Bash', tools), command };
}

function toolsNamed(name: string, tools: readonly NamedTool[]): readonly string[] {
  if (tools.some((tool) => tool.name === name)) return [name];
  return tools.filter(({ claudeCode }) => claudeCode.some((one) => one === name)).map((tool) => tool.name);
}

/**
 * `git:*`, `git *`: everything that begins like this; `npm test`: that line alone. Undefined for `*` alone, which
 * would be all, and for an empty line.
 */
function commandOf(line: string): CommandGrant | undefined {
  const [, beginning] = /^(.*?)(?::\*| \*)$/s.exec(line) ?? [];
  const words = (beginning ?? line).trim().split(/\s+/).filter(Boolean);
  if (words.length === 0 || words.some((word) => word.includes('*'))) return undefined;
  return { words, isWhole: beginning === undefined };
}
