import type { Feature } from '../../contracts/feature.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import { workspaceActions } from './actions.ts';
import { workspaceTools } from './tools/index.ts';
import { type KnownWorkspacesPorts, workspacesBySession } from './tools/known-workspaces.ts';
import { workspaceCommand } from './workspace-command.ts';
import { WorkspaceWorker, type WorkspaceWorkerParts } from './workspace-worker.ts';

export type WorkspacesParts = WorkspaceWorkerParts & KnownWorkspacesPorts;

/** The projects of a chat: which there are, which one it works in, and new ones. */
export function workspacesFeature(parts: WorkspacesParts): Feature {
  const { rows, chosen, outgoing, program, instance, clock } = parts;
  const worker = new WorkspaceWorker(parts);
  return {
    name: 'workspaces',
    commands: [workspaceCommand(rows)],
    tools: workspaceTools(workspacesBySession(parts)),
    actions: workspaceActions({ rows, chosen, worker, outgoing, program, instance, clock }),
    workers: [worker],
    tidy: () => worker.tidy(),
  };
}

/** The tools of this feature for catalogues, where nothing is carried out. */
export function describedWorkspaceTools(): readonly AnyTool[] {
  return workspaceTools(() => {
    throw new Error('a tool of workspaces was called outside a running program');
  });
}
