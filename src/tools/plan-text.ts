import * as z from 'zod';
import { checklistLines, StepStatus, type TaskPlan } from '../contracts/session.ts';

export const PlanData = z.object({
  steps: z.array(z.object({ title: z.string(), status: StepStatus, note: z.string().optional() })),
});

/** The checklist for the model, one step a line. */
export function planText(plan: TaskPlan): string {
  return checklistLines(plan).join('\n');
}
