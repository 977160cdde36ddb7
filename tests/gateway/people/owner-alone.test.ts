import { expect, test } from 'vitest';
import type { OutsideAgent, Person } from '../../../src/contracts/access.ts';
import { type ConversationId, conversationId } from '../../../src/core/ids.ts';
import { createIsOwners, createOwnerAlone } from '../../../src/gateway/people/person.ts';
import { sessionRecord } from '../../support/session-record.ts';

const ANA = '34600111222';
const BEA = '34600333444';
const CAN = '34600555666';
const chatOf = (phone: string) => conversationId('whatsapp', phone);
const TEAM = conversationId('whatsapp', '1203630@g.us');

/** Named like an owner's number: it is none all the same. */
const agentNamed = (name: string): OutsideAgent | undefined =>
  ['ci', ANA].includes(name)
    ? { name, role: 'member', workspaces: undefined, madeAtMs: 0, revokedAtMs: undefined }
    : undefined;

const people: readonly Person[] = [
  { phone: ANA, role: 'owner', workspaces: undefined },
  { phone: BEA, role: 'member', workspaces: ['shop'] },
];

const can = { phone: CAN, role: 'owner', workspaces: undefined } as const;
const INVITED = { all: () => [can], get: (phone: string) => (phone === CAN ? can : undefined) };

test.each<[string, string, ConversationId, boolean]>([
  ['an owner in their own chat', ANA, chatOf(ANA), true],
  ['an owner in a group', ANA, TEAM, false],
  ['an owner in their own chat in the browser', ANA, conversationId('web', ANA), true],
  ["an owner's task in the browser chat of somebody else", ANA, conversationId('web', BEA), false],
  ['a member in their own chat', BEA, chatOf(BEA), false],
  ['a member in their own chat in the browser', BEA, conversationId('web', BEA), false],
  ['an owner who was invited', CAN, chatOf(CAN), true],
  ['somebody who is listed no longer', '34600777888', chatOf('34600777888'), false],
  ['whoever sits at the machine', 'local', conversationId('console', 'local'), true],
  ['whoever sits at the machine, in the browser', 'local', conversationId('web-local', 'local'), true],
  ['another agent', 'mcp:ci', conversationId('mcp', 'ci'), false],
  ["another agent with an owner's number for a name", `mcp:${ANA}`, conversationId('mcp', ANA), false],
  ['another agent without a token', 'mcp:gone', conversationId('mcp', 'gone'), false],
])('%s', (_, owner, conversation, expected) => {
  const ownerAlone = createOwnerAlone({
    access: { people, groups: [{ id: '1203630@g.us', people: [ANA] }] },
    people: { ...INVITED, directChat: chatOf },
    outsideAgents: { findByName: agentNamed },
  });
  expect(ownerAlone(sessionRecord({ owner, conversation }))).toBe(expected);
});

test.each<[string, string, boolean]>([
  ['an owner', ANA, true],
  ['an owner who was invited', CAN, true],
  ['a member', BEA, false],
  ['somebody who is listed no longer', '34600777888', false],
  ['whoever sits at the machine', 'local', true],
  ['another agent', 'mcp:ci', false],
  ["another agent with an owner's number for a name", `mcp:${ANA}`, false],
  ['another agent without a token', 'mcp:gone', false],
])("a session of %s, in whichever chat, is an owner's: %s", (_, owner, expected) => {
  const isOwners = createIsOwners({
    access: { people, groups: [] },
    people: {
      ...INVITED,
      directChat: () => undefined,
    },
    outsideAgents: { findByName: agentNamed },
  });
  expect(isOwners(sessionRecord({ owner }))).toBe(expected);
});
