import { afterEach, describe, expect, test } from 'vitest';
import { settled } from '../../support/fake-clock.ts';
import type { GatewayRig } from '../../support/gateway-rig.ts';
import {
  ANA,
  approval,
  asksOnce,
  BOB,
  HOUR,
  lockRig,
  lockRows,
  MINUTE,
  now,
  removeRigs,
  restarted,
  told,
  wrong,
} from './lock-rig.ts';

afterEach(removeRigs);

const LOCKED = '🔒 Locked. Unlock: /unlock <code>';
const WAITS = '🔒 Something is waiting here. See it: /unlock <code>';

function textsSince(rig: GatewayRig, since: number): readonly string[] {
  return rig.phone.texts.slice(since);
}

describe('a locked chat', () => {
  test('takes nothing but /unlock with the code, through a restart', async () => {
    const rig = await lockRig({ run: asksOnce() });
    await rig.say('/agent deploy it');
    expect(await told(rig, '/lock')).toEqual(['🔒 All your chats are locked.\nUnlock: /unlock <code>']);
    const next = await restarted(rig);
    const tries: readonly [string, Parameters<GatewayRig['say']>[1]?][] = [
      ['/agent another one'],
      ['/status'],
      ['/help'],
      ['hello'],
      ['yes'],
      [`yes ${now(next)}`],
      [now(next)],
      ['/unlock'],
      ['/lock'],
      ['', { gesture: { kind: 'vote', target: 'Q1', choices: ['Yes, this once'] } }],
      ['', { gesture: { kind: 'reaction', target: 'Q1', emoji: '👍' } }],
      ['', { gesture: { kind: 'edit', target: 'm1', text: '/agent something else' } }],
      ['', { gesture: { kind: 'delete', target: 'm1' } }],
      ['yes', { quotedId: 'Q1', quoted: { author: 'program', text: '❓ May I' } }],
      ['', { attachments: [{ kind: 'image', mimeType: 'image/png', name: 'a', bytes: 1, reference: {} }] }],
    ];
    for (const [text, change] of tries) expect(await told(next, text, change)).toEqual([LOCKED]);
    expect([approval(next)?.state, next.started]).toEqual(['pending', []]);
    expect(await told(next, `/unlock ${now(next)}`)).toEqual(['🔓 Unlocked.']);
    await next.say('no');
    expect(approval(next)?.state).toBe('rejected');
  });

  test('keeps nothing of what is written there', async () => {
    const rig = await lockRig();
    await rig.say('/lock');
    await rig.say('/agent the-secret-plan', { id: 'x' });
    const row = rig.store.inbox.find({ account: 'bot', chat: 'ana', sender: ANA, id: 'x' });
    expect([row?.state, row?.reason, row?.message.text]).toEqual(['refused', 'locked', '']);
  });

  test('shows nothing of what comes meanwhile, says once that it does, and then shows all of it in order', async () => {
    const rig = await lockRig();
    await rig.say('hello');
    const since = rig.phone.sent.length;
    rig.store.atomically(() => lockRows(rig).lock(ANA, { why: 'asked', atMs: rig.clock.nowMs() }));
    for (const text of ['report one', 'report two'])
      rig.outgoing.outbox.enqueue({
        conversation: 'phone:ana' as never,
        key: `ended:${text}`,
        body: { kind: 'text', text },
      });
    rig.outgoing.nudge();
    await settled();
    expect(textsSince(rig, since)).toEqual([WAITS]);
    const next = await restarted(rig);
    await next.say(`/unlock ${now(next)}`);
    expect(textsSince(next, since)).toEqual([WAITS, '🔓 Unlocked.', 'report one', 'report two']);
  });

  test('a wrong code keeps it locked, and slows down', async () => {
    const rig = await lockRig();
    await rig.say('/lock');
    for (const _ of [1, 2]) await rig.say(`/unlock ${wrong(rig)}`);
    expect(await told(rig, `/unlock ${wrong(rig)}`)).toEqual([
      '❌ Wrong code, so I did nothing.\nTry again in 30 s.',
    ]);
    await rig.say(`/unlock ${now(rig)}`);
    expect(lockRows(rig).findPerson(ANA)?.locked).toBeDefined();
    await rig.clock.advance(MINUTE);
    await rig.say(`/unlock ${now(rig)}`);
    expect(lockRows(rig).findPerson(ANA)?.locked).toBeUndefined();
  });

  test("is all of that owner's chats, and no other owner's", async () => {
    const access = {
      people: [ANA, BOB].map((phone) => ({ phone, role: 'owner', workspaces: undefined }) as const),
      groups: [{ id: 'team', people: [ANA, BOB] }],
    };
    const rig = await lockRig({ access, run: undefined as never });
    await rig.say('/lock');
    const group = { chat: 'team', group: { addressed: true } };
    expect(await told(rig, '/agent x', group)).toEqual([LOCKED]);
    await rig.say('/agent of bob', { ...group, sender: BOB });
    expect(rig.started).toEqual(['of bob']);
  });

  test('what its owner had scheduled still begins, and its report waits', async () => {
    const rig = await lockRig({ run: async (_session, agent) => agent.end({ kind: 'done', text: 'Ran.' }) });
    await rig.say('hello');
    await rig.say('/lock');
    const scheduled = { id: 1, name: 'ab', nominalMs: 0, lateMs: 0 };
    const row = rig.store.inbox.accept({
      channel: 'phone',
      instance: 'test-instance' as never,
      atMs: rig.clock.nowMs(),
      message: {
        account: 'cron',
        chat: 'ana',
        sender: ANA,
        id: 'c1',
        text: '/agent nightly',
        sentAtMs: rig.clock.nowMs(),
        scheduled,
      },
    });
    const since = rig.phone.sent.length;
    rig.gateway.handIn(row === undefined ? [] : [row]);
    await settled();
    expect([rig.started, textsSince(rig, since)]).toEqual([['hello', 'nightly'], [WAITS]]);
  });

  test('shows nothing where a screen opens', async () => {
    const rig = await lockRig({ run: asksOnce() });
    await rig.say('/agent deploy it');
    const member = { conversation: 'phone:ana' as never, sender: ANA };
    expect(rig.gateway.stillOpen(member, 'en')).not.toEqual([]);
    await rig.say('/lock');
    expect(rig.gateway.stillOpen(member, 'en')).toEqual([]);
  });

  test('a row that was damaged is a lock as well', async () => {
    const rig = await lockRig();
    await rig.say('hello');
    rig.store.database.execute("UPDATE lock_people SET why = 'asked'");
    expect(await told(rig, '/status')).toEqual([LOCKED]);
  });
});

