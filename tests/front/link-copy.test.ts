/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createSeal } from '../../src/cluster/copies/link-copies.ts';
import { orderedIds } from '../../src/cluster/queues/queues.ts';
import type { WhatsAppStore } from '../../src/contracts/whatsapp-store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { createFrontJournal } from '../../src/front/journal.ts';
import { COPIED_TABLES, createCopiedRows, createLinkCopy, type LinkCopy } from '../../src/front/link-copy.ts';
import type { Database } from '../../src/store/database.ts';
import { createWhatsAppStore } from '../../src/store/whatsapp.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { FRONT, openCluster, ownDatabase } from './rig.ts';

const SECRET = 'the same on both machines';
const WITHIN = { timeout: 15_000 };

/** A machine with a data folder of its own. */
interface Machine {
  readonly copy: LinkCopy;
  readonly whatsapp: WhatsAppStore;
  readonly database: Database;
  /** Everything that is to be the same on the next machine. */
  rows(): Readonly<Record<string, readonly unknown[]>>;
  arrives(id: string): void;
  /** Copies from `epoch` on; resolves with how to end. */
  live(epoch: number): Promise<() => Promise<void>>;
}

async function machine(url: string, secret = SECRET): Promise<Machine> {
  const db = await openCluster(url);
  const database = ownDatabase();
  const rows = createCopiedRows(database);
  const seal = createSeal(secret, 'salt');
  const copy = createLinkCopy({ db, rows, front: FRONT, seal, clock: systemClock, log: silentLog });
  const journal = createFrontJournal(database);
  const nextJob = orderedIds(undefined, () => systemClock.nowMs());
  return {
    copy,
    database,
    whatsapp: createWhatsAppStore(database),
    rows: () =>
      Object.fromEntries(
        COPIED_TABLES.map(({ table, key }) => [
          table,
          database
            .read(`SELECT * FROM ${table} ORDER BY ${key.join(', ')}`, z.record(z.string(), z.unknown()))
            .all({}),
        ]),
      ),
    arrives(id) {
      const message = { account: 'bot', chat: 'ana', sender: 'ana', id, text: `words of ${id}`, sentAtMs: 0 };
      journal.addArrival(nextJob(), { kind: 'message', message }, 0);
    },
    async live(epoch) {
      await copy.begin(epoch);
      const keeper = copy.keep(epoch);
      onTestFinished(() => keeper.stop());
      return () => keeper.stop();
    },
  };
}

/** A link that is in use: keys of several kinds, a message that came, one that was sent. */
function use({ auth, journal, sent, contacts, lease }: WhatsAppStore, at: number): void {
  const held = lease.get('main');
  const claim = { account: 'main', pid: 1, startTime: 'x', over: held?.epoch, atMs: at, expiresAtMs: at + 1 };
  const fence = { account: 'main', epoch: lease.take(claim) ?? 0 };
  auth.saveCredentials(fence, { text: `credentials ${at}`, atMs: at });
  auth.changeKeys(
    fence,
    [
      { type: 'session', id: 'ana', value: `ratchet ${at}` },
      { type: 'pre-key', id: `${at}`, value: 'unused' },
      { type: 'pre-key', id: `${at - 1}`, value: undefined },
    ],
    at,
  );
  const message = { chat: 'ana', participant: '', id: `M${at}` };
  journal.add('main', { ...message, attributes: {}, hashes: [`h${at}`, `i${at}`], seenAtMs: at });
  journal.addPlaintext('main', { hash: `h${at}`, plaintext: 'aGk=' });
  if (at % 2 === 0) journal.finish('main', message, at);
  sent.add('main', { id: `S${at}`, jid: 'ana', message: 'bytes', atMs: at });
  sent.acknowledge('main', `S${at - 1}`, at);
  contacts.remember('main', { person: 'ana', jid: `ana.${at}` });
}

