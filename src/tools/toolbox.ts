import type { ToolSpec } from '../contracts/model.ts';
import type { SessionMode, SessionRecord } from '../contracts/session.ts';
import type { AnyTool } from '../contracts/tool.ts';
import type { Workspaces } from '../contracts/workspaces.ts';
import { offeredTools } from './offered-tools.ts';

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
