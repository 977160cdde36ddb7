import * as z from 'zod';
import { StepStatus, type TaskPlan } from '../contracts/task-plan.ts';

const MARKS: Readonly<Record<StepStatus, string>> = {
  pending: ' ',
  in_progress: '~',
  done: 'x',
  failed: '!',
  skipped: '-',
};

export const PlanData = z.object({
  steps: z.array(z.object({ title: z.string(), status: StepStatus, note: z.string().optional() })),
});

/** The checklist as the model reads it, one step a line. */
export function planText({ steps }: TaskPlan): string {
  return steps
    .map(
      ({ title, status, note }) => `- [${MARKS[status]}] ${title}${note === undefined ? '' : ` (${note})`}`,
    )
    .join('\n');
}
