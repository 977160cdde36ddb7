import type { CommandGrant, ToolGrants } from '../contracts/specialists.ts';

/**
 * Our tools for the tool names of Claude Code. Names of our own tools are used as they are. Other names grant
 * nothing: a file that expects more than there is gets less, never more.
 */
export const TOOL_NAMES: Readonly<Record<string, readonly string[]>> = {
  Read: ['get_file_outline', 'read_lines', 'read_source_file'],
  Grep: ['search_source_code'],
  Glob: ['list_source_files'],
  LS: ['list_source_files'],
  Edit: ['apply_patch', 'preview_patch'],
  MultiEdit: ['apply_patch', 'preview_patch'],
  Write: ['write_source_file'],
  Bash: ['list_allowed_commands', 'manage_process', 'run_command'],
  BashOutput: ['manage_process'],
  KillShell: ['manage_process'],
  Task: ['delegate'],
  Agent: ['delegate'],
  TodoWrite: ['create_task_plan', 'get_task_plan', 'update_task_status'],
  AskUserQuestion: ['request_user_approval'],
};

const COMMAND_TOOL = 'run_command';
const WITH_LINE = /^Bash\((.*)\)$/s;

/**
 * @param names as a file lists them: `Read`, `Bash(git:*)`, `apply_patch`
 * @param known names of our own tools
 */
export function grantsOf(names: readonly string[], known: ReadonlySet<string>): ToolGrants {
  const read = names.map((name) => grantOf(name, known));
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

interface Grant {
  readonly name: string;
  readonly tools: readonly string[];
  readonly command: CommandGrant | undefined;
}

function grantOf(name: string, known: ReadonlySet<string>): Grant {
  const line = WITH_LINE.exec(name)?.[1];
  const command = line === undefined ? undefined : commandOf(line);
  return { name, tools: toolsNamed(command === undefined ? name : 'Bash', known), command };
}

function toolsNamed(name: string, known: ReadonlySet<string>): readonly string[] {
  if (known.has(name)) return [name];
  const meant = Object.hasOwn(TOOL_NAMES, name) ? (TOOL_NAMES[name] ?? []) : [];
  return meant.filter((tool) => known.has(tool));
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
