import { basename } from 'node:path';
import * as z from 'zod';
import { defineTool } from '../contracts/tool.ts';
import type { WorkspaceBoard } from '../contracts/workspaces.ts';
import { Failure } from '../core/failure.ts';
import { workspaceNamed } from './workspace-named.ts';

export const switchWorkspace = defineTool({
  name: 'switch_workspace',
  description: 'Ask to move this chat to another project, for its next task; this one keeps its own.',
  effect: 'asks',
  inTalk: true,
  doing: { en: 'moving to another project', es: 'pasando a otro proyecto' },
  subAgents: 'none',
  claudeCode: [],
  service: 'workspace',
  examples: [{ description: 'Work in another project next time', input: { name: 'shop' } }],
  input: z.object({ name: z.string() }),
  output: z.object({ name: z.string() }),
  async review({ name }, { workspaces }) {
    const found = target(name, workspaces);
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
  // Repeating the choice has no further effect.
  recover: async () => ({ kind: 'rerun' }),
  async run({ name }, { workspaces }) {
    const found = target(name, workspaces);
    workspaces.choose(found.path);
    const text = `The next task of this chat works in ${found.name}. This one keeps working in ${basename(workspaces.own)}: say so, and do not try to reach files of ${found.name} from here.`;
    return { text, data: { name: found.name } };
  },
});

function target(name: string, workspaces: WorkspaceBoard) {
  const found = workspaceNamed(name, workspaces);
  if (!workspaces.mayChoose)
    throw new Failure('denied', 'Only an owner may change the project of this chat.');
  if (found.path === workspaces.next())
    throw new Failure('invalid', `The next task of this chat works in ${found.name} already.`);
  return found;
}
