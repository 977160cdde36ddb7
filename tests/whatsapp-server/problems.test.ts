/** What the client must not do is seen, and so is what this server does not know. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createFrameReader, frame } from '../support/whatsapp-server/frames.ts';
import { node } from '../support/whatsapp-server/nodes.ts';
import type { Person } from '../support/whatsapp-server/person.ts';
import {
  createSenderKey,
  decryptFromGroup,
  distribution,
  encryptForGroup,
  readDistribution,
} from '../support/whatsapp-server/sender-keys.ts';
import { ANA, type Rig, startRig } from './rig.ts';

let rig: Rig;
let ana: Person;
let before: number;
beforeAll(async () => {
  rig = await startRig();
  ana = rig.server.person(ANA);
  await rig.client.text(ana.jid('pn'), 'hola');
});
beforeEach(() => {
  before = rig.server.problems.length;
});
afterAll(() => rig.stop());

function nextProblem(): Promise<string> {
  return rig.server.until(() => rig.server.problems[before], 'a problem');
}

test('a query that the server does not know is answered with an error, and named', async () => {
  const query = node('iq', { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:new' }, [node('thing')]);
  await expect(rig.client.socket.query(query)).rejects.toThrow('feature-not-implemented');
  expect(await nextProblem()).toMatch(
    /^<iq to="@s.whatsapp.net" .*><thing\/><\/iq>: this server does not know it$/,
  );
  expect(() => rig.server.verify()).toThrow('<thing/>');
});

test.each([
  ['a stanza of its own', node('song', { id: '1' }), 'this server does not know <song id="1"/>'],
  [
    'an answer to nothing',
    node('iq', { id: 'x', type: 'result' }),
    'an answer to nothing: <iq id="x" type="result"/>',
  ],
  [
    'a receipt for nothing',
    node('receipt', { id: 'x', to: '1@lid' }),
    'a receipt for message x, which was never sent',
  ],
  [
    'a message for nobody',
    node('message', { id: 'x', to: '1@lid' }, [node('enc', { type: 'msg' }, Buffer.of(1))]),
    'message x is encrypted for 1@lid, who is nobody',
  ],
  [
    'a message that nobody can read',
    node('message', { id: 'x', to: '99900001@lid' }, [node('enc', { type: 'msg' }, Buffer.alloc(60, 3))]),
    'message x cannot be read by 99900001@lid',
  ],
  [
    'a first message without the identity of the device',
    node('message', { id: 'x', to: '1@lid' }, [node('enc', { type: 'pkmsg' }, Buffer.of(1))]),
    'message x begins a session: Error: <message> has no <device-identity>',
  ],
])('%s is a problem', async (_what, stanza, problem) => {
  await rig.client.socket.sendNode(stanza);
  expect(await nextProblem()).toContain(problem);
});

test('frames are found however the bytes are cut, with routing information in front', () => {
  const reader = createFrameReader();
  const intro = Buffer.from('454400010000020808' + '57410603', 'hex');
  const bytes = Buffer.concat([intro, frame(Buffer.from('uno')), frame(Buffer.from('dos'))]);
  const found = [...bytes].flatMap((byte) => reader.push(Buffer.of(byte)));
  expect(found.map(String)).toEqual(['uno', 'dos']);
});

test('another intro is refused', () => {
  expect(() => createFrameReader().push(Buffer.from('57410602', 'hex'))).toThrow(
    'the client began with 57410602',
  );
});

test('a group message is read once, also when it comes late, and not when it was changed', () => {
  const own = createSenderKey();
  const peer = readDistribution(distribution(own));
  const [first, second, third] = ['uno', 'dos', 'tres'].map((text) =>
    encryptForGroup(own, Buffer.from(text)),
  );
  if (!first || !second || !third) throw new Error('three were made');
  expect([third, first].map((each) => String(decryptFromGroup(peer, each)))).toEqual(['tres', 'uno']);
  expect(() => decryptFromGroup(peer, third)).toThrow('was used already');
  second[5] = (second[5] ?? 0) ^ 1;
  expect(() => decryptFromGroup(peer, second)).toThrow('not signed by its sender');
});
