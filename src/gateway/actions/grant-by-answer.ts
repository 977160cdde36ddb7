import type { ApprovalScope, Grant, GrantOffers } from '../../contracts/grants.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import { hasChosenReach } from '../../policy/standing-grants.ts';

interface GrantContext {
  readonly scope: ApprovalScope;
  readonly workspace: string;
  /** The project of the workspace, which may be a worktree of it. */
  readonly project: string;
  readonly atMs: number;
}

/**
 * The grant that a yes of this scope leaves behind; undefined when it leaves none. It covers what was approved and
 * nothing more.
 */
export function grantBy(approval: ApprovalRecord, given: GrantContext): Omit<Grant, 'seq'> | undefined {
  const { offers } = approval.question;
  const named = nameGranted(approval, given);
  if (named === undefined) return offers === undefined ? undefined : commandGrant(offers, approval, given);
  const { name, scope } = named;
  const access = offers?.access;
  const from = grantOrigin(approval, given);
  const workspace = scope === 'always' ? given.project : given.workspace;
  return { ...from, workspace, scope, kind: 'name', words: [name], ...NO_COMMAND, access, display: name };
}

/** The granted name, if there is one: it is in the question itself, or in the chosen answer. */
function nameGranted(
  { question: { offers, grant } }: ApprovalRecord,
  { scope }: GrantContext,
): { readonly name: string; readonly scope: Grant['scope'] } | undefined {
  if (hasChosenReach(grant)) {
    return scope === 'session' || scope === 'always' ? { name: grant, scope } : undefined;
  }
  if (grant !== undefined && (scope === 'once' || scope === 'session'))
    return { name: grant, scope: 'session' };
  const isNamed = scope === 'session' && offers?.session.kind === 'named';
  return isNamed ? { name: offers.session.name, scope } : undefined;
}

const NO_COMMAND = { executable: undefined, scripts: [], outside: [] };

function grantOrigin(
  { conversation, session, requester }: ApprovalRecord,
  { workspace, atMs }: GrantContext,
) {
  return { conversation, session, workspace, grantedBy: requester, grantedAtMs: atMs };
}

function commandGrant(
  offers: GrantOffers,
  approval: ApprovalRecord,
  given: GrantContext,
): Omit<Grant, 'seq'> | undefined {
  const { scope } = given;
  if (scope === 'once' || scope === 'finish') return undefined;
  const offer = offers[scope];
  const { facts, outside, access } = offers;
  if (offer.kind !== 'offered' || facts.executable === null) return undefined;
  const isPrefix = scope === 'prefix';
  return {
    ...grantOrigin(approval, given),
    scope: scope === 'session' ? 'session' : 'always',
    kind: isPrefix ? 'prefix' : 'argv',
    words: offer.words,
    executable: facts.executable,
    // Commands with the same beginning may run other scripts; only the program stays the same.
    scripts: isPrefix ? facts.scripts.filter(({ path }) => path === facts.program) : facts.scripts,
    outside,
    access,
    display: isPrefix ? offer.words.join(' ') : approval.question.details,
  };
}
