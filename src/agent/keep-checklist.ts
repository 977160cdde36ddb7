import type { ActiveSession } from './active-session.ts';

/** Brings the checklist up to date where no model keeps one; stored with the next commit. */
export async function keepChecklist({ parts, record, openCalls, plan }: ActiveSession): Promise<void> {
  const checklist = await parts.checklistOf(record, openCalls);
  if (checklist !== undefined) plan.set(checklist);
}
