import type { AnyTool } from '../../../contracts/tool.ts';
import { getWorkspaceInfo } from './get-workspace-info.ts';
import type { WorkspacesOfSession } from './known-workspaces.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { switchWorkspace } from './switch-workspace.ts';

export function workspaceTools(workspacesOf: WorkspacesOfSession): readonly AnyTool[] {
  return [getWorkspaceInfo(workspacesOf), listWorkspaces(workspacesOf), switchWorkspace(workspacesOf)];
}
