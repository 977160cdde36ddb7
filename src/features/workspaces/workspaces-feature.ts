import type { Feature } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import type { WebPage } from '../../contracts/web-page.ts';
import { workspaceActions } from './actions.ts';
import type { ProjectParts } from './pages/project.tsx';
import type { ProjectsParts } from './pages/projects.tsx';
import type { ProjectMachines } from './projects-elsewhere.ts';
import { workspaceTexts } from './texts/texts.ts';
import { getWorkspaceInfo } from './tools/get-workspace-info.ts';
import {
  type KnownWorkspacesPorts,
  type WorkspacesOfSession,
  workspacesBySession,
} from './tools/known-workspaces.ts';
import { listWorkspaces } from './tools/list-workspaces.ts';
import { switchWorkspace } from './tools/switch-workspace.ts';
import { workspaceCommand } from './workspace-command.ts';
import { WorkspaceWorker, type WorkspaceWorkerParts } from './workspace-worker.ts';

export type WorkspacesParts = WorkspaceWorkerParts &
  KnownWorkspacesPorts & {
    readonly store: Pick<Store, 'chosenWorkspaces' | 'sessions' | 'trust'>;
    readonly program: ProjectParts['program'];
    readonly visitors: ProjectParts['visitors'] & ProjectsParts['visitors'];
    /** Missing when there is only this one. */
    readonly machines?: (NonNullable<ProjectMachines> & ProjectsParts['machines']) | undefined;
  };

/** The projects of a chat: which there are, which one it works in, and new ones. */
export function workspacesFeature(parts: WorkspacesParts): Feature {
  const { rows, chosen, outgoing, program, machines, instance, clock } = parts;
  const worker = new WorkspaceWorker(parts);
  return {
    name: 'workspaces',
    commands: [workspaceCommand(rows, machines)],
    tools: workspaceTools(workspacesBySession(parts)),
    actions: workspaceActions({ rows, chosen, worker, outgoing, program, machines, instance, clock }),
    workers: [worker],
    pages: projectPages(parts),
    tidy: () => worker.tidy(),
  };
}

function projectPages({ program, store, visitors, machines }: WorkspacesParts): readonly WebPage[] {
  return [
    {
      path: '/projects',
      label: (texts) => workspaceTexts(texts).page.label,
      async load() {
        const { projectsView } = await import('./pages/projects.tsx');
        return projectsView({ program, store, visitors, machines });
      },
    },
    {
      path: '/projects/:name',
      async load() {
        const { projectView } = await import('./pages/project.tsx');
        return projectView({ program, store, visitors });
      },
    },
  ];
}

/** The tools of this feature for catalogues, where nothing is carried out. */
export function describedWorkspaceTools(): readonly AnyTool[] {
  return workspaceTools(() => {
    throw new Error('a tool of workspaces was called outside a running program');
  });
}

export function workspaceTools(workspacesOf: WorkspacesOfSession): readonly AnyTool[] {
  return [getWorkspaceInfo(workspacesOf), listWorkspaces(workspacesOf), switchWorkspace(workspacesOf)];
}
