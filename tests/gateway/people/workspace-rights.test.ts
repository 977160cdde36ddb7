import { expect, test } from 'vitest';
import type { AccessList, Person } from '../../../src/contracts/access.ts';
import { conversationId } from '../../../src/core/ids.ts';
import { createWorkspaceRights } from '../../../src/gateway/people/known-people.ts';

const ANA = '34600111222';
const BEA = '34600333444';
const DAN = '34600777888';
const invited: Person = { phone: DAN, role: 'reader', workspaces: ['blog'] };
const access: AccessList = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
  ],
  groups: [],
};
const alone = (phone: string) => conversationId('whatsapp', phone);
const TEAM = conversationId('whatsapp', 'team');
const people = {
  all: () => [invited],
  get: (phone: string) => (phone === invited.phone ? invited : undefined),
  directChat: (phone: string) => (phone.startsWith('mcp:') ? undefined : alone(phone)),
};
const agent = {
  name: 'ci',
  role: 'member',
  workspaces: ['shop'],
  madeAtMs: 0,
  revokedAtMs: undefined,
} as const;
const outsideAgents = { findByName: (name: string) => (name === 'ci' ? agent : undefined) };
const rightsOf = createWorkspaceRights({ access, people, outsideAgents });

test.each([
  ['whoever sits at the machine', 'local', conversationId('console', 'local'), undefined, true],
  ['an owner alone', ANA, alone(ANA), undefined, true],
  ['an owner in a group', ANA, TEAM, undefined, true],
  ['a member alone', BEA, alone(BEA), ['shop'], true],
  ['a member alone, in the browser', BEA, conversationId('web', BEA), ['shop'], true],
  ['a member in a group', BEA, TEAM, ['shop'], false],
  ['somebody who was invited', DAN, alone(DAN), ['blog'], true],
  ['somebody who is no longer listed', '34600999999', TEAM, [], false],
  ['another agent', 'mcp:ci', conversationId('mcp', 'ci'), ['shop'], false],
  ['another agent without a token', 'mcp:gone', conversationId('mcp', 'gone'), [], false],
] as const)('%s', (_who, owner, conversation, names, mayChoose) => {
  expect(rightsOf({ owner, conversation })).toEqual({ names, mayChoose });
});
