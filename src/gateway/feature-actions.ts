import type { Assignment } from '../contracts/assignment.ts';
import { type Action, type FeatureAction, isFeatureAction } from '../contracts/commands.ts';
import type {
  ActionHandler,
  AfterCommit,
  AssignedSessions,
  FeatureInChats,
  FeatureInSessions,
} from '../contracts/feature.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { ApprovalRecord } from '../contracts/store.ts';

/** @throws when no feature of the list has such actions: it would be lost */
export function handlerOf({ kind }: FeatureAction, features: readonly FeatureInChats[]): ActionHandler {
  for (const { actions } of features) {
    const handler = actions?.[kind];
    if (handler !== undefined) return handler;
  }
  throw new Error(`no feature carries out ${kind}`);
}

/**
 * @throws when a returned action grants something lasting and the performed action does not declare it: the check of
 *    authority saw only the performed one
 */
export function assertSaysWhatItGrants(
  performed: FeatureAction,
  returned: readonly Action[],
  features: readonly FeatureInChats[],
): void {
  const grants = (action: FeatureAction): boolean => handlerOf(action, features).grants(action);
  const granting = returned.filter(isFeatureAction).find(grants);
  if (granting !== undefined && !grants(performed))
    throw new Error(`${performed.kind} says that it grants nothing, and returned ${granting.kind}`);
}

/** @throws when no feature of the list carries out such an assignment */
export function sessionsOf({ kind }: Assignment, features: readonly FeatureInSessions[]): AssignedSessions {
  const found = features.find(({ sessions }) => sessions?.kind === kind)?.sessions;
  if (found === undefined) throw new Error(`no feature carries out an assignment of kind ${kind}`);
  return found;
}

/** Undefined when the approval belongs to no feature. */
export function answerByFeature(
  approval: ApprovalRecord,
  isYes: boolean,
  features: readonly FeatureInChats[],
): readonly AfterCommit[] | undefined {
  for (const { takeAnswer } of features) {
    const after = takeAnswer?.(approval, isYes);
    if (after !== undefined) return after;
  }
  return undefined;
}

/** Words as they may be kept outside of the inbox. */
export function maskAll(features: readonly FeatureInChats[], words: string): string {
  return features.reduce((so, { messages }) => messages?.maskWords?.(so) ?? so, words);
}

/** True while a feature changes files of that folder: nothing else may. */
export function isBusyWithFiles(
  session: Pick<SessionRecord, 'id' | 'workspace'>,
  features: readonly FeatureInSessions[],
): boolean {
  return features.some(({ runs }) => runs?.isBusy?.(session) === true);
}
