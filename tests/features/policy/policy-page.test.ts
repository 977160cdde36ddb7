import { afterEach, expect, test } from 'vitest';
import type { Grant } from '../../../src/contracts/grants.ts';
import type { CommandFolders, CommandRequest, CommandVerdict } from '../../../src/contracts/policy.ts';
import type { ApprovalId } from '../../../src/core/ids.ts';
import {
  type ConsoleRig,
  consoleRig,
  LOCAL,
  runningTags,
  SECRET,
  wordsOf,
} from '../../support/console-rig.ts';
import { ANA, approvalRecord, type RigOptions } from '../../support/gateway-rig.ts';
import { offers } from '../../support/offers.ts';

const BEA = '34600333444';
const ROY = '34600555666';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
    { phone: ROY, role: 'reader', workspaces: ['blog'] },
  ],
  groups: [],
} as const;

let rig: ConsoleRig;
afterEach(() => rig.close());

/** A task of this person that waits, with these permissions given in its chat. */
async function granted(
  grants: readonly Partial<Grant>[],
  { sender = ANA, ...options }: RigOptions & { readonly sender?: string; readonly locale?: 'en' | 'es' } = {},
): Promise<void> {
  rig = await consoleRig({
    access: ACCESS,
    run: async (_session, agent) => agent.ask({ question: { offers: offers() } }),
    ...options,
  });
  await rig.say('/agent one', { sender, chat: sender });
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
      grantedBy: sender,
      grantedAtMs: Date.now() - 50 * 3_600_000,
      approval: 'm4p' as ApprovalId,
      ...change,
    });
  }
}

const page = async (query = '', person = LOCAL) =>
  await rig.get(`/policy${query}`, { cookie: await rig.enter(person) });
const revoke = async (person: string, grant: string, more: Readonly<Record<string, string>> = {}) =>
  await rig.post('/policy', { grant, do: 'revoke', ...more }, { cookie: await rig.enter(person) });
const standing = () =>
  rig.store.grants.listOfChat(rig.sessions()[0]?.conversation ?? ('' as never)).map(({ seq }) => seq);

test('what people allowed, how far it goes, and a button to take it back', async () => {
  await granted([{}, { scope: 'session', display: 'npm run lint' }]);
  expect(wordsOf((await page()).body)).toMatch(
    /Allowed by people 2 npm ci Take back always, in \/projects\/shop 2 d ago used 0 times by \+34600111222 npm run lint Take back for its task/,
  );
});

test.each([
  ['the person at the machine', LOCAL],
  ['the owner who gave it', ANA],
])('%s takes it back as in its chat, and the page says so', async (_who, person) => {
  await granted([{}, { display: 'npm run lint' }]);
  const pressed = await revoke(person, '1');
  const after = await rig.get(pressed.headers.location ?? '', { cookie: await rig.enter(person) });
  expect([pressed.status, standing(), wordsOf(after.body).includes('Taken back: npm ci')]).toEqual([
    303,
    [2],
    true,
  ]);
});

test("an owner takes back a member's; the member takes back their own", async () => {
  await granted([{}, { display: 'npm run lint' }], { sender: BEA });
  const [own, owners] = [await revoke(BEA, '1'), await revoke(ANA, '2')];
  expect([own.status, owners.status, standing()]).toEqual([303, 303, []]);
});

test.each([
  ["a member, of an owner's", BEA, '1'],
  ['a reader', ROY, '1'],
  ['an owner, of none that there is', ANA, '99'],
  ['an owner, of something else', ANA, "1' OR 1=1"],
])('%s: nothing is taken back, as if it were not there', async (_who, person, grant) => {
  await granted([{}]);
  const { status } = await revoke(person, grant);
  expect([status, standing()]).toEqual([404, [1]]);
});

test('no other wish is one of this page', async () => {
  await granted([{}]);
  expect([(await revoke(ANA, '1', { do: 'grant' })).status, standing()]).toEqual([404, [1]]);
});

test("a member sees no permission of anybody else's", async () => {
  await granted([{}]);
  const words = wordsOf((await page('', BEA)).body);
  expect([words.includes('npm ci'), words.includes('Nothing is allowed beyond the list.')]).toEqual([
    false,
    true,
  ]);
});

test('what was allowed is only text', async () => {
  await granted([{ display: `echo '<script>alert(1)</script>' "><img src=x onerror=alert(1)> ${SECRET}` }]);
  const { body } = await page();
  expect([runningTags(body), body.includes('alert(1)'), body.includes('sk-canary')]).toEqual([
    [],
    true,
    false,
  ]);
});

