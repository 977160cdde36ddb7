/** @module-tag postgres */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type ClusterDatabase, openClusterDatabase } from '../../src/cluster/cluster-database.ts';
import type { CellName } from '../../src/cluster/names.ts';
import { allMembers, setDraining } from '../../src/cluster/placement/membership.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { Failure } from '../../src/core/failure.ts';
import { silentLog } from '../../src/core/log.ts';
import { freePort } from '../support/free-port.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { CELL, joinAs, OTHER, openDatabase, until } from './rig.ts';

/** Time that this process has and PostgreSQL has not, as after a SIGSTOP. */
function lateClock(): { readonly clock: Clock; late(ms: number): void } {
  let lateMs = 0;
  return {
    clock: { ...systemClock, upMs: () => systemClock.upMs() + lateMs },
    late: (ms) => {
      lateMs += ms;
    },
  };
}

/** As if its process had not renewed it for so long. */
async function age(url: string, seconds: number): Promise<void> {
  await runSql(url, `UPDATE wasap.members SET heartbeat = heartbeat - make_interval(secs => $1)`, [seconds]);
}

test('a name has one process: another one is refused by name while it lives', async () => {
  const database = await openDatabase(await freshDatabase());
  const first = await joinAs(database, CELL);
  await expect(joinAs(database, CELL)).rejects.toMatchObject({
    kind: 'conflict',
    message: 'Another process is the cell “lima”. Stop it, or give this one another name.',
  });
  expect(first.isHeld()).toBe(true);
});

test.each<[number, string | undefined]>([
  [2, undefined],
  [3, 'The cell “quito” is several versions newer (1.0.0). Upgrade this machine first.'],
  [-1, 'The cell “quito” is several versions older (1.0.0). Upgrade it first, or go one version at a time.'],
])(
  'beside a living machine whose version is %d, this one is refused where that is more than one away',
  {
    tags: 'full',
  },
  async (wire, refusal) => {
    const url = await freshDatabase();
    const database = await openDatabase(url);
    const other = await joinAs(database, OTHER);
    await runSql(url, 'UPDATE wasap.members SET wire = $1', [wire]);
    const tried = await joinAs(database, CELL).then(
      () => undefined,
      (error: Error) => error.message,
    );
    await other.leave();
    // Who has gone counts no more.
    await joinAs(database, 'rio' as CellName);
    expect(tried).toBe(refusal);
  },
);

test('a name that was taken in a try without an answer is not waited for', { tags: 'full' }, async () => {
  const database = await openDatabase(await freshDatabase());
  let tries = 0;
  const lossy: ClusterDatabase = {
    ...database,
    async rows(schema, text, values) {
      const rows = await database.rows(schema, text, values);
      if (!text.startsWith('INSERT')) return rows;
      tries += 1;
      if (tries === 1) throw new Failure('unavailable', 'PostgreSQL does not answer (ECONNRESET).');
      return rows;
    },
  };
  const held = await joinAs(lossy, CELL, { waitMs: 5000 });
  expect({ tries, epoch: held.epoch, isHeld: held.isHeld() }).toEqual({ tries: 2, epoch: 2, isHeld: true });
});

test('a name that is given back is taken at once, with a new epoch', { tags: 'full' }, async () => {
  const database = await openDatabase(await freshDatabase());
  const first = await joinAs(database, CELL);
  await first.leave();
  expect(first.isHeld()).toBe(false);
  expect((await joinAs(database, CELL)).epoch).toBe(first.epoch + 1);
});

test('a lease is taken over after 45 seconds of PostgreSQL, not before, and the holder hears of it', async () => {
  const url = await freshDatabase();
  const database = await openDatabase(url);
  // It stands still: none of its timers fires before it is let go.
  let go: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    go = resolve;
  });
  const clock = { ...systemClock, sleep: () => stopped };
  const first = await joinAs(database, CELL, { clock });
  await age(url, 44);
  await expect(joinAs(database, CELL)).rejects.toMatchObject({ kind: 'conflict' });
  await age(url, 2);
  const second = await joinAs(database, CELL);
  go();
  expect(await first.lost).toBe('Another process has taken the name of the cell “lima”.');
  expect([first.isHeld(), second.isHeld(), second.epoch]).toEqual([false, true, 2]);
});

