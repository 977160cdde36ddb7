import type { SessionRecord } from '../../contracts/session.ts';
import type { TaskPlan } from '../../contracts/task-plan.ts';
import type { WorkDone } from './records.ts';

/** Why work that the model calls done is not shown to be. */
export type Doubt =
  | { readonly kind: 'open-steps'; readonly open: number; readonly all: number }
  | { readonly kind: 'tests-failed' }
  | { readonly kind: 'not-tested' }
  | { readonly kind: 'nothing-tested' };

/** Why the end of a session is doubted. None: the records agree with it. */
export function doubtsIn(
  { mode, assignment }: Pick<SessionRecord, 'mode' | 'assignment'>,
  work: Pick<WorkDone, 'proof'>,
  plan: TaskPlan | undefined,
): readonly Doubt[] {
  if (mode === 'talk') return [];
  const doubts = doubtsAbout(work, plan);
  // Whether something is tested is for the plan to say, which its person has seen.
  return assignment?.kind === 'job' ? doubts.filter(({ kind }) => kind === 'open-steps') : doubts;
}

/** As far as work and checklist tell. */
function doubtsAbout({ proof }: Pick<WorkDone, 'proof'>, plan: TaskPlan | undefined): readonly Doubt[] {
  const steps = plan?.steps ?? [];
  const open = steps.filter(({ status }) => status !== 'done').length;
  return [
    ...(open === 0 ? [] : [{ kind: 'open-steps', open, all: steps.length } as const]),
    ...testDoubts(proof),
  ];
}

function testDoubts(proof: WorkDone['proof']): readonly Doubt[] {
  switch (proof) {
    case 'passed':
    case 'none-needed':
      return [];
    case 'failed':
      return [{ kind: 'tests-failed' }];
    case 'not-since-change':
      return [{ kind: 'not-tested' }];
    case 'nothing-ran':
      return [{ kind: 'nothing-tested' }];
  }
}
