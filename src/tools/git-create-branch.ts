import * as z from 'zod';
import { defineTool, type ToolContext } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { refuseBadBranch } from './git-names.ts';

export const gitCreateBranch = defineTool({
  name: 'git_create_branch',
  description: 'Create a branch at HEAD and check it out.',
  effect: 'writes',
  hasOneAim: true,
  doing: { en: 'creating branch', es: 'creando la rama' },
  subAgents: 'none',
  claudeCode: [],
  service: 'git',
  examples: [{ description: 'Begin a branch for a correction', input: { name: 'fix/login-timeout' } }],
  input: z.object({ name: z.string() }),
  output: z.object({ branch: z.string() }),
  async prepare({ name }, { workspace: { git } }) {
    refuseBadBranch(name);
    if ((await git.show(`refs/heads/${name}`)) !== undefined) {
      throw new Failure('conflict', `The branch ${name} exists already. Choose another name.`);
    }
    return null;
  },
  async recover({ name }, context) {
    const { branch } = await context.workspace.git.status();
    if (branch === name) return { kind: 'done', answer: branchAnswer(name, context) };
    if ((await context.workspace.git.show(`refs/heads/${name}`)) === undefined) return { kind: 'rerun' };
    return {
      kind: 'unknown',
      detail: `The branch ${name} exists but ${branch ?? 'no branch'} is checked out.`,
    };
  },
  async run({ name }, context) {
    await context.workspace.git.createBranch(name);
    return branchAnswer(name, context);
  },
});

function branchAnswer(
  name: string,
  { ledger }: Pick<ToolContext, 'ledger'>,
): { text: string; data: { branch: string } } {
  ledger.noteOwnBranch(name);
  return { text: `Now on the new branch ${name}.`, data: { branch: name } };
}
