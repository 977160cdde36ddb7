import { expect, test } from 'vitest';
import { conversationId } from '../../../src/core/ids.ts';
import { createConsoleVisitors } from '../../../src/gateway/people/console-visitors.ts';

const ANA = '34600111222';
const BEA = '34600333444';
const ALL = [
  { phone: BEA, role: 'member', workspaces: undefined },
  { phone: ANA, role: 'owner', workspaces: undefined },
] as const;
const TERMINAL = conversationId('console', 'local');
const HERS = conversationId('whatsapp', '99900001@lid');

test.each([
  ['the person at the machine, in a terminal', 'local', TERMINAL, ALL, TERMINAL, 'local'],
  ['the same without a terminal, as an owner', 'local', undefined, ALL, HERS, ANA],
  ['the same where nobody is listed', 'local', undefined, [], undefined, undefined],
  ['an owner, wherever the program has a terminal', ANA, TERMINAL, ALL, HERS, ANA],
  ['who never wrote, where they will', BEA, undefined, ALL, `whatsapp:${BEA}@s.whatsapp.net`, BEA],
])('what is about no task is said by %s', (_who, person, terminal, people, conversation, sender) => {
  const known = {
    access: { people, groups: [] },
    people: {
      all: () => [],
      get: () => undefined,
      directChat: (phone: string) => (phone === ANA ? HERS : undefined),
    },
    outsideAgents: { findByName: () => undefined },
  };
  const { ownChat } = createConsoleVisitors(known, terminal);
  const visitor = { sender: person, role: 'owner', isAtMachine: person === 'local' } as const;
  expect(ownChat(visitor)).toEqual(conversation && { conversation, sender });
});
