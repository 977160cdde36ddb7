import { basename } from 'node:path';
import { webConversationOf } from '../../channels/web/web.ts';
import type { AccessList, OutsideAgentStore, PeopleStore, Person } from '../../contracts/access.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { ConversationId } from '../../core/ids.ts';
import { digitsOf } from '../../core/phone-number.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { shellTexts } from '../../web-server/texts/texts.ts';
import { outsideName, outsidePerson } from './outside-agent.ts';

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
