import * as z from 'zod';

export const StepStatus = z.enum(['pending', 'in_progress', 'done', 'failed', 'skipped']);
export type StepStatus = z.infer<typeof StepStatus>;

/** The checklist of one session: 1 to 30 steps. */
export const TaskPlan = z.object({
  steps: z
    .array(
      z.object({
        title: z.string().min(1).max(200),
        status: StepStatus,
        note: z.string().max(300).optional(),
      }),
    )
    .min(1)
    .max(30),
});
export type TaskPlan = z.infer<typeof TaskPlan>;
