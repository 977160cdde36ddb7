import { LOCAL } from '../../channels/console/console.ts';
import { chatWith, WHATSAPP } from '../../channels/whatsapp/identity.ts';
import type { Approver } from '../../contracts/access.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { SpokenMessage, WebRequest, WebVisitor } from '../../contracts/web-page.ts';
import type { Workspace } from '../../contracts/workspaces.ts';
import { type ConversationId, conversationId } from '../../core/ids.ts';
import { sha256 } from '../../core/json.ts';
import { workspaceOf } from '../tasks/projects.ts';
import { allPeople, isAtMachine, type KnownPeople, mayWorkIn, personOf } from './person.ts';

type OwnedSession = Pick<SessionRecord, 'owner'>;

/** A chat in which a visitor may begin something, and in whose name. */
export interface VisitorChat {
  /** Names it in a form, without its address. */
  readonly key: string;
  readonly conversation: ConversationId;
  readonly sender: string;
}

/** What people may see and do in the browser: what the chat would tell them, and what they may do there. */
export interface ConsoleVisitors {
  /** Undefined when the sender is not, or no longer, among the people who may write. */
  visitor(sender: string): WebVisitor | undefined;
  /** An owner reads everything, everybody else what they began themselves. */
  mayRead(visitor: WebVisitor, session: OwnedSession): boolean;
  /** In whose name a visitor answers this question; undefined when they may not answer it. */
  answersAs(visitor: WebVisitor, asked: Pick<Approver, 'requester'>): string | undefined;
  /** In whose name a visitor acts on this task; undefined when they may not. */
  actsAs(visitor: WebVisitor, session: OwnedSession): string | undefined;
  /** Chats with nobody else in which something new may begin; for the person at the machine, those of the owners. */
  chats(visitor: WebVisitor): readonly VisitorChat[];
  /** The chat and the name in which a visitor writes about no particular task; undefined when they have no chat. */
  ownChat(visitor: WebVisitor): Pick<SpokenMessage, 'conversation' | 'sender'> | undefined;
  /** True for a project of theirs: they do not learn that others exist. */
  mayKnow(visitor: WebVisitor, project: string): boolean;
}

/** @param terminal the chat of the person at the machine; undefined when this program has none */
export function createConsoleVisitors(known: KnownPeople, terminal?: ConversationId): ConsoleVisitors {
  const isOwner = (sender: string): boolean => personOf(sender, known)?.role === 'owner';
  const anOwner = (): string | undefined => allPeople(known).find(({ phone }) => isOwner(phone))?.phone;

  /** The person at the machine owns it, and may do what its owners may do. */
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
      return visitor.isAtMachine ? anOwner() : visitor.sender;
    },
    ownChat({ sender, isAtMachine: isHere }) {
      if (isHere && terminal !== undefined) return { conversation: terminal, sender };
      const phone = isHere ? anOwner() : sender;
      if (phone === undefined) return undefined;
      // A person who has not written yet will write from there, and before a phone is linked nobody has written.
      const toCome = conversationId(WHATSAPP, chatWith(phone));
      return { conversation: known.people.directChat(phone) ?? toCome, sender: phone };
    },
    chats({ sender, isAtMachine: isHere }) {
      const owners = allPeople(known).flatMap(({ phone, role }) => (role === 'owner' ? [phone] : []));
      const direct = (isHere ? owners : [sender]).flatMap((person): readonly VisitorChat[] => {
        const conversation = known.people.directChat(person);
        return conversation === undefined ? [] : [visitorChat(conversation, person)];
      });
      return isHere && terminal !== undefined ? [...direct, visitorChat(terminal, LOCAL)] : direct;
    },
    mayKnow({ sender, isAtMachine: isHere }, project) {
      const person = isHere ? undefined : personOf(sender, known);
      return isHere || (person !== undefined && mayWorkIn(person, project));
    },
  };
}

function visitorChat(conversation: ConversationId, sender: string): VisitorChat {
  return { key: sha256(conversation).slice(0, 12), conversation, sender };
}

export interface VisitorProjectsParts {
  readonly program: { readonly workspaces: Pick<CommandContext['program']['workspaces'], 'list' | 'usual'> };
  readonly visitors: Pick<ConsoleVisitors, 'chats' | 'mayKnow'>;
}

/** The projects that a visitor may know. */
export function visitorProjects(
  { visitor }: Pick<WebRequest, 'visitor'>,
  { program, visitors }: VisitorProjectsParts,
): readonly Workspace[] {
  return program.workspaces.list().found.filter(({ path }) => visitors.mayKnow(visitor, path));
}

/** The project of this name, or the first one without a name; undefined when there is none, or it is not theirs. */
export function visitorProject(
  name: string,
  request: Pick<WebRequest, 'visitor'>,
  parts: VisitorProjectsParts,
): Workspace | undefined {
  const projects = visitorProjects(request, parts);
  return name === '' ? projects[0] : projects.find((project) => project.name === name);
}

export interface VisitorChatParts {
  readonly visitors: Pick<ConsoleVisitors, 'chats'>;
  readonly program: { readonly workspaces: Pick<CommandContext['program']['workspaces'], 'usual'> };
  readonly store: Pick<CommandContext['store'], 'chosenWorkspaces'>;
}

/** A chat of this visitor that works in the project: what is said there is about its files. */
export function chatIn(
  { path }: Pick<Workspace, 'path'>,
  { visitor }: Pick<WebRequest, 'visitor'>,
  { visitors, program, store }: VisitorChatParts,
): VisitorChat | undefined {
  return visitors
    .chats(visitor)
    .find(({ conversation }) => workspaceOf(conversation, { store, program }) === path);
}
