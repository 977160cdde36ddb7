import * as z from 'zod';
import { type CallRecovery, defineTool, type ToolContext } from '../contracts/tool.ts';
import { MINUTE_MS } from '../core/clock.ts';
import { assertReviewed } from './assert-reviewed.ts';
import {
  abortAnswer,
  IntegratedData,
  type IntegrationResult,
  integrationAnswer,
} from './integration/integration-answer.ts';
import { PlannedData, type PlannedIntegration, planIntegrationStep } from './integration/plan-integration.ts';

const TIMEOUT_MS = 5 * MINUTE_MS;

export const gitIntegrate = defineTool({
  name: 'git_integrate',
  description:
    'Bring a branch into the current one; git_fetch first, rebase only when asked. On conflicts edit the named files, then continue; abort puts all back.',
  effect: 'writes',
  hasOneAim: true,
  doing: { en: 'bringing a branch in:', es: 'integrando una rama:' },
  subAgents: 'none',
  claudeCode: [],
  service: 'git',
  examples: [
    {
      description: 'Bring the current branch up to date before working on it',
      input: { action: 'merge', from: 'origin/main' },
    },
  ],
  input: z.object({
    action: z.enum(['merge', 'rebase', 'continue', 'abort']),
    from: z.string().optional().describe('Default: origin/main'),
  }),
  output: IntegratedData,
  timeoutMs: TIMEOUT_MS,

  async review(input, context) {
    const { planned, verdict, details } = await planIntegrationStep(input, context);
    return { verdict, binding: planned, details };
  },

  async prepare(input, context, reviewed) {
    const { planned } = await planIntegrationStep(input, context);
    assertReviewed(planned, reviewed);
    return planned;
  },

  async recover(_input, context, prepared) {
    const planned = PlannedData.parse(prepared);
    switch (planned.action) {
      case 'merge':
      case 'rebase':
        return recoverStart(planned, context);
      case 'continue':
        return recoverContinue(planned, context);
      case 'abort':
        return (await context.workspace.git.integration.findUnfinished()) === undefined
          ? { kind: 'done', answer: abortAnswer(planned) }
          : { kind: 'rerun' };
    }
  },

  async run(_input, context, prepared) {
    const planned = PlannedData.parse(prepared);
    const { integration } = context.workspace.git;
    if (planned.action === 'abort') {
      await integration.abort(planned.discard);
      return abortAnswer(planned);
    }
    if (planned.action === 'continue') await integration.resume(planned.paths);
    else {
      const { kind, branch, from, theirs } = planned;
      await integration.start({ kind, branch, from, theirs });
    }
    return integrationAnswer(planned, context);
  },
});

type StartedIntegration = Extract<PlannedIntegration, { readonly action: 'merge' | 'rebase' }>;
type ContinuedIntegration = Extract<PlannedIntegration, { readonly action: 'continue' }>;

/** Git finishes what it began when only this program was killed; where git was killed too, the files tell. */
async function recoverStart(
  planned: StartedIntegration,
  context: ToolContext,
): Promise<CallRecovery<IntegrationResult>> {
  const { git } = context.workspace;
  const under = await git.integration.findUnfinished();
  if (under !== undefined && under.theirs !== planned.theirs)
    return { kind: 'unknown', detail: `Another ${under.kind} is under way.` };
  const { head = '', changes } = await git.status();
  const hasMoved = head !== planned.head;
  if (under === undefined && hasMoved && (await git.integration.listBetween(planned.theirs, head)).length > 0)
    return { kind: 'unknown', detail: 'The branch has moved since. Look at git_history.' };
  if (under !== undefined || hasMoved)
    return { kind: 'done', answer: await integrationAnswer(planned, context) };
  const known = changes.filter(({ code }) => code !== '??');
  if (known.length === 0) return { kind: 'rerun' };
  if (known.every(({ code }) => code[1] === ' ' || /[UAD]{2}/.test(code))) {
    await git.integration.restore();
    return { kind: 'rerun' };
  }
  return {
    kind: 'unknown',
    detail: `Git was killed while it wrote files, and nothing was committed. Tell the person: /undo puts back ${known.length} files.`,
  };
}

async function recoverContinue(
  planned: ContinuedIntegration,
  context: ToolContext,
): Promise<CallRecovery<IntegrationResult>> {
  const { git } = context.workspace;
  const isUnderWay = (await git.integration.findUnfinished()) !== undefined;
  const { head, changes } = await git.status();
  const hasMoved = head !== planned.now;
  if (isUnderWay && !hasMoved) return { kind: 'rerun' };
  if (hasMoved) return { kind: 'done', answer: await integrationAnswer(planned, context) };
  return {
    kind: 'unknown',
    detail: `It is no longer under way, and nothing was committed (${changes.length} changed files).`,
  };
}
