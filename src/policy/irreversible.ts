import type { ApprovalQuestion } from '../contracts/store.ts';

/** The call that a question is about. */
type AskedCall = Pick<ApprovalQuestion, 'tool' | 'details' | 'facts'>;

/** Pushes that a later one puts right: of a branch that nobody builds on by rule. Every other push is meant. */
const ORDINARY_PUSHES = ['push-own-branch', 'push-foreign-branch'];

/** Words of what reaches others at once, in commands, scripts and names of tools. */
const DEPLOYS = /(?:^|[^\p{L}])(?:deploy|release|publish|promote|rollout|rollback|desplegar|publicar)/iu;

/** This very program: its command line changes people, policy and the lock. */
const OWN_PROGRAM = /(?:^|[\s/;&|])wasap(?:\s|$)/u;

/** True when a yes could not be taken back: it needs a deliberate answer, of which no word was misheard. */
export function isIrreversible(call: AskedCall): boolean {
  return call.facts?.risk.undoable === 'no' || reachesOthers(call);
}

/**
 * True for what others have at once and nothing here can call back: a push to the default branch or with force, a
 * deploy, a change of people or policy. Where the facts of a push do not say, it counts as that.
 */
export function reachesOthers({ tool, details, facts }: AskedCall): boolean {
  const isPush = tool === 'git_push' || facts?.rule.startsWith('push-') === true;
  if (isPush) return !ORDINARY_PUSHES.includes(facts?.rule ?? '');
  if (facts === undefined) return false;
  if (facts.risk.network === 'yes' && facts.risk.undoable === 'no') return true;
  // The first line of a question about a server's tool names the tool; what it is given comes behind.
  if (facts.rule === 'mcp-tool') return DEPLOYS.test(details.split('\n', 1)[0] ?? '');
  return tool === 'run_command' && (DEPLOYS.test(details) || OWN_PROGRAM.test(details));
}
