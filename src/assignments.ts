import { Failure } from './base/failure.ts';
import type { Assignment, Terms } from './contracts/assignment.ts';
import type { Model } from './contracts/model.ts';
import type { SessionRecord } from './contracts/session.ts';
import type { CallRecord, Store } from './contracts/store.ts';
import type { TaskPlan } from './contracts/task-plan.ts';
import type { AnyTool } from './contracts/tool.ts';
import { jobSessions } from './job-sessions.ts';

/** What finds out the terms of each kind of assignment; a kind without one cannot be begun. */
type TermsOf = {
  readonly [Kind in Assignment['kind']]?: (
    session: SessionRecord,
    assignment: Extract<Assignment, { kind: Kind }>,
    signal: AbortSignal,
  ) => Promise<Terms>;
};

export interface AssignmentParts {
  readonly model: Model;
  readonly store: Pick<Store, 'calls' | 'jobs'>;
  readonly tools: readonly AnyTool[];
  readonly specialistTerms?: TermsOf['specialist'];
  readonly commandTerms?: TermsOf['command'];
}

/** How sessions are begun that are more than the words of a person, for the agent. */
export function assignments({ model, store, tools, specialistTerms, commandTerms }: AssignmentParts) {
  const jobs = jobSessions({ store, tools });
  const kinds: TermsOf = { command: commandTerms, specialist: specialistTerms, job: jobs.termsOf };
  const termsOf = async (
    session: SessionRecord,
    assignment: Assignment,
    signal: AbortSignal,
  ): Promise<Terms> => {
    // Each entry takes the assignments of its own kind.
    const find = kinds[assignment.kind] as
      | ((session: SessionRecord, assignment: Assignment, signal: AbortSignal) => Promise<Terms>)
      | undefined;
    if (find !== undefined) return await find(session, assignment, signal);
    throw new Failure('unavailable', `A ${assignment.kind} cannot be begun by this version of the program.`);
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
