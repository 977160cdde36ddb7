import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { isoTime, MINUTE_MS, systemClock } from '../core/clock.ts';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';

/**
 * A restore works inside DATA_DIR, which may be a mounted volume that cannot be renamed: `restoring/new` is filled
 * and checked, then `restoring/plan.<pid>.json` appears, and from then on only renames are left, each of which can be
 * repeated. Before the plan everything is unchanged; with it every command first finishes the rest.
 */
const RESTORE_FOLDER = 'restoring';
const NEW = join(RESTORE_FOLDER, 'new');
/** The program with this number carries it out: of two programs that try at the same time one finds it taken. */
const PLAN = /^plan\.(\d+)\.json$/;
/** Renames take less: after that the number belongs to another process. */
const MAX_RESTORE_MS = MINUTE_MS;
const ASIDE = 'before-restore-';
/** A file system's own folder at the root of a volume. */
const FOREIGN = 'lost+found';

/** Made when a restore was interrupted. */
const planned = () =>
  z.object({
    aside: z.string().regex(/^before-restore-[0-9-]+$/),
    old: z.array(z.string().regex(/^[^/\\]+$/)),
  });

/** Everything that a restore would have to move aside; earlier restores do not count. */
export function contentsOf(data: string): readonly string[] {
  if (!existsSync(data)) return [];
  return readdirSync(data).filter(
    (name) => name !== RESTORE_FOLDER && name !== FOREIGN && !name.startsWith(ASIDE),
  );
}

/** An empty folder for the new data; leftovers of an interrupted restore are removed. */
export function openStaging(data: string): string {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  finishRestore(data);
  clearStaging(data);
  mkdirSync(join(data, NEW), { recursive: true, mode: 0o700 });
  return join(data, NEW);
}

/** Removes it unless a plan exists. */
export function giveUpStaging(data: string): void {
  if (planIn(data) === undefined) clearStaging(data);
}

function clearStaging(data: string): void {
  rmSync(join(data, RESTORE_FOLDER), { recursive: true, force: true });
}

/**
 * Replaces the present data by the staged data.
 * @returns the folder in DATA_DIR with the earlier data; undefined when there was none
 */
export function putInPlace(data: string, nowMs: number): string | undefined {
  const aside = `${ASIDE}${isoTime(nowMs).slice(0, 19).replace(/[T:]/g, '-')}`;
  if (existsSync(join(data, aside)))
    throw new Failure('conflict', fault('restore-aside-exists', join(data, aside)));
  const old = contentsOf(data);
  const own = ownPlan(data);
  writeFileSync(`${own}.part`, JSON.stringify({ aside, old }), { mode: 0o600, flush: true });
  renameSync(`${own}.part`, own);
  syncFolder(join(data, RESTORE_FOLDER));
  finishRestore(data);
  return old.length === 0 ? undefined : aside;
}

/**
 * Finishes a restore that was interrupted after everything was checked; otherwise it only reads the folder.
 * @throws Failure `unavailable` when the disk prevents it, or while another program does it
 */
export function finishRestore(data: string): void {
  const found = planIn(data);
  if (found === undefined) return;
  try {
    carryOut(data, claimPlan(data, found));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new Failure('unavailable', fault('restore-half-done', data, messageOf(error)), { cause: error });
  }
}

function carryOut(data: string, plan: string): void {
  const { aside, old } = planned().parse(JSON.parse(readFileSync(plan, 'utf8')));
  if (old.length > 0) mkdirSync(join(data, aside), { recursive: true, mode: 0o700 });
  for (const name of old) {
    // If it was moved before, the file of this name is the restored one.
    if (!existsSync(join(data, aside, name))) moveIfThere(join(data, name), join(data, aside, name));
  }
  for (const name of readdirSync(join(data, NEW))) renameSync(join(data, NEW, name), join(data, name));
  syncFolder(data);
  rmSync(plan);
  clearStaging(data);
}

/** Returns the plan's path once this program has claimed it. */
function claimPlan(data: string, { path, pid }: RestorePlanFile): string {
  if (pid === process.pid) return path;
  const own = ownPlan(data);
  const isFresh = systemClock.nowMs() - statSync(path).mtimeMs < MAX_RESTORE_MS;
  try {
    if (!isOtherAlive(pid) || !isFresh) {
      renameSync(path, own);
      utimesSync(own, new Date(systemClock.nowMs()), new Date(systemClock.nowMs()));
      return own;
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  throw new Failure('unavailable', fault('restore-in-progress', data));
}

function ownPlan(data: string): string {
  return join(data, RESTORE_FOLDER, `plan.${process.pid}.json`);
}

interface RestorePlanFile {
  readonly path: string;
  readonly pid: number;
}

function planIn(data: string): RestorePlanFile | undefined {
  const folder = join(data, RESTORE_FOLDER);
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder).find((one) => PLAN.test(one));
  return name === undefined ? undefined : { path: join(folder, name), pid: Number(PLAN.exec(name)?.[1]) };
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || existsSync(from)) throw error;
  }
}

/** True when another process has this number; this one does not count. */
export function isOtherAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** A renamed or new file survives a power cut only if its folder was flushed too. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const held = openSync(folder, 'r');
  try {
    fsyncSync(held);
  } finally {
    closeSync(held);
  }
}

/** The folder of DATA_DIR with the transcripts of sessions. */
export const SESSIONS = 'agent_sessions';

/**
 * An empty file beside transcripts is not a first start: something emptied it, and a fresh database would hide that.
 * @throws Failure `invalid`
 */
export function refuseEmptied(path: string): void {
  const folder = join(dirname(path), SESSIONS);
  const count = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')).length : 0;
  if (count === 0) return;
  throw new Failure('invalid', fault('database-emptied', path, folder, count), { facts: { path, count } });
}
