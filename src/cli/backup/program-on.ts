import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, isFailure } from '../../base/failure.ts';
import type { ProcessTable } from '../../exec/process-table.ts';
import { registeredPrograms } from '../../store/registered-programs.ts';

/**
 * Process number of a program that works with this data folder: one that registered in its database and lives, or, where
 * the system shows open files, one of this user that has the database open (`wasap pair` registers nowhere).
 */
export async function programOn(
  data: string,
  processes: Pick<ProcessTable, 'isAlive'>,
): Promise<number | undefined> {
  const path = join(data, 'wasap.db');
  if (!existsSync(path)) return undefined;
  for (const { pid, startTime } of registeredIn(path)) {
    if (await processes.isAlive({ pid, mark: startTime })) return pid;
  }
  const real = realpathSync(path);
  return existsSync('/proc/self/fd') ? pidsOf('/proc').find((pid) => hasOpen(pid, real)) : undefined;
}

/** A damaged database is what a restore is for. */
function registeredIn(path: string): ReturnType<typeof registeredPrograms> {
  try {
    return registeredPrograms(path);
  } catch (error) {
    if (isFailure(error)) return [];
    throw error;
  }
}

function pidsOf(folder: string): readonly number[] {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number);
}

function hasOpen(pid: number, path: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return seen(() => readdirSync(folder), []).some(
    (fd) => seen(() => readlinkSync(join(folder, fd)), '') === path,
  );
}

/** Processes come and go, and those of others are closed. */
function seen<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return otherwise;
    throw error;
  }
}
