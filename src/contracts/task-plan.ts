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

const MARKS: Readonly<Record<StepStatus, string>> = {
  pending: ' ',
  in_progress: '~',
  done: 'x',
  failed: '!',
  skipped: '-',
};

/** The checklist for the model, one step a line: `- [x] title (note)`. The same in tools and after a compaction. */
export function checklistLines({ steps }: TaskPlan): readonly string[] {
  return steps.map(
    ({ title, status, note }) => `- [${MARKS[status]}] ${title}${note === undefined ? '' : ` (${note})`}`,
  );
}
