/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import { copyPeople, createPeopleRows, inviteInCluster, removePerson } from '../../src/cluster/people.ts';
import type { InboundMessage } from '../../src/contracts/channel.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { createInvitations, createWelcomeRows } from '../../src/front/invitations.ts';
import { codeHash, codeHashIn, createAccessCheck } from '../../src/gateway/people/access.ts';
import type { OpenStore } from '../../src/store/open.ts';
import { freshDatabase, startPostgres } from '../support/postgres.ts';
import { openTestStore } from '../support/test-store.ts';
import { openDatabase } from './rig.ts';

const ANA = '34600111222';
const LUIS = '34600333444';
const WITHIN = { timeout: 10_000, interval: 20 };
const NOBODY = { people: [], groups: [] };

function newStore(): OpenStore {
  const store = openTestStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  return store;
}

/** As a machine that stood alone let somebody in. */
function storeWith(phone: string): OpenStore {
  const store = newStore();
  letInAlone(store, phone);
  return store;
}

function letInAlone({ people }: OpenStore, phone: string): void {
  people.invite({ codeHash: 'x', role: 'owner', workspaces: undefined, expiresAtMs: 1, tries: 1 });
  people.accept(people.openInvitation()?.seq ?? 0, { phone, role: 'owner', workspaces: undefined }, 1);
}

async function machine(url: string, { store = newStore(), readsCodes = false } = {}) {
  const db = await openDatabase(url);
  const people = copyPeople({
    db,
    rows: createPeopleRows(store.database),
    invitedHere: () => store.people.all(),
    readsCodes,
    clock: systemClock,
    log: silentLog,
  });
  const stop = () => people.stop();
  onTestFinished(stop);
  const accessCheck = createAccessCheck(NOBODY, store.people, store.outsideAgents);
  const may = (sender: string): boolean =>
    accessCheck({ sender, chat: sender }, { localOwner: false }).kind === 'admitted';
  const welcomed: string[] = [];
  const invitations = createInvitations({
    db,
    people,
    rows: createWelcomeRows(store.database),
    codeIn: codeHashIn,
    hasOpen: () => store.people.openInvitation() !== undefined,
    channel: { send: async ({ id }) => void welcomed.push(id) },
    pace: { waitForTurn: async () => true },
    locale: 'en',
    clock: systemClock,
    log: silentLog,
  });
  /** True when it let the person in. */
  const says = async (sender: string, text: string, more: Partial<InboundMessage> = {}): Promise<boolean> => {
    const before = welcomed.length;
    await invitations.tryCode({ account: 'a', chat: sender, sender, id: text, text, sentAtMs: 1, ...more });
    await invitations.settle();
    return welcomed.length > before;
  };
  return { db, store, people, may, says, stop, phones: () => store.people.all().map(({ phone }) => phone) };
}

function invitation(code: string, change: { validMs?: number; tries?: number } = {}) {
  const terms = { role: 'member' as const, workspaces: ['shop', 'docs'], validMs: 60_000, tries: 5 };
  return { codeHash: codeHash(code), ...terms, ...change };
}

test('a code that a stranger sends to the front lets them in on all machines, in its role, once', async () => {
  const url = await freshDatabase();
  const [front, cell] = [await machine(url, { readsCodes: true }), await machine(url)];
  await inviteInCluster(cell.db, invitation('12345678'));
  await expect.poll(() => front.store.people.openInvitation()?.triesLeft, WITHIN).toBe(5);
  expect([await front.says(ANA, 'hello'), await front.says(ANA, '8765 4321')]).toEqual([false, false]);
  await expect.poll(() => front.store.people.openInvitation()?.triesLeft, WITHIN).toBe(4);
  expect(front.may(ANA)).toBe(false);
  expect(await front.says(ANA, '1234 5678')).toBe(true);
  expect([front.may(ANA), await front.says(LUIS, '1234 5678')]).toEqual([true, false]);
  await expect
    .poll(() => cell.store.people.all(), WITHIN)
    .toEqual([{ phone: ANA, role: 'member', workspaces: ['shop', 'docs'] }]);
  expect([cell.store.people.openInvitation(), front.may(LUIS)]).toEqual([undefined, false]);
});

test('a removal holds on every machine, and no old disk brings the person back', {
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  const front = await machine(url, { readsCodes: true });
  const cell = await machine(url, { store: storeWith(ANA) });
  await expect.poll(() => front.phones(), WITHIN).toEqual([ANA]);
  expect([await removePerson(cell.db, ANA), await removePerson(cell.db, ANA)]).toEqual([true, false]);
  await expect.poll(() => [front.phones(), cell.phones()], WITHIN).toEqual([[], []]);
  const old = await machine(url, { store: storeWith(ANA) });
  await expect.poll(() => old.phones(), WITHIN).toEqual([]);
  // A row that a disk has by mistake is not published either.
  letInAlone(cell.store, LUIS);
  await cell.people.refresh();
  expect([cell.phones(), front.phones()]).toEqual([[], []]);
});

test('who comes in again has the new role, also after a removal', { tags: 'full' }, async () => {
  const url = await freshDatabase();
  const front = await machine(url, { store: storeWith(ANA), readsCodes: true });
  await front.people.refresh();
  await removePerson(front.db, ANA);
  await inviteInCluster(front.db, invitation('12345678'));
  await front.people.refresh();
  expect(await front.says(ANA, '12345678')).toBe(true);
  expect(front.store.people.all()).toEqual([{ phone: ANA, role: 'member', workspaces: ['shop', 'docs'] }]);
});

test.each<[string, Partial<ReturnType<typeof invitation>>, string, Partial<InboundMessage>]>([
  ['in a group', {}, ANA, { group: { addressed: true } }],
  ['of somebody whose number is not known', {}, '123456789012345@lid', {}],
  ['too late', { validMs: -1 }, ANA, {}],
  ['after the last try', { tries: 0 }, ANA, {}],
])('the right code lets nobody in %s', { tags: 'full' }, async (_, change, sender, more) => {
  const front = await machine(await freshDatabase(), { readsCodes: true });
  await inviteInCluster(front.db, invitation('12345678', change));
  await front.people.refresh();
  expect([await front.says(sender, '1234 5678', more), front.phones()]).toEqual([false, []]);
});

test('five wrong codes close an invitation for everybody, and a new one closes an earlier one', {
  tags: 'full',
}, async () => {
  const front = await machine(await freshDatabase(), { readsCodes: true });
  await inviteInCluster(front.db, invitation('11111111'));
  await inviteInCluster(front.db, invitation('12345678'));
  await front.people.refresh();
  for (const wrong of ['11111111', '2222 2222', '33333333', '44444444', '5555-5555'])
    expect(await front.says(LUIS, wrong)).toBe(false);
  expect(await front.says(ANA, '12345678')).toBe(false);
});

test('without PostgreSQL the last known list counts, also after a restart, and nobody comes in', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const front = await machine(server.url, { store: storeWith(ANA), readsCodes: true });
  await inviteInCluster(front.db, invitation('12345678'));
  await front.people.refresh();
  await server.kill();
  await expect(front.people.refresh()).rejects.toMatchObject({ kind: 'unavailable' });
  expect([front.may(ANA), await front.says(LUIS, '12345678'), front.may(LUIS)]).toEqual([true, false, false]);
  await front.stop();
  const again = createAccessCheck(NOBODY, front.store.people, front.store.outsideAgents);
  expect(again({ sender: ANA, chat: ANA }, { localOwner: false }).kind).toBe('admitted');
});
