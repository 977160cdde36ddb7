import type { AccessList, Approver } from '../../contracts/access.ts';
import type { Risk } from '../../contracts/policy.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { WorkspaceRights } from '../../contracts/workspaces.ts';
import {
  createIsOwners,
  createOwnerAlone,
  everybody,
  isAtMachine,
  type KnownPeople,
  personOf,
} from './person.ts';

/** What a run needs to know about people: approvers, and readers of an answer. */
export function knownPeople(
  { access: { list: access } }: { readonly access: { readonly list: AccessList } },
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

/**
 * Which projects the person of a session may know, and whether they may choose its chat's project: as for a message.
 */
export function createWorkspaceRights(
  known: KnownPeople,
): (session: Pick<SessionRecord, 'owner' | 'conversation'>) => WorkspaceRights {
  return ({ owner, conversation }) => {
    if (isAtMachine(owner)) return { names: undefined, mayChoose: true };
    const person = personOf(owner, known);
    if (person === undefined) return { names: [], mayChoose: false };
    const isAlone = known.people.directChat(owner) === conversation;
    return { names: person.workspaces, mayChoose: person.role === 'owner' || isAlone };
  };
}

/**
 * The people to ask: the author of the task; for a member's task every owner, each in their own chat, when a yes
 * would reach the network or anything beyond the project (the first answer counts). Unknown reach counts as beyond.
 */
export function createApprovers(
  known: KnownPeople,
): (session: SessionRecord, risk: Risk) => readonly Approver[] {
  return (session, risk) => {
    const own = { requester: session.owner, conversation: session.conversation };
    const person = personOf(session.owner, known);
    // The person at the machine is not in any list.
    if (person === undefined || person.role === 'owner' || !reachesOut(risk)) return [own];
    return owners(known);
  };
}

function reachesOut({ network, writesOutsideGit }: Risk): boolean {
  return network !== 'no' || writesOutsideGit !== 'no';
}

/** Owners who have written in a chat of their own. */
function owners(known: KnownPeople): readonly Approver[] {
  return everybody(known).flatMap(({ phone, role }) => {
    const conversation = role === 'owner' ? known.people.directChat(phone) : undefined;
    return conversation === undefined ? [] : [{ requester: phone, conversation }];
  });
}
