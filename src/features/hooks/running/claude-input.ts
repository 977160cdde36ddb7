import path from 'node:path';
import type { NamedTool } from '../../../claude-files/tool-names.ts';
import type { HookedCall } from '../../../contracts/call-hooks.ts';
import type { ClaudeCodeTool } from '../../../contracts/tool.ts';
import { SECOND_MS } from '../../../core/clock.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { displayOf } from '../../../policy/display.ts';
import type { Hook } from '../hook.ts';

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

/** What a pattern may consist of: names, and signs that stand for a few or for any characters. */
const PLAIN = /^[\w|*.^$-]*$/;

/**
 * Whether a hook is about a tool, under our own name for it or under one of Claude Code's. Patterns are read without
 * their parentheses and classes, which could make a search endless: one that has such signs is about every tool,
 * because a hook that forbids something must not be passed over.
 */
export function isAbout({ matcher }: Pick<Hook, 'matcher'>, { name, claudeCode }: NamedTool): boolean {
  const pattern = matcher.trim();
  if (pattern === '' || pattern === '*' || !PLAIN.test(pattern)) return true;
  const parts = pattern.split('|').map((part) => part.replace(/^\^|\$$/g, ''));
  return [name, ...claudeCode].some((one) => parts.some((part) => matches(part, one)));
}

/** `.*` and `*` are any characters, `.` is any one; the rest is the name itself. */
function matches(part: string, name: string): boolean {
  const pieces = part.split(/\.?\*+/);
  const [first = '', ...rest] = pieces;
  if (!startsLike(name, first)) return false;
  let from = first.length;
  for (const piece of rest.slice(0, -1)) {
    const at = positionOf(name, piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  const last = rest.at(-1);
  if (last === undefined) return name.length === first.length;
  return name.length - last.length >= from && startsLike(name.slice(name.length - last.length), last);
}

function positionOf(name: string, piece: string, from: number): number {
  for (let at = from; at + piece.length <= name.length; at += 1)
    if (startsLike(name.slice(at), piece)) return at;
  return -1;
}

function startsLike(name: string, piece: string): boolean {
  return piece.length <= name.length && [...piece].every((sign, at) => sign === '.' || sign === name[at]);
}
