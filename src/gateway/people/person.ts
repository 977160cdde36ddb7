import { basename } from 'node:path';
import { webConversationOf } from '../../channels/web/web.ts';
import type { AccessList, OutsideAgentStore, PeopleStore, Person } from '../../contracts/access.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { ConversationId } from '../../core/ids.ts';
import { digitsOf } from '../../core/phone-number.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { shellTexts } from '../../web-server/texts/texts.ts';

/** Sources of the list of people. */
export interface KnownPeople {
  readonly access: AccessList;
  readonly people: Pick<PeopleStore, 'all' | 'get' | 'directChat'>;
  readonly outsideAgents: Pick<OutsideAgentStore, 'findByName'>;
}

/** People from the settings, then those from invitations. */
export function allPeople({ access, people }: Pick<KnownPeople, 'access' | 'people'>): readonly Person[] {
  return [...access.people, ...people.all()];
}

/** Undefined for a sender in no list: a stranger, or the person at the machine. */
export function personOf(sender: string, known: KnownPeople): Person | undefined {
  if (outsideName(sender) !== undefined) return outsidePerson(sender, known.outsideAgents);
  const phone = digitsOf(sender);
  return known.access.people.find((one) => one.phone === phone) ?? known.people.get(phone);
}

/** True for the person at the machine, who has no number. Another agent has none either, and is not that person. */
export function isAtMachine(sender: string): boolean {
  return outsideName(sender) === undefined && digitsOf(sender) === '';
}

/**
 * True for a chat with nobody in it but the program and this person, who has a number: on the phone, or in the browser.
 */
export function isOwnChat(
  conversation: ConversationId,
  person: string,
  { people }: Pick<KnownPeople, 'people'>,
): boolean {
  return (
    people.directChat(person) === conversation ||
    webConversationOf({ sender: person, isAtMachine: false }) === conversation
  );
}

/** True when a person may know a project and work in it. */
export function mayWorkIn({ workspaces }: Pick<Person, 'workspaces'>, project: string): boolean {
  return workspaces === undefined || workspaces.includes(basename(project));
}

/** True for a session of an owner, in any chat. */
export function createIsOwners(known: KnownPeople): (session: Pick<SessionRecord, 'owner'>) => boolean {
  return ({ owner }) => isAtMachine(owner) || personOf(owner, known)?.role === 'owner';
}

/** True when only an owner reads a session's answers: it is theirs, in a chat with nobody else. */
export function createOwnerAlone(
  known: KnownPeople,
): (session: Pick<SessionRecord, 'owner' | 'conversation'>) => boolean {
  const isOwners = createIsOwners(known);
  return ({ owner, conversation }) =>
    isOwners({ owner }) && (isAtMachine(owner) || isOwnChat(conversation, owner, known));
}

/** The name of a person on pages: their number, the name of another agent, or a word for the person at the machine. */
export function personName(sender: string, texts: Texts): string {
  if (/^\d+$/.test(sender)) return `+${sender}`;
  return outsideName(sender) ?? shellTexts(texts).atMachine;
}

/** Name of the channel of other agents, and of its account. */
export const OUTSIDE = 'mcp';

const SENDER = new RegExp(`^${OUTSIDE}:(.+)$`, 's');

/** The name of another agent as a sender and as the owner of its tasks. No phone number begins like this. */
export function outsideSender(name: string): string {
  return `${OUTSIDE}:${name}`;
}

/** The name of the agent behind a sender; undefined for a person. */
export function outsideName(sender: string): string | undefined {
  return SENDER.exec(sender)?.[1];
}

/**
 * The agent as a person, with the rights of its token; undefined for a person, and for an agent whose token is revoked.
 */
export function outsidePerson(
  sender: string,
  agents: Pick<OutsideAgentStore, 'findByName'>,
): Person | undefined {
  const name = outsideName(sender);
  const agent = name === undefined ? undefined : agents.findByName(name);
  return agent && { phone: sender, role: agent.role, workspaces: agent.workspaces };
}

/** Says whose task it is to another person who is asked about it. */
export function whoseTask(owner: string, { approvals }: Pick<Texts, 'approvals'>): string {
  const name = outsideName(owner);
  return name === undefined ? approvals.ofMember(owner) : approvals.ofAgent(name);
}