/** Judges every line alike, and notes what it was asked. */
function judging(verdict: CommandVerdict['verdict']) {
  const asked: [CommandRequest, CommandFolders][] = [];
  return {
    asked,
    policy: {
      async judge(request: CommandRequest, where: CommandFolders): Promise<CommandVerdict> {
        asked.push([request, where]);
        const line = request.kind === 'line' ? request.line : '';
        const execution = { kind: 'argv', file: '/home/ana/bin/git', args: ['push', '<b>'] } as const;
        return {
          verdict,
          execution: verdict.kind === 'deny' ? undefined : execution,
          base: 'git',
          display: line,
        };
      },
      list: async () => ({
        platform: 'posix' as const,
        commands: [{ name: 'git', description: '', subcommands: [{ name: 'status', description: '' }] }],
      }),
    },
  };
}

const RISK = { writesOutsideGit: 'no', network: 'yes', undoable: 'no' } as const;

test.each<[CommandVerdict['verdict'], RegExp]>([
  [{ kind: 'allow', rule: 'configured' }, /Runs without asking .*configured/],
  [
    { kind: 'ask', rule: 'force-push', reason: 'It could lose commits.', risk: RISK },
    /Asks you first .*force-push .*changes nothing outside git · uses the network · can't be undone/,
  ],
  [{ kind: 'deny', rule: 'never', reason: 'It is never run.' }, /Never runs .*It is never run\..*never/],
])('%j is explained', async (verdict, expected) => {
  const { policy, asked } = judging(verdict);
  rig = await consoleRig({ access: ACCESS, policy });
  const { body } = await page(`?line=${encodeURIComponent('git push --force')}&project=shop`);
  expect([expected.test(wordsOf(body)), asked, body.includes('data-live')]).toEqual([
    true,
    [
      [
        { kind: 'line', line: 'git push --force' },
        { root: '/projects/shop', cwd: '/projects/shop' },
      ],
    ],
    false,
  ]);
});

test('what would start is shown word by word, to owners alone: it names places on the machine', async () => {
  const { policy } = judging({ kind: 'allow', rule: 'configured' });
  rig = await consoleRig({ access: ACCESS, policy });
  const [owner, member] = [await page('?line=git', ANA), await page('?line=git', BEA)];
  expect([
    wordsOf(owner.body).includes('/home/ana/bin/git push <b>'),
    runningTags(owner.body),
    member.status,
    member.body.includes('/home/ana'),
    wordsOf(member.body).includes('Runs without asking'),
  ]).toEqual([true, [], 200, false, true]);
});

test('nothing is judged in a project that somebody may not know, or that there is not', async () => {
  const { policy, asked } = judging({ kind: 'allow', rule: 'configured' });
  rig = await consoleRig({ access: ACCESS, policy });
  const { body } = await page('?line=git', ROY);
  await page('?line=git&project=/etc', ANA);
  expect([
    wordsOf(body).includes("There's no project here that you can see."),
    body.includes('shop'),
    asked.map(([, { root }]) => root),
  ]).toEqual([true, false, ['/projects/shop']]);
});

test('a line is only text, and only its beginning is read', async () => {
  const { policy, asked } = judging({ kind: 'allow', rule: 'configured' });
  rig = await consoleRig({ access: ACCESS, policy });
  const { body } = await page(
    `?line=${encodeURIComponent(`"><script>alert(1)</script>${'x'.repeat(2000)}`)}`,
  );
  const [[request] = []] = asked;
  expect([runningTags(body), request?.kind === 'line' && request.line.length]).toEqual([[], 1000]);
});

test('without a line nothing is judged; the rules and the list are there', async () => {
  const { policy, asked } = judging({ kind: 'allow', rule: 'configured' });
  rig = await consoleRig({ access: ACCESS, policy });
  const words = wordsOf((await page('?line=%20')).body);
  expect([
    asked,
    words.includes("I ask before any command that isn't on my list."),
    words.includes('Commands on the list: 1 git status'),
    words.includes('Nothing is allowed beyond the list.'),
  ]).toEqual([[], true, true, true]);
});

test('in Spanish, from the question to the button', async () => {
  await granted([{}], { locale: 'es' });
  const pressed = await revoke(LOCAL, '1');
  const words = wordsOf(
    (await rig.get(pressed.headers.location ?? '', { cookie: await rig.enter(LOCAL) })).body,
  );
  expect([standing(), /Probar un comando/.test(words), /npm ci/.test(words)]).toEqual([[], true, true]);
});
