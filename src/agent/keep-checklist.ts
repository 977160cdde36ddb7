import type { ActiveSession } from './active-session.ts';

/** Updates the checklist where no model does; stored with the next commit. */
export async function keepChecklist({ parts, record, openCalls, plan }: ActiveSession): Promise<void> {
  const checklist = await parts.checklistOf(record, openCalls);
  if (checklist !== undefined) plan.set(checklist);
}
