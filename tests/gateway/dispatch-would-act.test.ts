import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { ANA, type GatewayRig, gatewayRig } from '../support/gateway-rig.ts';

const BEA = '34600333444';
const ROY = '34600555666';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
    { phone: ROY, role: 'reader', workspaces: ['shop'] },
  ],
  groups: [],
} as const;

let rig: GatewayRig;
afterEach(() => rig.remove());

const rowsIn = (table: string): number =>
  rig.store.database.read(`SELECT count(*) AS n FROM ${table}`, z.object({ n: z.int() })).get({})?.n ?? -1;

/** A task of Bea that stopped, and what somebody would bring about in its chat. */
async function wouldAct(words: string, sender: string): Promise<boolean> {
  rig = await gatewayRig({
    access: ACCESS,
    run: async (_session, agent) => agent.end({ kind: 'parked', reason: 'rounds', detail: '', text: '' }),
  });
  await rig.say('/agent mend the login', { chat: 'bea', sender: BEA });
  const [session] = rig.sessions();
  if (session === undefined) throw new Error('no session');
  const { conversation } = session;
  return rig.gateway.wouldAct({ conversation, sender }, words.replace('<id>', session.id), 'en');
}

test.each([
  ['continue a task that stopped', '/agent-resume <id>', BEA, true],
  ['stop it', '/cancel <id>', BEA, true],
  ['in Spanish', '/cancelar <id>', BEA, true],
  ['an owner for a member', '/cancel <id>', ANA, true],
  ['a reader', '/cancel <id>', ROY, false],
  ['a stranger', '/cancel <id>', '34999999999', false],
  ['undo what changed nothing', '/undo <id>', BEA, false],
  ['merge what has no branch', '/merge <id>', BEA, false],
  ['another task', '/cancel 20261120-ffffffff', BEA, false],
  ['a word that is no command', '/nothing <id>', BEA, false],
  ['help', '/help', BEA, false],
])('what words would do is told before they are written: %s', async (_what, words, sender, would) => {
  expect(await wouldAct(words, sender)).toBe(would);
});

test('asking stores nothing and says nothing', async () => {
  await wouldAct('/help', BEA);
  const before = ['inbox', 'outbox', 'sessions'].map(rowsIn);
  const [session] = rig.sessions();
  for (const command of ['/cancel', '/agent-resume', '/undo', '/agent more'])
    rig.gateway.wouldAct(
      { conversation: session?.conversation as never, sender: BEA },
      `${command} ${session?.id}`,
      'en',
    );
  expect({
    rows: ['inbox', 'outbox', 'sessions'].map(rowsIn),
    status: rig.sessions()[0]?.state.status,
  }).toEqual({ rows: before, status: 'parked' });
});
