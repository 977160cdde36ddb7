import { CONSOLE, LOCAL } from '../../channels/console/console.ts';
import type { AccessList, Approver } from '../../contracts/access.ts';
import type { Channel } from '../../contracts/channel.ts';
import type { Risk } from '../../contracts/policy.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { PeopleStores } from '../../contracts/store.ts';
import type { WorkspaceRights } from '../../contracts/workspaces.ts';
import { type ConversationId, conversationId } from '../../core/ids.ts';
import { createConsoleVisitors } from './console-visitors.ts';
import {
  allPeople,
  createIsOwners,
  createOwnerAlone,
  isAtMachine,
  isOwnChat,
  type KnownPeople,
  outsideName,
  personOf,
} from './person.ts';

/**
 * What a run needs to know about people: approvers, and readers of an answer; and who may do what in the browser.
 * @param channels those of this program: the person at its terminal is asked there
 */
export function knownPeople(
  { access: { list: access } }: { readonly access: { readonly list: AccessList } },
  { people, outsideAgents }: PeopleStores,
  channels: readonly Pick<Channel, 'name'>[],
) {
  const known = { access, people, outsideAgents };
  const hasTerminal = channels.some(({ name }) => name === CONSOLE);
  return {
    approversOf: createApprovers(known, hasTerminal ? [AT_TERMINAL] : []),
    ownerAlone: createOwnerAlone(known),
    isOwners: createIsOwners(known),
    rightsOf: createWorkspaceRights(known),
    consoleVisitors: createConsoleVisitors(known, hasTerminal ? AT_TERMINAL.conversation : undefined),
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
    const mayChoose = person.role === 'owner' || isOwnChat(conversation, owner, known);
    return { names: person.workspaces, mayChoose };
  };
}

const AT_TERMINAL: Approver = { requester: LOCAL, conversation: conversationId(CONSOLE, LOCAL) };

/**
 * The people to ask: the author of the task; for a member's task every owner, each in their own chat, when a yes would
 * reach the network or anything beyond the project (the first answer counts). Unknown reach counts as beyond. About a
 * task of another agent every owner is asked, however far it reaches: an agent never answers a question.
 * @param local the person at the terminal of this program; asked about tasks of other agents
 */
export function createApprovers(
  known: KnownPeople,
  local: readonly Approver[],
): (session: SessionRecord, risk: Risk) => readonly Approver[] {
  return (session, risk) => {
    if (outsideName(session.owner) !== undefined) return [...ownerApprovers(known), ...local];
    const own = { requester: session.owner, conversation: session.conversation };
    const person = personOf(session.owner, known);
    // The person at the machine is not in any list.
    if (person === undefined || person.role === 'owner' || !reachesOut(risk)) return [own];
    return ownerApprovers(known);
  };
}

function reachesOut({ network, writesOutsideGit }: Risk): boolean {
  return network !== 'no' || writesOutsideGit !== 'no';
}

/** Owners who have written in a chat of their own. */
function ownerApprovers(known: KnownPeople): readonly Approver[] {
  return allPeople(known).flatMap(({ phone, role }) => {
    const conversation = role === 'owner' ? known.people.directChat(phone) : undefined;
    return conversation === undefined ? [] : [{ requester: phone, conversation }];
  });
}

export interface OwnerChatsParts extends Pick<KnownPeople, 'access'> {
  readonly store: Pick<KnownPeople, 'people'>;
  readonly channels: ReadonlyMap<string, Pick<Channel, 'name'>>;
}

/** The owners' own chats, and the terminal while there is one: for notices that every owner has to see. */
export function ownerChats({ access, store, channels }: OwnerChatsParts): readonly ConversationId[] {
  const chats = allPeople({ access, people: store.people }).flatMap(({ phone, role }) =>
    role === 'owner' ? (store.people.directChat(phone) ?? []) : [],
  );
  const terminal = channels.has(CONSOLE) ? [conversationId(CONSOLE, LOCAL)] : [];
  return [...new Set([...chats, ...terminal])];
}
