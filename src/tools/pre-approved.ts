import { grantsOf } from '../claude-files/tool-names.ts';
import type { PermittedTool } from '../contracts/assignment.ts';
import type { AnyTool } from '../contracts/tool.ts';
import { applyPatch } from './apply-patch.ts';
import { runCommand } from './run-command.ts';
import { writeSourceFile } from './write-source-file.ts';

/** Tools whose calls may need an approval, which a command file or a skill can give beforehand. */
const ASKED_TOOLS: readonly AnyTool[] = [applyPatch, runCommand, writeSourceFile];

/**
 * Calls that a list of tool names would permit without a question; `policy/call-rules.ts` decides how far that reaches.
 */
export function preApprovedBy(allowedTools: readonly string[]): PermittedTool[] {
  const { tools, commands } = grantsOf(allowedTools, ASKED_TOOLS);
  return tools.flatMap((tool): PermittedTool[] => {
    if (tool !== runCommand.name || commands === undefined) return [{ tool }];
    return commands.map(({ words, isWhole }) => ({ tool, command: { words: [...words], isWhole } }));
  });
}
