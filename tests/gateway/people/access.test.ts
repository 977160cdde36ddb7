import { expect, test } from 'vitest';
import type { AccessList, Person } from '../../../src/contracts/access.ts';
import { type Admission, decideAdmission } from '../../../src/gateway/people/access.ts';

const PHONE = { localOwner: false };
const UNLISTED = 'sender is not in ALLOWED_PHONE_NUMBERS or access.yaml';
const GROUP = '120363041234567890@g.us';

const ANA: Person = { phone: '34600111222', role: 'owner', workspaces: undefined };
const BEA: Person = { phone: '34600333444', role: 'member', workspaces: ['shop'] };
const LIST: AccessList = { people: [ANA, BEA], groups: [{ id: GROUP, people: [BEA.phone] }] };

const refused = (reason: string): Admission => ({ kind: 'refused', reason });
const admitted = (person: Person): Admission => ({ kind: 'admitted', person });

test.each<[string, Admission]>([
  ['34600111222', admitted(ANA)],
  ['34600111222@s.whatsapp.net', admitted(ANA)],
  ['34600111222:7@s.whatsapp.net', admitted(ANA)],
  ['34600333444', admitted(BEA)],
  ['34600111223', refused(UNLISTED)],
  ['600111222', refused(UNLISTED)],
  ['134600111222', refused(UNLISTED)],
  ['Ana', refused(UNLISTED)],
  ['', refused(UNLISTED)],
  ['34600111222@lid', refused('pending: the phone number behind the LID is not known')],
])('%j in a direct chat', (sender, admission) => {
  expect(decideAdmission({ sender, chat: sender }, PHONE, LIST)).toEqual(admission);
});

test.each<[string, string, boolean, Admission]>([
  ['a listed person who means the program', BEA.phone, true, admitted(BEA)],
  ['a listed person who talks to others', BEA.phone, false, refused('not addressed to the program')],
  ['an owner who is not listed here', ANA.phone, true, refused('sender is not listed for this group')],
  ['a stranger', '34999999999', true, refused('sender is not listed for this group')],
])('in a group: %s', (_, sender, addressed, admission) => {
  expect(decideAdmission({ sender, chat: GROUP, group: { addressed } }, PHONE, LIST)).toEqual(admission);
});

test('somebody who is listed for a group only is nobody', () => {
  const list = { people: [ANA], groups: [{ id: GROUP, people: ['34999999999'] }] };
  const message = { sender: '34999999999', chat: GROUP, group: { addressed: true } };
  expect(decideAdmission(message, PHONE, list)).toEqual(refused(UNLISTED));
});

test('a group that is not listed is silent, for its owner too', () => {
  const message = { sender: ANA.phone, chat: '120363@g.us', group: { addressed: true } };
  expect(decideAdmission(message, PHONE, LIST)).toEqual(refused('the group is not in access.yaml'));
});

test('an empty list lets nobody in', () => {
  expect(decideAdmission({ sender: ANA.phone, chat: 'x' }, PHONE, { people: [], groups: [] })).toEqual(
    refused('nobody is allowed: ALLOWED_PHONE_NUMBERS and access.yaml name no one'),
  );
});

test('whoever sits at the machine is its owner, whatever the list says', () => {
  const owner: Person = { phone: 'local', role: 'owner', workspaces: undefined };
  expect(
    decideAdmission({ sender: 'local', chat: 'local' }, { localOwner: true }, { people: [], groups: [] }),
  ).toEqual(admitted(owner));
});
