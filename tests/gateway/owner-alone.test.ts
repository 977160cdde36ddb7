import { expect, test } from 'vitest';
import type { Person } from '../../src/contracts/access.ts';
import { type ConversationId, conversationId } from '../../src/core/ids.ts';
import { createIsOwners, createOwnerAlone } from '../../src/gateway/people/person.ts';
import { sessionRecord } from '../support/session-record.ts';

const ANA = '34600111222';
const BEA = '34600333444';
const CAN = '34600555666';
const chatOf = (phone: string) => conversationId('whatsapp', phone);
const TEAM = conversationId('whatsapp', '1203630@g.us');

const people: readonly Person[] = [
  { phone: ANA, role: 'owner', workspaces: undefined },
  { phone: BEA, role: 'member', workspaces: ['shop'] },
];

test.each<[string, string, ConversationId, boolean]>([
  ['an owner in their own chat', ANA, chatOf(ANA), true],
  ['an owner in a group', ANA, TEAM, false],
  ['a member in their own chat', BEA, chatOf(BEA), false],
  ['an owner who was invited', CAN, chatOf(CAN), true],
  ['somebody who is listed no longer', '34600777888', chatOf('34600777888'), false],
  ['whoever sits at the machine', 'local', conversationId('console', 'local'), true],
])('%s', (_, owner, conversation, expected) => {
  const ownerAlone = createOwnerAlone({
    access: { people, groups: [{ id: '1203630@g.us', people: [ANA] }] },
    people: { all: () => [{ phone: CAN, role: 'owner', workspaces: undefined }], directChat: chatOf },
  });
  expect(ownerAlone(sessionRecord({ owner, conversation }))).toBe(expected);
});

test.each<[string, string, boolean]>([
  ['an owner', ANA, true],
  ['an owner who was invited', CAN, true],
  ['a member', BEA, false],
  ['somebody who is listed no longer', '34600777888', false],
  ['whoever sits at the machine', 'local', true],
])("a session of %s, in whichever chat, is an owner's: %s", (_, owner, expected) => {
  const isOwners = createIsOwners({
    access: { people, groups: [] },
    people: {
      all: () => [{ phone: CAN, role: 'owner', workspaces: undefined }],
      directChat: () => undefined,
    },
  });
  expect(isOwners(sessionRecord({ owner }))).toBe(expected);
});
