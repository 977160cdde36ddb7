import type { Feature } from '../../contracts/feature.ts';
import { type WorkspaceActionPorts, workspaceActions } from './actions.ts';
import { workspaceCommand } from './workspace-command.ts';
import { WorkspaceWorker, type WorkspaceWorkerParts } from './workspace-worker.ts';

export type WorkspacesParts = WorkspaceWorkerParts & Pick<WorkspaceActionPorts, 'chosen'>;

/** The projects of a chat: which there are, which one it works in, and new ones. */
export function workspacesFeature(parts: WorkspacesParts): Feature {
  const { rows, chosen, outgoing, program, instance, clock } = parts;
  const worker = new WorkspaceWorker(parts);
  return {
    name: 'workspaces',
    commands: [workspaceCommand(rows)],
    actions: workspaceActions({ rows, chosen, worker, outgoing, program, instance, clock }),
    workers: [worker],
    tidy: () => worker.tidy(),
  };
}
