import type { Clock } from '../../base/clock.ts';
import type { AccessList } from '../../contracts/access.ts';
import type { Store } from '../../contracts/store.ts';
import { cronsBySession } from '../crons/session-crons.ts';
import { createApprovers } from './approver.ts';
import { createIsOwners, createOwnerAlone } from './owner-alone.ts';
import { createWorkspaceRights } from './workspace-rights.ts';

export interface KnownPeopleSettings {
  readonly access: { readonly list: AccessList };
  /** Undefined = not set. */
  readonly timezone: string | undefined;
}

/** What a run needs to know about people: approvers, readers of an answer, and their settings. */
export function knownPeople(
  { access: { list: access }, timezone }: KnownPeopleSettings,
  { store, clock }: { readonly store: Pick<Store, 'people' | 'crons'>; readonly clock: Clock },
) {
  const known = { access, people: store.people };
  return {
    approversOf: createApprovers(known),
    ownerAlone: createOwnerAlone(known),
    isOwners: createIsOwners(known),
    rightsOf: createWorkspaceRights(known),
    crons: cronsBySession({ known, store, timezone, nowMs: clock.nowMs }),
  };
}
