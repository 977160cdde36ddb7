/**
 * Groups: sender keys made here and read by the client, and the other way round.
 * @module-tag full
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eachInFull } from '../support/each-in-full.ts';
import type { TestGroup } from '../support/whatsapp-server/group.ts';
import type { Person } from '../support/whatsapp-server/person.ts';
import { ANA, type Rig, startRig } from './rig.ts';

let rig: Rig;
let ana: Person;
let bob: Person;
beforeAll(async () => {
  rig = await startRig();
  ana = rig.server.person(ANA);
  bob = rig.server.person({ phone: '5491155550002', lid: '99900002', name: 'Bob', devices: [0, 3] });
});
afterEach(() => rig.server.verify());
afterAll(() => rig.stop());

function newGroup(addressing: 'pn' | 'lid'): TestGroup {
  return rig.server.group({ subject: `Equipo ${addressing}`, members: [ana, bob], addressing });
}

test.each([
  ['lid', 'pn'],
  ['pn', 'lid'],
] as const)('members of a group by %s are heard, named both ways', async (addressing, other) => {
  const group = newGroup(addressing);
  const texts = ['uno', 'dos', 'tres'];
  for (const text of texts) {
    const { message } = await rig.upsert((await group.says(bob, text)).id);
    const { remoteJid, participant, participantAlt } = message.key;
    expect([message.message?.conversation, remoteJid, participant, participantAlt]).toEqual([
      text,
      group.jid,
      bob.jid(addressing),
      bob.jid(other),
    ]);
  }
});

test('a mention names the account', async () => {
  const group = newGroup('lid');
  const { id } = await group.says(ana, 'hola @bot', { mentions: [rig.server.phone.jid('lid')] });
  const { message } = await rig.upsert(id);
  expect(message.message?.extendedTextMessage?.contextInfo?.mentionedJid).toEqual(['88800001@lid']);
});

eachInFull(['lid', 'pn'] as const)(
  'what the client writes to a group by %s, all read',
  async (addressing) => {
    const group = newGroup(addressing);
    for (const text of ['a todos', 'otra vez', 'y otra']) {
      const id = await rig.client.text(group.jid, text);
      for (const person of [ana, bob]) {
        const arrived = await person.waitFor((each) => each.id === id);
        expect([arrived.chat, arrived.content]).toEqual([group.jid, { kind: 'text', text }]);
      }
    }
  },
);

test('the client finds the group among its groups', async () => {
  const group = newGroup('lid');
  const all = await rig.client.socket.groupFetchAllParticipating();
  expect(all[group.jid]).toMatchObject({ subject: 'Equipo lid', addressingMode: 'lid', size: 3 });
});

test('a group message that cannot be read comes again with its key', async () => {
  const group = newGroup('lid');
  rig.server.faults.undecryptable();
  const { message } = await rig.upsert((await group.says(ana, 'dañado')).id);
  expect(message.message?.conversation).toBe('dañado');
});

test('a member that lost the key asks, and gets the message again', async () => {
  const group = newGroup('lid');
  const id = await rig.client.text(group.jid, 'perdido');
  await ana.waitFor((each) => each.id === id);
  ana.asksAgain(id);
  const again = await ana.waitFor((each) => each.id === id && each.copy === 2);
  expect(again.content).toEqual({ kind: 'text', text: 'perdido' });
});

test('changes of the group reach the client, and the next message has the keys for it', async () => {
  const group = rig.server.group({ subject: 'Cambios', members: [ana] });
  await rig.upsert((await group.says(ana, 'antes')).id);
  group.adds(bob);
  group.renames('Otro nombre');
  await rig.upsert((await group.says(bob, 'llegué')).id);
  const id = await rig.client.text(group.jid, 'bienvenido');
  expect((await bob.waitFor((each) => each.id === id)).content).toEqual({ kind: 'text', text: 'bienvenido' });
  group.removes(bob);
  await rig.upsert((await group.says(ana, 'después')).id);
  expect(await rig.client.socket.groupMetadata(group.jid)).toMatchObject({ subject: 'Otro nombre', size: 2 });
});

test('each device of a member has a key of its own', async () => {
  const group = newGroup('lid');
  for (const device of [0, 3, 0, 3]) {
    const { message } = await rig.upsert((await group.says(bob, `de ${device}`, { device })).id);
    expect([message.message?.conversation, message.key.participant]).toEqual([
      `de ${device}`,
      bob.jid('lid'),
    ]);
  }
});
