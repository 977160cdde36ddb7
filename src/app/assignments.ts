import type { AgentModels, Assignments } from '../agent/parts.ts';
import type { FeatureInSessions } from '../contracts/feature.ts';
import type { Model } from '../contracts/model.ts';
import { callHooksOf, sessionNotesOf } from '../features/contributions.ts';
import { sessionsOf } from '../gateway/feature-actions.ts';
import { priceOf, profileOf } from '../models/profile.ts';
import type { Settings } from '../settings/settings.ts';

/** How sessions are begun that are more than the words of a person, for the agent. */
export function createAssignments(model: Model, features: readonly FeatureInSessions[]): Assignments {
  return {
    async termsOf(session, assignment, signal) {
      return await sessionsOf(assignment, features).termsOf(session, assignment, signal);
    },
    modelOf(session) {
      const { assignment } = session.origin;
      if (assignment === undefined) return model;
      return sessionsOf(assignment, features).modelOf?.(session, assignment) ?? model;
    },
    async checklistOf(session, calls) {
      const { assignment } = session.origin;
      return assignment && sessionsOf(assignment, features).checklistOf?.(session, assignment, calls);
    },
    sessionNotes: sessionNotesOf(features),
    calls: callHooksOf(features),
  };
}

/** What sessions ask beside their own model, and what each model costs and holds. */
export function agentModels(
  model: Model,
  { limits, model: { profiles } }: Pick<Settings, 'limits' | 'model'>,
): AgentModels {
  return {
    model,
    priceOf: (name) => priceOf(profileOf(profiles, name)),
    windowOf: (name) => profileOf(profiles, name).window_tokens ?? limits.contextTokens,
  };
}
