import type { Assignment, PlannedAssignment, Terms } from '../contracts/assignment.ts';
import type { Feature, PlannedSessions } from '../contracts/feature.ts';
import type { Model } from '../contracts/model.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { CallRecord } from '../contracts/store.ts';
import type { TaskPlan } from '../contracts/task-plan.ts';
import { unreachable } from '../core/unreachable.ts';

/** Works out the terms of one kind of assignment. */
type TermsOf<Kind extends Assignment['kind']> = (
  session: SessionRecord,
  assignment: Extract<Assignment, { kind: Kind }>,
  signal: AbortSignal,
) => Promise<Terms>;

export interface AssignmentParts {
  readonly model: Model;
  readonly features: readonly Pick<Feature, 'sessions'>[];
  readonly specialistTerms: TermsOf<'specialist'>;
  readonly commandTerms: TermsOf<'command'>;
}

/** How sessions are begun that are more than the words of a person, for the agent. */
export function assignments({ model, features, specialistTerms, commandTerms }: AssignmentParts) {
  const plannedBy = ({ kind }: PlannedAssignment): PlannedSessions => {
    const found = features.find(({ sessions }) => sessions?.kind === kind)?.sessions;
    if (found === undefined) throw new Error(`no feature carries out an assignment of kind ${kind}`);
    return found;
  };
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
        return await plannedBy(assignment).termsOf(session, assignment);
      default:
        return unreachable(assignment);
    }
  };
  return {
    termsOf,
    modelOf(session: SessionRecord): Model {
      const planned = plannedIn(session);
      return planned === undefined ? model : plannedBy(planned).modelOf(session, planned);
    },
    async checklistOf(session: SessionRecord, calls: readonly CallRecord[]): Promise<TaskPlan | undefined> {
      const planned = plannedIn(session);
      return planned && (await plannedBy(planned).checklistOf(session, planned, calls));
    },
  };
}

function plannedIn({ assignment }: SessionRecord): PlannedAssignment | undefined {
  return assignment?.kind === 'job' ? assignment : undefined;
}
