import path from 'node:path';
import type { HookedCall } from '../../../contracts/call-hooks.ts';
import type { ClaudeCodeTool } from '../../../contracts/tool.ts';
import { SECOND_MS } from '../../../core/clock.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { displayOf } from '../../../policy/display.ts';

/** Fields of Claude Code's tools beside our own, for the tools that have such. */
const FIELDS: Readonly<Partial<Record<ClaudeCodeTool, (input: JsonObject, root: string) => JsonObject>>> = {
  Bash: ({ command, args, timeout, background }) => ({
    ...(typeof command === 'string' ? { command: commandLine(command, args) } : {}),
    ...(typeof timeout === 'number' ? { timeout: timeout * SECOND_MS } : {}),
    ...(typeof background === 'boolean' ? { run_in_background: background } : {}),
  }),
  Read: fileOf,
  Write: fileOf,
  Edit: (input, root) => ({
    ...fileOf(input, root),
    ...textField(input, 'search', 'old_string'),
    ...textField(input, 'replace', 'new_string'),
  }),
  Grep: pathField,
  Glob: (input, root) => ({
    ...(typeof input.glob === 'string' ? { pattern: input.glob } : {}),
    ...pathField(input, root),
  }),
};

/** A call as Claude Code would describe it to a hook: its name for the tool, and its fields beside ours. */
export function claudeCall({ tool, input, session }: Pick<HookedCall, 'tool' | 'input' | 'session'>): {
  readonly tool_name: string;
  readonly tool_input: Json;
} {
  const [name] = tool.claudeCode;
  if (name === undefined || !isJsonObject(input)) return { tool_name: tool.name, tool_input: input };
  const fields = FIELDS[name]?.(input, session.workspace) ?? {};
  return { tool_name: name, tool_input: { ...input, ...fields } };
}

function commandLine(command: string, args: Json | undefined): string {
  if (!Array.isArray(args) || args.length === 0) return command;
  return displayOf([command, ...args.map(String)]);
}

function fileOf({ path: file }: JsonObject, root: string): JsonObject {
  return typeof file === 'string' ? { file_path: path.resolve(root, file) } : {};
}

function pathField({ path: under }: JsonObject, root: string): JsonObject {
  return typeof under === 'string' ? { path: path.resolve(root, under) } : {};
}

function textField(input: JsonObject, ours: string, theirs: string): JsonObject {
  const value = input[ours];
  return typeof value === 'string' ? { [theirs]: value } : {};
}
