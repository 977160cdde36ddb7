import { type Action, isFeatureAction } from '../../../contracts/commands.ts';
import type { Store } from '../../../contracts/store.ts';
import { reachesOthers } from '../../../policy/irreversible.ts';

/**
 * Whether a yes cannot be taken back: a push to the default branch or with force, something that others see at once, a
 * permission that lasts, or a file of a project that is trusted from now on. Where the facts do not say, it counts as that.
 */
export function needsCode(action: Action, { approvals }: Pick<Store, 'approvals'>): boolean {
  if (isFeatureAction(action)) return isTrust(action);
  if (action.kind !== 'answer' || action.scope === undefined) return false;
  if (action.scope === 'always' || action.scope === 'prefix') return true;
  const approval = approvals.get(action.approval);
  return approval === undefined || reachesOthers(approval);
}

const REVIEWS = ['mcp.review', 'hooks.review', 'skills.review', 'command-files.review'];
const DECISIONS = ['mcp.decide', 'hooks.trust', 'skills.trust', 'command-files.trust'];

/** An owner's yes to what a project brings along. */
function isTrust(action: Action): boolean {
  const { kind } = action;
  if (REVIEWS.includes(kind)) return 'isYes' in action && action.isYes === true;
  if (DECISIONS.includes(kind)) return 'change' in action && action.change === 'accept';
  return kind === 'secretary.trust' && 'answer' in action && action.answer === 'yes';
}
