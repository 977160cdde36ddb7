import { createApprovers } from './approver.ts';
import { createIsOwners, createOwnerAlone, type OwnerAloneParts } from './owner-alone.ts';
import { createWorkspaceRights } from './workspace-rights.ts';

/** What a run asks of people: whom a question is for, and who reads an answer. */
export function knownPeople(parts: OwnerAloneParts) {
  return {
    approverOf: createApprovers(parts),
    ownerAlone: createOwnerAlone(parts),
    isOwners: createIsOwners(parts),
    rightsOf: createWorkspaceRights(parts),
  };
}