test('a process that stood still does not trust in its lease before it has renewed it', async () => {
  const database = await openDatabase(await freshDatabase());
  const { clock, late } = lateClock();
  const membership = await joinAs(database, CELL, {
    clock: { ...clock, sleep: (_, signal) => systemClock.sleep(600_000, signal) },
  });
  expect(membership.isHeld()).toBe(true);
  late(39_000);
  expect(membership.isHeld()).toBe(true);
  late(2000);
  expect(membership.isHeld()).toBe(false);
});

test('members are shown with their facts, and whether they live', { tags: 'full' }, async () => {
  const url = await freshDatabase();
  const database = await openDatabase(url);
  const membership = await joinAs(database, CELL);
  await membership.update({ projects: ['shop', 'site'] });
  await setDraining(database, CELL, true);
  const shown = async () =>
    (await allMembers(database)).map(({ secondsSinceHeartbeat: _, secondsSinceFacts: __, ...rest }) => rest);
  const lima = { kind: 'cell', name: 'lima', version: '1.0.0', epoch: 1, isDraining: true };
  const facts = { projects: ['shop', 'site'] };
  expect(await shown()).toEqual([{ ...lima, facts, isAlive: true }]);
  await age(url, 46);
  expect(await shown()).toEqual([{ ...lima, facts, isAlive: false }]);
});

test('a program starts while PostgreSQL is away, says so, and goes on once it is there', async () => {
  const there = new URL(await freshDatabase());
  const address = new URL(there);
  address.port = String(await freePort());
  const database = await openClusterDatabase({
    url: address.href,
    name: 'test',
    supervises: true,
    clock: systemClock,
    log: silentLog,
  });
  onTestFinished(() => database.close());
  await expect(allMembers(database)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(database.awaySinceUpMs()).toBeTypeOf('number');
  await opens(address, there);
  const membership = await joinAs(database, CELL);
  expect([membership.isHeld(), database.awaySinceUpMs()]).toEqual([true, undefined]);
});

/** From here on, whoever connects to this address reaches what is there. */
async function opens(address: URL, there: URL): Promise<void> {
  const way = createServer((socket) => {
    const beyond = connect(Number(there.port), there.hostname);
    for (const end of [socket, beyond]) end.on('error', () => undefined);
    socket.pipe(beyond).pipe(socket);
  });
  await once(way.listen(Number(address.port), address.hostname), 'listening');
  onTestFinished(() => void way.close());
}

test('an address that is none is refused without its password', async () => {
  const opened = openClusterDatabase({
    url: 'mysql://root:hunter2@host/db',
    name: 'test',
    supervises: false,
    clock: systemClock,
    log: silentLog,
  });
  await expect(opened).rejects.toMatchObject({
    kind: 'invalid',
    message: 'DATABASE_URL must begin with postgres:// and name a host and a database.',
  });
});

test('the server of tests ends with the process that started it, and its data goes', {
  tags: 'full',
}, async () => {
  const script = new URL('../support/postgres-process.mjs', import.meta.url).pathname;
  const place = mkdtempSync('/tmp/wasap-server-');
  chmodSync(place, 0o755);
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const args = [script, String(await freePort()), place, 'fast'];
  const owner = spawn(
    process.execPath,
    [
      '-e',
      `const c = require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: ['pipe', 'pipe', 'ignore'] });
       c.stdout.once('data', () => console.log(c.pid)); setInterval(() => undefined, 1000);`,
    ],
    // Another user than root reads a file from there; the folder of a run is closed to it.
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TMPDIR: '/tmp' } },
  );
  onTestFinished(() => void owner.kill('SIGKILL'));
  const pid = await new Promise<number>((resolve) =>
    owner.stdout.once('data', (chunk) => resolve(Number(chunk))),
  );
  expect(readdirSync(place)).toEqual([expect.stringMatching(/^wasap-postgres-/)]);
  owner.kill('SIGKILL');
  await until(() => !isRunning(pid));
  expect(readdirSync(place)).toEqual([]);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
