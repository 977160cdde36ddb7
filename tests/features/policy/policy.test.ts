import { afterEach, expect, test } from 'vitest';
import type { Grant } from '../../../src/contracts/grants.ts';
import type { ApprovalRecord } from '../../../src/contracts/store.ts';
import type { ApprovalId } from '../../../src/core/ids.ts';
import {
  ANA,
  approvalRecord,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../support/gateway-rig.ts';
import { offers } from '../../support/offers.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

const HOUR = 3_600_000;
const BEA = '34600999888';

/** A task that waits, with these grants given in its chat. */
async function granted(
  grants: readonly Partial<Grant>[],
  { locale = 'en', program = {}, ...options }: Pick<RigOptions, 'locale' | 'program' | 'access'> = {},
): Promise<void> {
  rig = await gatewayRig({
    locale,
    program,
    allowed: [ANA, BEA],
    run: async (_session, agent) => agent.ask({ question: { offers: offers() } }),
    ...options,
  });
  await rig.say('/agent one');
  const [session] = rig.sessions();
  if (session === undefined) throw new Error('no session');
  rig.store.approvals.create(
    approvalRecord({ id: 'm4p' as ApprovalId, session: session.id, messageId: 'Q2' }),
  );
  for (const change of grants) {
    rig.store.grants.add({
      scope: 'always',
      kind: 'argv',
      conversation: session.conversation,
      session: session.id,
      workspace: session.workspace,
      words: ['npm', 'ci'],
      executable: '/usr/lib/npm-cli.js',
      scripts: [],
      outside: [],
      access: { network: true, writable: [] },
      display: 'npm ci',
      grantedBy: ANA,
      grantedAtMs: rig.clock.nowMs() - 50 * HOUR,
      approval: 'm4p' as ApprovalId,
      ...change,
    });
  }
}

const PUSH: Partial<Grant> = {
  scope: 'session',
  kind: 'name',
  words: ['push'],
  executable: undefined,
  access: undefined,
  display: 'push',
};
const ESLINT: Partial<Grant> = { kind: 'prefix', words: ['eslint'], display: 'eslint' };

async function answerTo(text: string, sender = ANA): Promise<string | undefined> {
  await rig.say(text, { sender });
  return rig.phone.texts.at(-1);
}

const inForce = () => rig.sessions().flatMap((session) => rig.store.grants.listForSession(session));

test('/policy lists mode, sandbox and what was allowed in this chat', async () => {
  await granted([{}, PUSH, ESLINT]);
  const [first] = inForce();
  for (const call of ['c1', 'c2'] as ApprovalRecord['call'][]) {
    rig.store.grants.noteUse({ grant: 1, session: first?.session ?? ('' as never), call, atMs: 1 });
  }
  rig.store.grants.noteUse({
    grant: 2,
    session: first?.session ?? ('' as never),
    call: 'c3' as never,
    atMs: 1,
  });
  expect((await answerTo('/policy'))?.split('\n')).toEqual([
    "📜 I ask before any command that isn't on my list.",
    '🛡️ Sandbox: bubblewrap 0.8.0. Commands write only in the project.',
    'They get network only when you allow it.',
    'You allowed in this chat:',
    '1. `npm ci`',
    '   always, in /projects/shop · 2 d ago · used 2 times',
    '2. pushes of its branch',
    '   for its task · 2 d ago · used once',
    '3. `eslint` …',
    '   always, in /projects/shop · 2 d ago · used 0 times',
    'Take one back: /policy revoke <number>',
    'Take all back: /policy revoke all',
  ]);
});

test.each([
  ['en', '/policy', '1. fetches from its remote'],
  ['es', '/política', '1. los fetch de su remoto'],
] as const)('what holds for one address is named by its kind (%s)', async (locale, command, line) => {
  const words = ['fetch:0123456789abcdef'];
  await granted([{ ...PUSH, words, display: 'fetch:0123456789abcdef' }], { locale });
  expect((await answerTo(command))?.split('\n')).toContain(line);
});

test('/política speaks Spanish, and says when nothing is allowed and commands are refused', async () => {
  await granted([], { locale: 'es', program: { policyMode: 'strict' } });
  expect((await answerTo('/política'))?.split('\n')).toEqual([
    '📜 Rechazo los comandos que no están en mi lista.',
    expect.stringContaining('bubblewrap 0.8.0'),
    'Los comandos usan la red solo si la permites.',
    'No permitiste nada más en este chat.',
  ]);
});

test.each([
  ['/policy revoke 1', "🚫 Taken back: `npm ci`\nI'll ask again from now on.", [2]],
  ['/policy revocar 2', "🚫 Taken back: `eslint` …\nI'll ask again from now on.", [1]],
  ['/policy revoke all', "🚫 Taken back: 2 permissions\nI'll ask again from now on.", []],
  ['/policy revocar todo', "🚫 Taken back: 2 permissions\nI'll ask again from now on.", []],
  ['/policy revoke 7', "There's no 7 in this chat. /policy shows the numbers.", [1, 2]],
  ['/policy revoke', expect.stringContaining('/policy [revoke <n | all>]'), [1, 2]],
  ['/policy drop 1', expect.stringContaining('/policy [revoke <n | all>]'), [1, 2]],
])('%s', async (text, answer, left) => {
  await granted([{}, ESLINT]);
  expect(await answerTo(text)).toEqual(answer);
  expect(inForce().map(({ seq }) => seq)).toEqual(left);
});

test('a member takes back only what they allowed themselves', async () => {
  const people = [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: undefined },
  ] as const;
  await granted([{}, { ...ESLINT, grantedBy: BEA }], { access: { people, groups: [] } });
  expect(await answerTo('/policy revoke 1', BEA)).toBe(
    'Only whoever allowed this, or an owner, can take it back.',
  );
  expect(await answerTo('/policy revoke all', BEA)).toBe(
    "🚫 Taken back: 1 permissions\nI'll ask again from now on.",
  );
  expect(inForce().map(({ seq }) => seq)).toEqual([1]);
  expect(await answerTo('/policy revoke 1')).toBe("🚫 Taken back: `npm ci`\nI'll ask again from now on.");
});

test('what was allowed in another chat is neither shown nor revoked here', async () => {
  await granted([{}]);
  await rig.say('/policy', { chat: 'elsewhere' });
  expect(rig.phone.texts.at(-1)).toContain('You allowed nothing else in this chat.');
  await rig.say('/policy revoke 1', { chat: 'elsewhere' });
  await rig.say('/policy revoke all', { chat: 'elsewhere' });
  expect(inForce().map(({ seq }) => seq)).toEqual([1]);
});
