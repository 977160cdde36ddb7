import { type Action, type FeatureAction, isFeatureAction } from '../../../contracts/commands.ts';
import type { Store } from '../../../contracts/store.ts';
import { reachesOthers } from '../../../policy/irreversible.ts';

export interface NeedsCodeParts {
  readonly store: { readonly approvals: Pick<Store['approvals'], 'get'> };
  /** The answer of the action's handler; see `ActionHandler.grants`. */
  grants(action: FeatureAction): boolean;
}

/**
 * True when a yes cannot be taken back: a push to the default branch or with force, an effect that others see at once,
 * or one that lasts, such as a permission or trust in a project's files. Where the facts do not say, true.
 */
export function needsCode(action: Action, { store, grants }: NeedsCodeParts): boolean {
  if (isFeatureAction(action)) return grants(action);
  if (action.kind !== 'answer' || action.scope === undefined) return false;
  if (action.scope === 'always' || action.scope === 'prefix') return true;
  const approval = store.approvals.get(action.approval);
  return approval === undefined || reachesOthers(approval);
}
