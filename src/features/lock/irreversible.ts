import { type Action, isFeatureAction } from '../../contracts/commands.ts';
import type { ApprovalRecord, Store } from '../../contracts/store.ts';

/** Pushes that a later one puts right: of a branch that nobody builds on by rule. Every other push is meant. */
const ORDINARY_PUSHES = ['push-own-branch', 'push-foreign-branch'];

/** Words of what reaches others at once, in commands, scripts and names of tools. */
const DEPLOYS = /(?:^|[^\p{L}])(?:deploy|release|publish|promote|rollout|rollback|desplegar|publicar)/iu;

/** This very program: its command line changes people, policy and the lock. */
const OWN_PROGRAM = /(?:^|[\s/;&|])wasap(?:\s|$)/u;

/**
 * Whether a yes cannot be taken back: a push to the default branch or with force, something that others see at once, a
 * permission that lasts, or a file of a project that is trusted from now on. Where the facts do not say, it counts as that.
 */
export function isIrreversible(action: Action, { approvals }: Pick<Store, 'approvals'>): boolean {
  if (isFeatureAction(action)) return isTrust(action);
  if (action.kind !== 'answer' || action.scope === undefined) return false;
  if (action.scope === 'always' || action.scope === 'prefix') return true;
  const approval = approvals.get(action.approval);
  return approval === undefined || isIrreversibleCall(approval);
}

/** The same for the call that is asked about. */
export function isIrreversibleCall({
  tool,
  details,
  facts,
}: Pick<ApprovalRecord, 'tool' | 'details' | 'facts'>): boolean {
  if (tool === 'git_push') return !ORDINARY_PUSHES.includes(facts?.rule ?? '');
  if (facts === undefined) return false;
  if (facts.risk.network === 'yes' && facts.risk.undoable === 'no') return true;
  // The first line of a question about a server's tool names the tool; what it is given comes behind.
  if (facts.rule === 'mcp-tool') return DEPLOYS.test(details.split('\n', 1)[0] ?? '');
  return tool === 'run_command' && (DEPLOYS.test(details) || OWN_PROGRAM.test(details));
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
