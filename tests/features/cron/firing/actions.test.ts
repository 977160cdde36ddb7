import { afterEach, describe, expect, test } from 'vitest';
import type { AccessList } from '../../../../src/contracts/access.ts';
import type { Action } from '../../../../src/contracts/commands.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/core/clock.ts';
import { conversationId } from '../../../../src/core/ids.ts';
import { texts } from '../../../../src/core/texts/texts.ts';
import type { CronAction, CronChange, CronPlan } from '../../../../src/features/cron/cron.ts';
import { cronTexts } from '../../../../src/features/cron/texts/texts.ts';
import { agentCommand } from '../../../../src/features/sessions/agent.ts';
import { cronsIn } from '../../../support/crons.ts';
import {
  ANA,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../../support/gateway-rig.ts';
import { addCron, CHAT, cronOf, deciding, NOON_MS, stateOf } from './scene.ts';

const BEA = '34600333444';
const CAN = '34600555666';
const ACCESS: AccessList = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: undefined },
    { phone: CAN, role: 'reader', workspaces: undefined },
  ],
  groups: [{ id: 'team', people: [ANA, BEA, CAN] }],
};
const TEAM = conversationId('phone', 'team');
const { replies } = texts('en');
const { fired } = cronTexts(texts('en'));
const PLAN: CronPlan = {
  name: 'kd',
  kind: 'cron',
  schedule: '0 * * * *',
  timezone: 'UTC',
  message: 'stand up',
  policy: 'once',
  nextAtMs: NOON_MS + HOUR_MS,
};

let rig: GatewayRig;
let wanted: readonly (Action | CronAction)[] = [];
afterEach(() => rig.remove());

/** What the command `/do` decides is what `decided` was given. */
async function open(options: RigOptions = {}): Promise<void> {
  const commands = deciding(() => wanted);
  rig = await gatewayRig({ locale: 'en', access: ACCESS, commands, ...options });
}

async function decided(action: Action | CronAction, by?: string): Promise<void> {
  wanted = [action];
  await rig.say('/do', by === undefined ? {} : { chat: 'team', sender: by, group: { addressed: true } });
}

const changed = (id: ReturnType<typeof addCron>, change: CronChange): CronAction => ({
  kind: 'cron.change',
  cron: id,
  change,
});

test('one that is added is the sender’s, in this chat, and comes at its time', async () => {
  await open();
  await decided({ kind: 'cron.add', cron: PLAN }, BEA);
  const [cron] = cronsIn(rig.store).listOfChat(TEAM);
  expect(cron).toMatchObject({ ...PLAN, conversation: TEAM, sender: BEA, inGroup: true });
  await rig.clock.advance(HOUR_MS);
  expect(rig.phone.texts).toEqual(['⏰ cron kd\nstand up']);
});

test('a chat has a zone of its own', async () => {
  await open();
  await decided({ kind: 'cron.set-zone', timezone: 'America/Lima' });
  expect(rig.store.conversations.zone(CHAT)).toBe('America/Lima');
});

test('paused, resumed, deleted, brought back: nothing comes meanwhile', async () => {
  await open();
  const id = addCron(rig);
  await decided(changed(id, { kind: 'pause' }));
  await rig.clock.advance(90 * MINUTE_MS);
  await decided(changed(id, { kind: 'resume', nextAtMs: NOON_MS + 2 * HOUR_MS }));
  await decided(changed(id, { kind: 'delete' }));
  const silent = rig.phone.texts;
  await decided(changed(id, { kind: 'undelete' }));
  await rig.clock.advance(30 * MINUTE_MS);
  expect([silent, rig.phone.texts, stateOf(rig, id)]).toEqual([
    [],
    ['⏰ cron kd\nstand up'],
    'active, ran 20 14:00 sent, next 20 15:00',
  ]);
});

test('what was decided on rows that are otherwise is a mistake of ours, and says so', async () => {
  await open();
  const id = addCron(rig);
  await decided(changed(id, { kind: 'undelete' }));
  expect([rig.phone.texts, stateOf(rig, id)]).toEqual([[replies.internalError], 'active, next 20 13:00']);
});

describe('a run at once', () => {
  const endless: FakeRun = () => new Promise(() => undefined);

  test('comes beside the schedule, which stands', async () => {
    await open();
    const id = addCron(rig);
    await decided(changed(id, { kind: 'run' }));
    await decided(changed(id, { kind: 'run' }));
    expect([rig.phone.texts, stateOf(rig, id)]).toEqual([
      ['⏰ cron kd\nstand up', '⏰ cron kd\nstand up'],
      'active, ran 20 12:00 sent, next 20 13:00',
    ]);
  });

  test('starts no second task beside the first', async () => {
    await open({ run: endless, commands: [...deciding(() => wanted), agentCommand] });
    const id = addCron(rig, { message: '/agent test' });
    await decided(changed(id, { kind: 'run' }));
    await decided(changed(id, { kind: 'run' }));
    expect([rig.started, stateOf(rig, id)]).toEqual([
      ['test'],
      'active, ran 20 12:00 pending, passed 20 12:00 to 20 12:00 overlap, next 20 13:00',
    ]);
  });

  test('of a paused one comes too, and it stays paused', async () => {
    await open();
    const id = addCron(rig);
    await decided(changed(id, { kind: 'pause' }));
    await decided(changed(id, { kind: 'run' }));
    expect([rig.phone.texts.length, cronOf(rig, id).state]).toEqual([1, 'paused']);
  });
});

describe('who may do that', () => {
  test.each<[string, string, CronChange, string | undefined]>([
    ['its maker', BEA, { kind: 'pause' }, undefined],
    ['an owner', ANA, { kind: 'delete' }, undefined],
    ['a reader who made it stops it', CAN, { kind: 'pause' }, undefined],
    ['a reader who made it starts nothing', CAN, { kind: 'run' }, replies.readersOnlyAsk],
  ])('%s', async (_, by, change, refusal) => {
    await open();
    const maker = by === ANA ? BEA : by;
    const id = addCron(rig, { conversation: TEAM, inGroup: true, sender: maker, message: '/agent test' });
    await decided(changed(id, change), by);
    expect([
      rig.phone.texts,
      stateOf(rig, id) === 'active, next 20 13:00' && change.kind !== 'delete',
    ]).toEqual([refusal === undefined ? [] : [refusal], refusal !== undefined]);
  });

  test('somebody else’s is left alone, and so is one of another chat', async () => {
    await open();
    const theirs = addCron(rig, { conversation: TEAM, inGroup: true });
    const elsewhere = addCron(rig);
    await decided(changed(theirs, { kind: 'delete' }), BEA);
    await decided(changed(elsewhere, { kind: 'delete' }), ANA);
    expect([rig.phone.texts, cronOf(rig, theirs).deletedAtMs, cronOf(rig, elsewhere).deletedAtMs]).toEqual([
      [fired.notYours, fired.notYours],
      undefined,
      undefined,
    ]);
  });

  test('a reader adds no task, and sets no zone', async () => {
    await open();
    await decided({ kind: 'cron.add', cron: { ...PLAN, message: '/agent test' } }, CAN);
    await decided({ kind: 'cron.set-zone', timezone: 'UTC' }, CAN);
    expect([rig.phone.texts, cronsIn(rig.store).listOfChat(TEAM)]).toEqual([
      [replies.readersOnlyAsk, replies.readersOnlyAsk],
      [],
    ]);
  });
});
