import type { StepStatus, TaskPlan } from './task-plan.ts';

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
