import type { Approver } from '../../contracts/access.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { WebVisitor } from '../../contracts/web-page.ts';
import { everybody, isAtMachine, type KnownPeople, personOf } from './person.ts';

type OwnedSession = Pick<SessionRecord, 'owner'>;

/** What people may see and do in the browser: what the chat would tell them, and what they may do there. */
export interface ConsoleVisitors {
  /** Undefined: they are not, or no longer, among the people who may write. */
  visitor(sender: string): WebVisitor | undefined;
  /** An owner reads everything, everybody else what they began themselves. */
  mayRead(visitor: WebVisitor, session: OwnedSession): boolean;
  /** In whose name a visitor answers this question; undefined: it is not theirs to answer. */
  answersAs(visitor: WebVisitor, asked: Pick<Approver, 'requester'>): string | undefined;
  /** In whose name a visitor acts on this task; undefined: they may not. */
  actsAs(visitor: WebVisitor, session: OwnedSession): string | undefined;
  /** Names of the projects that a visitor may know; undefined: all of them. */
  projectsOf(visitor: WebVisitor): readonly string[] | undefined;
}

export function createConsoleVisitors(known: KnownPeople): ConsoleVisitors {
  const isOwner = (sender: string): boolean => personOf(sender, known)?.role === 'owner';

  /** Whoever sits at the machine owns it, and with it what its owners may do. */
  const answersAs: ConsoleVisitors['answersAs'] = ({ sender, isAtMachine: isHere }, { requester }) =>
    requester === sender || (isHere && isOwner(requester)) ? requester : undefined;

  return {
    visitor(sender) {
      if (isAtMachine(sender)) return { sender, role: 'owner', isAtMachine: true };
      const role = personOf(sender, known)?.role;
      return role && { sender, role, isAtMachine: false };
    },
    mayRead: ({ sender, role }, { owner }) => role === 'owner' || owner === sender,
    answersAs,
    actsAs(visitor, { owner }) {
      const own = answersAs(visitor, { requester: owner });
      if (own !== undefined || visitor.role !== 'owner') return own;
      // The chat of the terminal knows nobody but the person at the machine.
      if (isAtMachine(owner)) return undefined;
      // A member's task: as any owner, because the person at the machine has no number there.
      return visitor.isAtMachine
        ? everybody(known).find(({ phone }) => isOwner(phone))?.phone
        : visitor.sender;
    },
    projectsOf({ sender, isAtMachine: isHere }) {
      if (isHere) return undefined;
      const person = personOf(sender, known);
      return person === undefined ? [] : person.workspaces;
    },
  };
}
