import type { SessionRecord, TaskPlan } from '../contracts/session.ts';
import type { CallRecord, Store } from '../contracts/store.ts';
import type { Checklist } from '../contracts/tool.ts';
import type { SessionId } from '../core/ids.ts';
import type { Assignments } from './parts.ts';

interface ChecklistOwner {
  readonly record: { readonly id: SessionId };
  readonly parts: { readonly store: Pick<Store, 'history'> };
  readonly writes: { defer(write: () => void): void };
}

/** The checklist of a session: read from memory, written with the next commit. */
export function createChecklist(session: ChecklistOwner): Checklist {
  const { history } = session.parts.store;
  const { id } = session.record;
  let plan = history.plan(id);
  return {
    get: () => plan,
    set(next: TaskPlan) {
      plan = next;
      session.writes.defer(() => history.setPlan(id, next));
    },
  };
}

interface ChecklistSession {
  readonly record: SessionRecord;
  readonly round: { readonly openCalls: readonly CallRecord[] };
  readonly plan: Checklist;
  readonly parts: { readonly assignments: Pick<Assignments, 'checklistOf'> };
}

/** Updates the checklist where no model does; stored with the next commit. */
export async function keepChecklist({ parts, record, round, plan }: ChecklistSession): Promise<void> {
  const checklist = await parts.assignments.checklistOf(record, round.openCalls);
  if (checklist !== undefined) plan.set(checklist);
}
