import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLockStore } from '../../../src/features/lock/lock.ts';
import { type ConsoleRig, consoleRig } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';

const MEMBER = '34600333444';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: MEMBER, role: 'member', workspaces: undefined },
  ],
  groups: [],
} as const;

let rig: ConsoleRig;
beforeEach(async () => {
  rig = await consoleRig({ access: ACCESS });
});
afterEach(() => rig.close());

test('while the chats of an owner are locked, their browser and their programs are shown nothing; those of others are', async () => {
  const [hers, members] = [await rig.enter(ANA), await rig.enter(MEMBER)];
  const headers = { authorization: `Bearer ${rig.token(ANA)}` };
  const statuses = async () => [
    (await rig.get('/', { cookie: hers })).status,
    (await rig.get('/tasks', { cookie: hers })).status,
    (await rig.get('/questions?live=x', { cookie: hers, headers: {} })).status,
    (await rig.post('/questions', { answer: 'yes' }, { cookie: hers })).status,
    (await rig.get('/api/v1/now', { headers })).status,
    (await rig.get('/', { cookie: members })).status,
  ];
  const rows = createLockStore(rig.store.database);
  rows.setUp('pin', Date.now());
  rows.noteHeard(ANA, undefined, Date.now());
  rows.lock(ANA, { why: 'asked', atMs: Date.now() });
  const locked = await statuses();
  const page = await rig.get('/', { cookie: hers });
  rows.unlock(ANA, Date.now());
  expect({
    locked,
    says: page.body.includes('Your chats are locked'),
    later: [
      (await rig.get('/', { cookie: hers })).status,
      (await rig.get('/api/v1/now', { headers })).status,
    ],
  }).toEqual({ locked: [423, 423, 423, 423, 423, 200], says: true, later: [200, 200] });
});
