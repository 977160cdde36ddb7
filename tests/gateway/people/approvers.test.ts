import { expect, test } from 'vitest';
import type { Approver, Person } from '../../../src/contracts/access.ts';
import type { Risk } from '../../../src/contracts/policy.ts';
import type { ConversationId } from '../../../src/core/ids.ts';
import { createApprovers } from '../../../src/gateway/people/known-people.ts';
import { sessionRecord } from '../../support/session-record.ts';

const ANA = '34600111222';
const BEA = '34600333444';
const CAN = '34600555666';
const EVA = '34600777888';
const HOME = 'whatsapp:team' as ConversationId;
const ANAS = 'whatsapp:ana' as ConversationId;

const INSIDE: Risk = { network: 'no', writesOutsideGit: 'no', undoable: 'yes' };
const NETWORK: Risk = { ...INSIDE, network: 'yes' };

const people: readonly Person[] = [
  { phone: ANA, role: 'owner', workspaces: undefined },
  { phone: EVA, role: 'owner', workspaces: undefined },
  { phone: BEA, role: 'member', workspaces: ['shop'] },
];

function approver(
  owner: string,
  risk: Risk,
  chats: Readonly<Record<string, ConversationId>> = { [ANA]: ANAS },
  local: readonly Approver[] = [],
) {
  const invited: readonly Person[] = [{ phone: CAN, role: 'member', workspaces: ['shop'] }];
  const of = createApprovers(
    {
      access: { people, groups: [] },
      people: {
        all: () => invited,
        get: (phone) => invited.find((one) => one.phone === phone),
        directChat: (person) => chats[person],
      },
      outsideAgents: {
        findByName: (name) => ({
          name,
          role: 'member',
          workspaces: undefined,
          madeAtMs: 0,
          revokedAtMs: undefined,
        }),
      },
    },
    local,
  );
  return of(sessionRecord({ owner, conversation: HOME }), risk);
}

const own = (requester: string): readonly Approver[] => [{ requester, conversation: HOME }];
const ana: readonly Approver[] = [{ requester: ANA, conversation: ANAS }];

test.each<[string, string, Risk, readonly Approver[]]>([
  ['an owner decides alone', ANA, NETWORK, own(ANA)],
  ['a member decides what stays inside', BEA, INSIDE, own(BEA)],
  ['the network is for an owner', BEA, NETWORK, ana],
  ['so is what may reach it', BEA, { ...INSIDE, network: 'unknown' }, ana],
  ['so is what git does not bring back', BEA, { ...INSIDE, writesOutsideGit: 'yes' }, ana],
  ['somebody who was invited is a member like others', CAN, NETWORK, ana],
  ['whoever sits at the machine decides alone', 'local', NETWORK, own('local')],
])('%s', (_, owner, risk, expected) => {
  expect(approver(owner, risk)).toEqual(expected);
});

test('without an owner who ever wrote there is nobody to ask', () => {
  expect(approver(BEA, NETWORK, {})).toEqual([]);
});

test('every owner who ever wrote is asked, each in their own chat', () => {
  const evas = 'whatsapp:eva' as ConversationId;
  expect(approver(BEA, NETWORK, { [ANA]: ANAS, [EVA]: evas })).toEqual([
    ...ana,
    { requester: EVA, conversation: evas },
  ]);
});

const TERMINAL: Approver = { requester: 'local', conversation: 'console:local' as ConversationId };

test.each<[string, Risk, readonly Approver[], readonly Approver[]]>([
  ['what stays inside', INSIDE, [], ana],
  ['the network', NETWORK, [], ana],
  ['anything, where somebody is at the terminal', INSIDE, [TERMINAL], [...ana, TERMINAL]],
])('of a task of another agent %s is for owners: an agent answers nothing', (_, risk, local, expected) => {
  expect(approver('mcp:ci', risk, { [ANA]: ANAS, 'mcp:ci': HOME }, local)).toEqual(expected);
});

test('an agent whose owner never wrote has nobody who could say yes', () => {
  expect(approver('mcp:ci', INSIDE, {})).toEqual([]);
});
