import type { ApprovalScope, Grant, Offers } from '../../contracts/grants.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';

export interface Given {
  readonly scope: ApprovalScope;
  readonly workspace: string;
  readonly atMs: number;
}

/** What outlives a yes of this scope; undefined when nothing does. It covers what was approved and nothing more. */
export function grantBy(approval: ApprovalRecord, given: Given): Omit<Grant, 'seq'> | undefined {
  const { offers, grant: name } = approval;
  const from = grantedIn(approval, given);
  if (name !== undefined && (given.scope === 'once' || given.scope === 'session')) {
    const access = offers?.access;
    return { ...from, scope: 'session', kind: 'name', words: [name], ...NO_COMMAND, access, display: name };
  }
  if (given.scope === 'session' && offers?.session.kind === 'named') {
    const { access, session } = offers;
    return {
      ...from,
      scope: 'session',
      kind: 'name',
      words: [session.name],
      ...NO_COMMAND,
      access,
      display: session.name,
    };
  }
  return offers === undefined ? undefined : commandGrant(offers, approval, given);
}

const NO_COMMAND = { executable: undefined, scripts: [], outside: [] };

function grantedIn({ conversation, session, requester }: ApprovalRecord, { workspace, atMs }: Given) {
  return { conversation, session, workspace, grantedBy: requester, grantedAtMs: atMs };
}

function commandGrant(
  offers: Offers,
  approval: ApprovalRecord,
  given: Given,
): Omit<Grant, 'seq'> | undefined {
  const { scope } = given;
  if (scope === 'once' || scope === 'finish') return undefined;
  const offer = offers[scope];
  const { facts, outside, access } = offers;
  if (offer.kind !== 'offered' || facts.executable === null) return undefined;
  const isPrefix = scope === 'prefix';
  return {
    ...grantedIn(approval, given),
    scope: scope === 'session' ? 'session' : 'always',
    kind: isPrefix ? 'prefix' : 'argv',
    words: offer.words,
    executable: facts.executable,
    // Of what else a command with this beginning runs, only the program is the same each time.
    scripts: isPrefix ? facts.scripts.filter(({ path }) => path === facts.program) : facts.scripts,
    outside,
    access,
    display: isPrefix ? offer.words.join(' ') : approval.details,
  };
}
