/** A group, as a test holds it. */
import { randomInt } from 'node:crypto';

import { changeGroup } from './group-changes.ts';
import type { GroupRecord } from './group-record.ts';
import type { Person, Saying } from './person.ts';
import type { Addressing, MessageKey } from './to-client.ts';
import { type Contact, contactOf, type World } from './world.ts';

export type GroupOptions = {
  readonly subject: string;
  readonly members: readonly Person[];
  /** Default: the first member. */
  readonly admins?: readonly Person[];
  /** How members are named in it. Default: by LID, as new groups are. */
  readonly addressing?: Addressing;
};

export type TestGroup = {
  readonly record: GroupRecord;
  readonly jid: string;
  adds(person: Person): void;
  removes(person: Person): void;
  /** Takes the account itself in or out. */
  setJoined(joined: boolean): void;
  renames(subject: string): void;
  says(person: Person, text: string, how?: Omit<Saying, 'in' | 'as'>): Promise<MessageKey>;
};

export function createGroup(
  world: World,
  { subject, members, admins = members.slice(0, 1), addressing = 'lid' }: GroupOptions,
): TestGroup {
  const record: GroupRecord = {
    jid: `1203630${randomInt(1e10, 9e10)}@g.us`,
    subject,
    addressing,
    created: Math.floor(Date.now() / 1000),
    members: members.map((member) => contactFor(world, member)),
    admins: new Set(admins.map((admin) => contactFor(world, admin))),
    joined: true,
    senderKeys: new Map(),
    clientKeys: new Map(),
  };
  world.groups.set(record.jid, record);
  const group: TestGroup = {
    record,
    jid: record.jid,
    adds: (person) => changeGroup(world, record, { kind: 'add', member: contactFor(world, person) }),
    removes: (person) => changeGroup(world, record, { kind: 'remove', member: contactFor(world, person) }),
    setJoined: (joined) =>
      changeGroup(world, record, { kind: joined ? 'add' : 'remove', member: world.phone }),
    renames: (name) => changeGroup(world, record, { kind: 'subject', subject: name }),
    says: (person, text, how = {}) => person.says(text, { ...how, in: group }),
  };
  return group;
}

function contactFor(world: World, person: Person): Contact {
  const contact = contactOf(world, person.jid('pn'));
  if (contact === undefined) throw new Error(`${person.name} is nobody here`);
  return contact;
}
