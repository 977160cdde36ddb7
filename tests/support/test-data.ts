import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 2 * 1024 ** 3;
const NAME = /^wasap-tests-(\d+)$/;
const VARIABLE = 'WASAP_TESTS_DATA';
const AT_START = process.env.TMPDIR;

/**
 * Where the data of tests lies in this run: in memory where the system has such a folder with room, else on the disk.
 * Data is what the program keeps. A project that commands run in stays on the disk: they may not write below /dev.
 */
export function testDataFolder(): string {
  return process.env[VARIABLE] ?? path.join(fastFolder(), `wasap-tests-${process.pid}`);
}

/** What the tests of one run share; undefined outside of a run, as in a bench, where nobody would remove it. */
export function runFolder(): string | undefined {
  return process.env[VARIABLE];
}

/** In memory where there is room for large files, else on the disk. */
export function fastFolder(onDisk = tmpdir()): string {
  return hasRoom() ? MEMORY : onDisk;
}

/** For the processes of a run. */
export function testDataEnv(): Record<string, string> {
  return { [VARIABLE]: testDataFolder() };
}

/** From here on, what this process and those that it starts make in the folder for temporary files lies there. */
export function putTemporaryFiles(where: 'in memory' | 'on the disk'): void {
  if (where === 'in memory') process.env.TMPDIR = testDataFolder();
  else if (AT_START === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = AT_START;
}

/** Vitest calls it once before a run. */
export function setup(): void {
  if (hasRoom()) removeLeftovers();
  mkdirSync(testDataFolder(), { recursive: true });
  // Vitest may have made it, for the modules that it compiles.
  chmodSync(testDataFolder(), 0o700);
}

/** And once after it. */
export function teardown(): void {
  rmSync(testDataFolder(), { recursive: true, force: true });
}

/** Of runs that were killed: nothing else empties the memory before the next boot. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) {
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
    }
  }
}

function hasRoom(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
