import { grantsOf } from '../../claude-files/tool-names.ts';
import type { Permitted } from '../../contracts/assignment.ts';

const COMMANDS = 'run_command';
/** Tools whose calls may need an approval, which a command file can give beforehand. */
const ASKED: readonly string[] = ['apply_patch', COMMANDS, 'write_source_file'];

/**
 * Calls that a list of tool names would permit without a question; `policy/terms.ts` decides how far that reaches.
 */
export function preApprovedBy(allowedTools: readonly string[]): Permitted[] {
  const { tools, commands } = grantsOf(allowedTools, new Set(ASKED));
  return tools.flatMap((tool): Permitted[] => {
    if (tool !== COMMANDS || commands === undefined) return [{ tool }];
    return commands.map(({ words, isWhole }) => ({ tool, command: { words: [...words], isWhole } }));
  });
}
