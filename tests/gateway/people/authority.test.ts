import { afterEach, expect, test } from 'vitest';
import type { AccessList } from '../../../src/contracts/access.ts';
import type { CallId } from '../../../src/core/ids.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { fixedWorkspaces } from '../../support/fixed-workspaces.ts';
import { ANA, type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

const BEA = '34600333444';
const CAN = '34600555666';
const ACCESS: AccessList = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
    { phone: CAN, role: 'reader', workspaces: undefined },
  ],
  groups: [{ id: 'team', people: [ANA, BEA, CAN] }],
};
const endless: FakeRun = () => new Promise(() => undefined);
const { replies } = texts('en');

let rig: GatewayRig;
afterEach(() => rig.remove());

async function open(workspace = '/projects/shop'): Promise<void> {
  const program = { workspaces: fixedWorkspaces(workspace) };
  rig = await gatewayRig({ locale: 'en', run: endless, access: ACCESS, program });
}

const inGroup = (sender: string) => ({ chat: 'team', sender, group: { addressed: true } });

test('a member starts tasks in a project that is theirs', async () => {
  await open();
  await rig.say('/agent one', inGroup(BEA));
  expect(rig.started).toEqual(['one']);
});

test('a member starts nothing in another project, and reads nothing there', async () => {
  await open('/projects/payroll');
  await rig.say('/agent one', inGroup(BEA));
  await rig.say('what do people earn?', inGroup(BEA));
  const refusal = replies.notYourProject('payroll', 'shop');
  expect([rig.started, rig.phone.texts]).toEqual([[], [refusal, refusal]]);
});

test('a reader asks, and starts no task', async () => {
  await open();
  await rig.say('/agent one', inGroup(CAN));
  await rig.say('what is this?', inGroup(CAN));
  expect([rig.started, rig.phone.texts[0]]).toEqual([['what is this?'], replies.readersOnlyAsk]);
});

test.each([['and push it'], ['/cancel']])('a task of somebody else is left alone: %s', async (text) => {
  await open();
  await rig.say('/agent one', inGroup(ANA));
  await rig.say(text, inGroup(BEA));
  const [session] = rig.sessions();
  const steering = session === undefined ? [] : rig.store.steering.listUnread(session.id);
  expect([session?.state.status, session?.state.cancelRequested, steering, rig.phone.texts.at(-1)]).toEqual([
    'running',
    false,
    [],
    replies.notYourTask,
  ]);
});

test('an owner stops the task of a member', async () => {
  await open();
  await rig.say('/agent one', inGroup(BEA));
  await rig.say('/cancel', inGroup(ANA));
  expect(rig.sessions()[0]?.state.cancelRequested).toBe(true);
});

test('only an owner is told how the program is', async () => {
  await open();
  for (const sender of [BEA, CAN]) await rig.say('/doctor', inGroup(sender));
  await rig.say('/doctor', { chat: ANA, sender: ANA });
  expect(rig.phone.texts).toEqual([
    replies.ownersOnly,
    replies.ownersOnly,
    expect.stringContaining('checked up in en'),
  ]);
});

test.each(['/audit', '/audit denied'])('%s shows what ran for others to an owner alone', async (command) => {
  await open();
  await rig.say('/agent one', inGroup(BEA));
  await rig.say('/agent two', { chat: ANA, sender: ANA });
  const ids = rig
    .sessions()
    .map(({ id, task }) => ({ session: id, command: `ls ${task}`, phoneNumber: '1' }));
  for (const row of ids) rig.store.commandLog.addAttempt({ ...row, call: 'c' as CallId, decision: 'deny' });
  const seen: string[] = [];
  for (const place of [inGroup(ANA), inGroup(CAN), { chat: BEA, sender: BEA }, { chat: ANA, sender: ANA }]) {
    await rig.say(command, place);
    seen.push(rig.phone.texts.at(-1) ?? '');
  }
  const shown = seen.map((text) => ['ls one', 'ls two'].filter((line) => text.includes(line)));
  expect(shown).toEqual([['ls one'], ['ls one'], [], ['ls one', 'ls two']]);
});

test('where the project lies is told to an owner alone', async () => {
  await open('/home/ana/projects/shop');
  for (const place of [inGroup(ANA), { chat: BEA, sender: BEA }, { chat: ANA, sender: ANA }])
    await rig.say('/status', place);
  expect(rig.phone.texts.map((text) => text.split('\n')[1])).toEqual([
    '📁 Project: shop',
    '📁 Project: shop',
    '📁 Project: /home/ana/projects/shop',
  ]);
});
