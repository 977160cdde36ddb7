import { type Action, type FeatureAction, isFeatureAction } from '../../../contracts/commands.ts';
import type { Store } from '../../../contracts/store.ts';
import { reachesOthers } from '../../../policy/irreversible.ts';

export interface NeedsCodeParts {
  readonly store: { readonly approvals: Pick<Store['approvals'], 'get'> };
  /** What the handler of the action says of it; see `ActionHandler.grants`. */
  grants(action: FeatureAction): boolean;
}

/**
 * Whether a yes cannot be taken back: a push to the default branch or with force, something that others see at once, or
 * whatever lasts: a permission, trust in what a project brings along. Where the facts do not say, it counts as that.
 */
export function needsCode(action: Action, { store, grants }: NeedsCodeParts): boolean {
  if (isFeatureAction(action)) return grants(action);
  if (action.kind !== 'answer' || action.scope === undefined) return false;
  if (action.scope === 'always' || action.scope === 'prefix') return true;
  const approval = store.approvals.get(action.approval);
  return approval === undefined || reachesOthers(approval);
}
