import { afterEach, expect, test } from 'vitest';
import { checkArrivingCode } from '../../../src/features/lock/arriving-code.ts';
import type { GatewayRig } from '../../support/gateway-rig.ts';
import {
  ANA,
  APP,
  approval,
  BOB,
  codeAt,
  filesWith,
  HOUR,
  lockRig,
  lockRows,
  now,
  removeRigs,
  told,
  wrongAt,
} from './lock-rig.ts';

afterEach(removeRigs);

const owner = { phone: ANA, role: 'owner', workspaces: undefined } as const;
const member = { phone: BOB, role: 'member', workspaces: undefined } as const;
const TEAM = { people: [owner, member], groups: [{ id: 'team', people: [ANA, BOB] }] };
const GROUP = { chat: 'team', group: { addressed: true } };

const state = (rig: GatewayRig) => approval(rig)?.state;

test("a member of the group with the owner's code approves nothing, uses it up for nobody, and it is not kept", async () => {
  const rig = await lockRig({ access: TEAM });
  await rig.say('/agent deploy it', GROUP);
  const code = now(rig);
  await rig.say(`yes ${code}`, { ...GROUP, sender: BOB });
  expect([state(rig), filesWith(rig, code)]).toEqual(['pending', []]);
  await rig.say(`yes ${code}`, GROUP);
  expect(state(rig)).toBe('approved');
});

test("a member's own yes with the code does not stand in for the owner's", async () => {
  const rig = await lockRig({ access: TEAM });
  await rig.say('/agent deploy it', GROUP);
  await rig.say('yes', GROUP);
  await rig.say(now(rig), { ...GROUP, sender: BOB });
  expect(state(rig)).toBe('pending');
});

test('a forwarded code counts for nothing', async () => {
  const rig = await lockRig();
  await rig.say('/agent deploy it');
  await rig.say('yes');
  await rig.say(now(rig), { forwarded: true });
  await rig.say(`yes ${now(rig)}`, { forwarded: true });
  expect(state(rig)).toBe('pending');
});

test('a quoted code counts for nothing', async () => {
  const rig = await lockRig();
  await rig.say('/agent deploy it');
  await rig.say('yes', { quotedId: 'm0', quoted: { author: 'sender', text: now(rig) } });
  expect(state(rig)).toBe('pending');
});

test('a spoken code counts for nothing, with or without a yes', async () => {
  let spoken = '';
  const rig = await lockRig({ sentFiles: { transcribe: async () => spoken } });
  rig.phone.fetch = async () => new Uint8Array([1]);
  const voice = {
    attachments: [{ kind: 'voice', mimeType: 'audio/ogg', name: undefined, bytes: 1, reference: {} }],
  } as const;
  await rig.say('/agent deploy it');
  spoken = `yes ${now(rig)}`;
  await rig.say('', voice);
  await rig.say('yes');
  spoken = now(rig);
  await rig.say('', voice);
  expect(state(rig)).toBe('pending');
});

test('a code by an edit of an older message counts for nothing', async () => {
  const rig = await lockRig();
  await rig.say('/agent deploy it');
  await rig.say('hello', { id: 'old' });
  await rig.say('', { gesture: { kind: 'edit', target: 'old', text: `yes ${now(rig)}` } });
  expect(state(rig)).toBe('pending');
});

test('one code is for one answer', async () => {
  const rig = await lockRig();
  await rig.say('/agent deploy it');
  const code = now(rig);
  await rig.say(`yes ${code}`);
  await rig.say('/lock');
  await rig.say(`/unlock ${code}`);
  expect(lockRows(rig).findPerson(ANA)?.locked).toBeDefined();
});

test('with the clock set back, no code of that time opens anything', async () => {
  const rig = await lockRig();
  const early = codeAt(rig.clock.nowMs());
  await rig.clock.advance(2 * HOUR);
  await rig.say('/lock');
  await rig.say(`/unlock ${now(rig)}`);
  await rig.say('/lock');
  rig.clock.jump(-2 * HOUR);
  await rig.say(`/unlock ${early}`);
  expect(lockRows(rig).findPerson(ANA)?.locked).toBeDefined();
});

test('a program that says of a message that its code was right is not believed: the gateway sets that itself', async () => {
  const rig = await lockRig();
  await rig.say('/agent deploy it');
  await rig.say('yes', { code: 'right' });
  expect(state(rig)).toBe('pending');
});

test('of ten thousand guesses in an hour a handful is looked at', async () => {
  const rig = await lockRig();
  const rows = lockRows(rig);
  let [looked, nowMs] = [0, rig.clock.nowMs()];
  const parts = {
    rows,
    file: {
      read() {
        looked += 1;
        return APP;
      },
    },
    store: rig.store,
    instance: 'test-instance' as never,
    clock: { nowMs: () => nowMs },
    idleMs: undefined,
    yesCommands: () => [],
    warn: () => undefined,
  };
  const arrival = { conversation: 'phone:ana' as never, person: owner };
  const text = `/unlock ${wrongAt(nowMs, HOUR)}`;
  rig.store.atomically(() => {
    for (let guess = 0; guess < 10_000; guess += 1) {
      nowMs += HOUR / 10_000;
      checkArrivingCode(
        { account: 'bot', chat: 'ana', sender: ANA, id: `g${guess}`, text, sentAtMs: nowMs },
        arrival,
        parts,
      );
    }
  });
  expect([looked, rows.findPerson(ANA)?.wrong]).toEqual([9, 9]);
}, 60_000);

test('words of a stranger are neither looked at nor kept', async () => {
  const rig = await lockRig();
  await rig.say('hello');
  const code = now(rig);
  expect(await told(rig, `/unlock ${code}`, { chat: 'eve', sender: '999' })).toEqual([]);
  expect(filesWith(rig, code)).toEqual([]);
});
