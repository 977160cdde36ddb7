import * as z from 'zod';
import { TaskPlan } from '../../contracts/session.ts';
import type { CallRecord } from '../../contracts/store.ts';
import type { WrittenFile } from '../../contracts/tool.ts';

/** The checklist as it was at the end of this round; undefined when there was none yet. */
export function planAsOf(round: number, calls: readonly CallRecord[]): TaskPlan | undefined {
  const made = calls.findLast(
    (call) => call.round <= round && PLANNING.includes(call.tool) && call.result?.ok === true,
  );
  return TaskPlan.safeParse(made?.result?.data).data;
}

const PLANNING: readonly string[] = ['create_task_plan', 'update_task_status'];

/** The state that an edit stores before it acts: see `prepareChange`. */
const Edit = z.object({ prepared: z.object({ path: z.string(), after: z.string().nullable() }) });

/** The files that a task has written, with their hashes as of the end of this round. */
export function writtenAsOf(
  round: number,
  calls: readonly CallRecord[],
  written: readonly WrittenFile[],
): readonly WrittenFile[] {
  const after = new Map<string, string | undefined>();
  for (const call of calls) {
    const edit = Edit.safeParse(call.prepared).data?.prepared;
    if (edit !== undefined && call.round <= round && call.result?.ok === true)
      after.set(edit.path, edit.after ?? undefined);
  }
  return written.map((file) => ({
    ...file,
    after: after.has(file.path) ? after.get(file.path) : file.before,
  }));
}

/** True when the task made this branch after that round; a branch that existed before stays. */
export function madeBranchAfter(round: number, calls: readonly CallRecord[]): boolean {
  return calls.some(
    (call) => call.round > round && call.tool === 'git_create_branch' && call.result?.ok === true,
  );
}
