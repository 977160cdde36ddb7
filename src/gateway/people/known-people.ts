import type { AccessList } from '../../contracts/access.ts';
import type { Store } from '../../contracts/store.ts';
import { createApprovers } from './approver.ts';
import { createIsOwners, createOwnerAlone } from './owner-alone.ts';
import { createWorkspaceRights } from './workspace-rights.ts';

export interface KnownPeopleSettings {
  readonly access: { readonly list: AccessList };
}

/** What a run needs to know about people: approvers, and readers of an answer. */
export function knownPeople(
  { access: { list: access } }: KnownPeopleSettings,
  { people }: Pick<Store, 'people'>,
) {
  const known = { access, people };
  return {
    approversOf: createApprovers(known),
    ownerAlone: createOwnerAlone(known),
    isOwners: createIsOwners(known),
    rightsOf: createWorkspaceRights(known),
  };
}
