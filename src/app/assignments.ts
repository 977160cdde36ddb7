import type { Assignment, Terms } from '../contracts/assignment.ts';
import type { Feature } from '../contracts/feature.ts';
import type { Model } from '../contracts/model.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { CallRecord } from '../contracts/store.ts';
import type { TaskPlan } from '../contracts/task-plan.ts';
import { sessionsOf } from '../gateway/feature-actions.ts';

export interface AssignmentParts {
  readonly model: Model;
  readonly features: readonly Pick<Feature, 'sessions'>[];
}

/** How sessions are begun that are more than the words of a person, for the agent. */
export function assignments({ model, features }: AssignmentParts) {
  return {
    async termsOf(session: SessionRecord, assignment: Assignment, signal: AbortSignal): Promise<Terms> {
      return await sessionsOf(assignment, features).termsOf(session, assignment, signal);
    },
    modelOf(session: SessionRecord): Model {
      const { assignment } = session;
      if (assignment === undefined) return model;
      return sessionsOf(assignment, features).modelOf?.(session, assignment) ?? model;
    },
    async checklistOf(session: SessionRecord, calls: readonly CallRecord[]): Promise<TaskPlan | undefined> {
      const { assignment } = session;
      return assignment && sessionsOf(assignment, features).checklistOf?.(session, assignment, calls);
    },
  };
}
