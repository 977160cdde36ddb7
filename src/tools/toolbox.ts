import * as z from 'zod';
import type { ToolSpec } from '../contracts/model.ts';
import type { SessionMode, SessionRecord } from '../contracts/session.ts';
import type { AnyTool } from '../contracts/tool.ts';
import type { Workspaces } from '../contracts/workspaces.ts';
import { compactSchema, type JsonObject } from '../core/json.ts';

/** The tools of a session, sorted by name: their order is part of each request's prefix. */
export interface Toolbox {
  readonly tools: readonly AnyTool[];
  /** What the model is shown in a session of this mode. */
  specs(mode: SessionMode): readonly ToolSpec[];
}

export interface Toolboxes {
  /** What every session has. */
  readonly common: Toolbox;
  /** With what only this session has. */
  of(session: SessionRecord): Promise<Toolbox>;
}

/** @param ownTools what only this session has; its names are in no other tool */
export function createToolboxes(
  tools: readonly AnyTool[],
  workspaces: Pick<Workspaces, 'root'>,
  ownTools: (session: SessionRecord) => Promise<readonly AnyTool[]>,
): Toolboxes {
  const common: Toolbox = { tools, specs: offeredTools(tools, workspaces) };
  return {
    common,
    async of(session) {
      const own = await ownTools(session);
      if (own.length === 0) return common;
      const ownSpecs = offeredTools(own, workspaces);
      return {
        tools: sortByName([...tools, ...own]),
        specs: (mode) => sortByName([...common.specs(mode), ...ownSpecs(mode)]),
      };
    },
  };
}

export function sortByName<T extends { readonly name: string }>(some: readonly T[]): readonly T[] {
  return [...some].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The tools for a session of this mode. Schemas are derived when the first one begins, not at every start. */
export function offeredTools(
  tools: readonly AnyTool[],
  { root }: Pick<Workspaces, 'root'>,
): (mode: SessionMode) => readonly ToolSpec[] {
  const made = new Map<SessionMode, readonly ToolSpec[]>();
  return (mode) => {
    const specs = made.get(mode) ?? toolsForMode(tools, mode, root !== undefined).map(toolSpec);
    made.set(mode, specs);
    return specs;
  };
}

/** Tools that a task can call: a plan with another tool could not be carried out. */
export function agentTools(
  tools: readonly AnyTool[],
  { root }: Pick<Workspaces, 'root'>,
): readonly AnyTool[] {
  return toolsForMode(tools, 'agent', root !== undefined);
}

/** In a talk the agent only reads, except for what a person approves each time. */
function toolsForMode(tools: readonly AnyTool[], mode: SessionMode, hasSeveral: boolean): readonly AnyTool[] {
  return tools
    .filter((tool) => mode === 'agent' || tool.effect === 'reads' || tool.inTalk === true)
    .filter(({ forSeveralProjects }) => hasSeveral || forSeveralProjects !== true);
}

/** The tool as the model sees it; its zod schema is the only description of the input. */
export function toolSpec({ name, description, input }: AnyTool): ToolSpec {
  // The cast is safe: a JSON Schema is JSON by definition.
  const schema = z.toJSONSchema(input, { io: 'input' }) as JsonObject;
  return { name, description, input_schema: compactSchema(schema, { isClosed: false }) };
}

/** Tools that change, move or delete one file, which a task's undo brings back. */
export const EDIT_TOOLS: readonly string[] = ['apply_patch', 'delete_file', 'move_file', 'write_source_file'];
