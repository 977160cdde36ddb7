import type { AccessList, PeopleStore } from '../contracts/access.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { WorkspaceRights } from '../contracts/workspaces.ts';
import { digitsOf } from './access.ts';

export interface WorkspaceRightsParts {
  readonly access: AccessList;
  readonly people: Pick<PeopleStore, 'all' | 'directChat'>;
}

/** Which projects the person of a session may know, and whether they decide where its chat works: as for a message. */
export function createWorkspaceRights({
  access,
  people,
}: WorkspaceRightsParts): (session: Pick<SessionRecord, 'owner' | 'conversation'>) => WorkspaceRights {
  return ({ owner, conversation }) => {
    const phone = digitsOf(owner);
    // Whoever sits at the machine has no number.
    if (phone === '') return { names: undefined, mayChoose: true };
    const person = [...access.people, ...people.all()].find((one) => one.phone === phone);
    if (person === undefined) return { names: [], mayChoose: false };
    const isAlone = people.directChat(owner) === conversation;
    return { names: person.workspaces, mayChoose: person.role === 'owner' || isAlone };
  };
}
