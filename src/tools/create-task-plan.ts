import * as z from 'zod';
import { StepStatus, TaskPlan } from '../contracts/session.ts';
import { defineTool } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';

export const PlanData = z.object({
  steps: z.array(z.object({ title: z.string(), status: StepStatus, note: z.string().optional() })),
});

const STEP_MARKS: Readonly<Record<StepStatus, string>> = {
  pending: ' ',
  in_progress: '~',
  done: 'x',
  failed: '!',
  skipped: '-',
};

/** The checklist for the model, one step a line: `- [x] title (note)`. The same in tools and after a compaction. */
export function planText({ steps }: TaskPlan): string {
  return steps
    .map(
      ({ title, status, note }) =>
        `- [${STEP_MARKS[status]}] ${title}${note === undefined ? '' : ` (${note})`}`,
    )
    .join('\n');
}

export const createTaskPlan = defineTool({
  name: 'create_task_plan',
  description: 'Set the checklist of this task: 1 to 30 concrete steps. Replaces an earlier one.',
  effect: 'reads',
  doing: { en: 'planning', es: 'planificando' },
  subAgents: 'none',
  claudeCode: ['TodoWrite'],
  service: { leftOut: 'A checklist is for a model that works; the plan of a job is its own.' },
  input: z.object({ steps: z.array(z.string()) }),
  output: PlanData,
  async run({ steps }, { plan }) {
    const made = TaskPlan.safeParse({
      steps: steps.map((title) => ({ title: title.trim(), status: 'pending' })),
    });
    if (!made.success)
      throw new Failure('invalid', 'A plan has 1 to 30 steps, each a title of 1 to 200 characters.');
    plan.set(made.data);
    return { text: planText(made.data), data: made.data };
  },
});
