import { basename } from 'node:path';
import * as z from 'zod';
import { type AnyTool, defineTool } from '../../../contracts/tool.ts';
import type { Workspace } from '../../../contracts/workspaces.ts';
import { Failure } from '../../../core/failure.ts';
import type { KnownWorkspaces, WorkspacesOfSession } from './known-workspaces.ts';
import { workspaceNamed } from './known-workspaces.ts';

export function switchWorkspace(workspacesOf: WorkspacesOfSession): AnyTool {
  return defineTool({
    name: 'switch_workspace',
    description: 'Ask to move this chat to another project, for its next task; this one keeps its own.',
    effect: 'asks',
    inTalk: true,
    doing: { en: 'moving to another project', es: 'pasando a otro proyecto' },
    subAgents: 'none',
    claudeCode: [],
    service: 'workspace',
    forSeveralProjects: true,
    examples: [{ description: 'Work in another project next time', input: { name: 'shop' } }],
    input: z.object({ name: z.string() }),
    output: z.object({ name: z.string() }),
    async review({ name }, { session }) {
      const workspaces = workspacesOf(session);
      const found = findTarget(name, workspaces);
      return {
        verdict: {
          kind: 'ask',
          rule: 'switch-workspace',
          reason: 'what is begun next in this chat would work there.',
          risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
        },
        binding: { path: found.path },
        details: found.name,
      };
    },
    async recover({ name }, { session }) {
      const workspaces = workspacesOf(session);
      const found = workspaceNamed(name, workspaces);
      return found.path === workspaces.next()
        ? { kind: 'done', answer: switchedAnswer(found, workspaces) }
        : { kind: 'rerun' };
    },
    async run({ name }, { session }) {
      const workspaces = workspacesOf(session);
      const found = findTarget(name, workspaces);
      workspaces.choose(found.path);
      return switchedAnswer(found, workspaces);
    },
  });
}

function switchedAnswer({ name }: Workspace, { own }: KnownWorkspaces) {
  const text = `The next task of this chat works in ${name}. This one keeps working in ${basename(own)}: say so, and do not try to reach files of ${name} from here.`;
  return { text, data: { name } };
}

function findTarget(name: string, workspaces: KnownWorkspaces) {
  const found = workspaceNamed(name, workspaces);
  if (!workspaces.mayChoose)
    throw new Failure('denied', 'Only an owner may change the project of this chat.');
  if (found.path === workspaces.next())
    throw new Failure('invalid', `The next task of this chat works in ${found.name} already.`);
  return found;
}
