import type { SessionRecord } from '../../contracts/session.ts';
import type { WorkspaceRights } from '../../contracts/workspaces.ts';
import { isAtMachine, type KnownPeople, personOf } from './person.ts';

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