test('another machine has the link as it was at the last commit: changed, removed and renamed rows', async () => {
  const url = await freshDatabase();
  const lima = await machine(url);
  use(lima.whatsapp, 1);
  const end = await lima.live(1);
  for (const at of [2, 3, 4, 5, 6]) use(lima.whatsapp, at);
  lima.arrives('A1');
  // What was finished long ago goes with its parts, and a device that was put aside has another name.
  lima.whatsapp.journal.prune('main', 4);
  lima.whatsapp.auth.quarantine(
    { account: 'main', epoch: lima.whatsapp.lease.get('main')?.epoch ?? 0 },
    'aside',
  );
  use(lima.whatsapp, 7);
  await end();
  const quito = await machine(url);
  const beginning = await quito.copy.begin(2);
  const stored = JSON.stringify(
    await runSql(url, "SELECT encode(sealed, 'escape') AS row FROM wasap.link_rows"),
  );
  expect({ beginning, rows: quito.rows(), isReadable: /ratchet|words of|credentials/.test(stored) }).toEqual({
    beginning: 'taken-over',
    rows: lima.rows(),
    isReadable: false,
  });
});

test('the copy follows by itself', { tags: 'full' }, async () => {
  const url = await freshDatabase();
  const lima = await machine(url);
  await lima.live(1);
  use(lima.whatsapp, 1);
  const count = async (): Promise<number> => (await runSql(url, 'SELECT 1 FROM wasap.link_rows')).length;
  const expected = Object.values(lima.rows()).flat().length;
  await expect.poll(count, WITHIN).toBe(expected);
});

test('who held the link before writes nothing any more, and begins with what the other machine did', async () => {
  const url = await freshDatabase();
  const lima = await machine(url);
  await lima.live(1);
  use(lima.whatsapp, 1);
  await expect.poll(() => isCopied(lima), WITHIN).toBe(true);
  const quito = await machine(url);
  const end = await quito.live(2);
  use(quito.whatsapp, 2);
  await end();
  // It had confirmed this while PostgreSQL was away, and stood still then.
  lima.arrives('A-late');
  use(lima.whatsapp, 3);
  const written = await runSql(url, 'SELECT written FROM wasap.links');
  expect(await lima.copy.keep(1).stop()).toBeUndefined();
  expect(await runSql(url, 'SELECT written FROM wasap.links')).toEqual(written);
  await expect(lima.copy.begin(1)).rejects.toMatchObject({ kind: 'conflict' });
  const beginning = await lima.copy.begin(3);
  const { front_arrivals: arrivals, ...link } = lima.rows();
  const { front_arrivals: _, ...theirs } = quito.rows();
  const ids = arrivals?.map((row) => z.object({ message_id: z.string() }).parse(row).message_id);
  expect({
    beginning,
    link,
    ids,
    idleSinceMs: (lima.whatsapp.lease.get('main')?.renewedAtMs ?? 0) > 1000,
  }).toEqual({
    beginning: 'taken-over',
    link: theirs,
    ids: ['A-late'],
    idleSinceMs: true,
  });
});

function isCopied({ database }: Machine): boolean {
  return !createCopiedRows(database).hasChanges();
}

test('a machine that starts again goes on with its own disk: what was not copied yet is not lost', {
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  const lima = await machine(url);
  await (await lima.live(1))();
  use(lima.whatsapp, 1);
  const before = lima.rows();
  const beginnings = [await lima.copy.begin(2), await lima.copy.begin(3)];
  const quito = await machine(url);
  await quito.copy.begin(4);
  expect({ beginnings, own: lima.rows(), copied: quito.rows() }).toEqual({
    beginnings: ['own', 'own'],
    own: before,
    copied: before,
  });
});

test('another secret is refused before anything is changed', async () => {
  const url = await freshDatabase();
  const lima = await machine(url);
  use(lima.whatsapp, 1);
  await (await lima.live(1))();
  const stranger = await machine(url, 'another secret of somebody');
  use(stranger.whatsapp, 9);
  const before = stranger.rows();
  await expect(stranger.copy.check()).rejects.toMatchObject({ kind: 'denied' });
  await expect(stranger.copy.begin(2)).rejects.toMatchObject({ kind: 'denied' });
  const quito = await machine(url);
  await quito.copy.begin(3);
  expect({ own: stranger.rows(), copy: quito.rows() }).toEqual({ own: before, copy: lima.rows() });
});
