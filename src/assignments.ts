import type { Assignment, Terms } from './contracts/assignment.ts';
import type { Model } from './contracts/model.ts';
import type { SessionRecord } from './contracts/session.ts';
import type { CallRecord, Store } from './contracts/store.ts';
import type { TaskPlan } from './contracts/task-plan.ts';
import type { AnyTool } from './contracts/tool.ts';
import { unreachable } from './core/unreachable.ts';
import { jobSessions } from './job-sessions.ts';

/** Works out the terms of one kind of assignment. */
type TermsOf<Kind extends Assignment['kind']> = (
  session: SessionRecord,
  assignment: Extract<Assignment, { kind: Kind }>,
  signal: AbortSignal,
) => Promise<Terms>;

export interface AssignmentParts {
  readonly model: Model;
  readonly store: Pick<Store, 'calls' | 'jobs'>;
  readonly tools: readonly AnyTool[];
  readonly specialistTerms: TermsOf<'specialist'>;
  readonly commandTerms: TermsOf<'command'>;
}

/** How sessions are begun that are more than the words of a person, for the agent. */
export function assignments({ model, store, tools, specialistTerms, commandTerms }: AssignmentParts) {
  const jobs = jobSessions({ store, tools });
  const termsOf = async (
    session: SessionRecord,
    assignment: Assignment,
    signal: AbortSignal,
  ): Promise<Terms> => {
    switch (assignment.kind) {
      case 'command':
        return await commandTerms(session, assignment, signal);
      case 'specialist':
        return await specialistTerms(session, assignment, signal);
      case 'job':
        return await jobs.termsOf(session, assignment);
      default:
        return unreachable(assignment);
    }
  };
  return {
    termsOf,
    modelOf: (session: SessionRecord): Model =>
      session.assignment?.kind === 'job' ? jobs.modelOf(session, session.assignment) : model,
    async checklistOf(session: SessionRecord, calls: readonly CallRecord[]): Promise<TaskPlan | undefined> {
      const { assignment } = session;
      return assignment?.kind === 'job' ? await jobs.checklistOf(assignment, session, calls) : undefined;
    },
  };
}