describe('/lock', () => {
  test('says how to set it up where nothing is', async () => {
    const rig = await lockRig({ factor: undefined as never });
    expect(await told(rig, '/lock')).toEqual([
      'No PIN or code is set up yet.\nIn a terminal of my machine: wasap lock setup pin',
    ]);
    expect(await told(rig, '/unlock 123456')).toEqual(['Nothing is locked here. To lock your chats: /lock']);
  });

  test('locks nothing that could not be opened again', async () => {
    const rig = await lockRig();
    lockRows(rig).setUp('pin', rig.clock.nowMs());
    await rig.say('/lock');
    expect(lockRows(rig).findPerson(ANA)?.locked).toBeUndefined();
  });

  test('speaks Spanish', async () => {
    const rig = await lockRig({ locale: 'es' });
    expect(await told(rig, '/bloquear')).toEqual([
      '🔒 Todos tus chats están bloqueados.\nPara abrirlos: /desbloquear <código>',
    ]);
    expect(await told(rig, 'hola')).toEqual(['🔒 Bloqueado. Para abrir: /desbloquear <código>']);
    expect(await told(rig, `/desbloquear ${now(rig)}`)).toEqual(['🔓 Desbloqueado.']);
  });

  test('is not for members', async () => {
    const member = { phone: BOB, role: 'member', workspaces: undefined } as const;
    const owner = { phone: ANA, role: 'owner', workspaces: undefined } as const;
    const rig = await lockRig({ access: { people: [owner, member], groups: [] } });
    expect(await told(rig, '/lock', { chat: 'bob', sender: BOB })).toEqual(['Only an owner can do that.']);
  });
});

describe('after a silence', () => {
  const idle = { settings: { lockIdleMs: 15 * MINUTE } };

  test('the chat is locked, and what comes waits', async () => {
    const rig = await lockRig(idle);
    await rig.say('hello');
    await rig.clock.advance(14 * MINUTE);
    expect(await told(rig, '/lockstatus')).not.toEqual([LOCKED]);
    await rig.clock.advance(15 * MINUTE);
    const since = rig.phone.sent.length;
    rig.outgoing.outbox.enqueue({
      conversation: 'phone:ana' as never,
      key: 'ended:later',
      body: { kind: 'text', text: 'report' },
    });
    rig.outgoing.nudge();
    await settled();
    expect(textsSince(rig, since)).toEqual([WAITS]);
    expect(await told(rig, '/status')).toEqual([LOCKED]);
    expect(await told(rig, `/unlock ${now(rig)}`)).toEqual(['🔓 Unlocked.', 'report']);
  });

  test('a message right before a restart still counts', async () => {
    const rig = await lockRig(idle);
    await rig.say('hello');
    const next = await restarted(rig);
    await next.clock.advance(10 * MINUTE);
    expect(await told(next, '/lockstatus')).not.toEqual([LOCKED]);
  });

  test('the clock set back locks, too', async () => {
    const rig = await lockRig(idle);
    await rig.say('hello');
    rig.clock.jump(-2 * HOUR);
    expect(await told(rig, '/status')).toEqual([LOCKED]);
  });
});
