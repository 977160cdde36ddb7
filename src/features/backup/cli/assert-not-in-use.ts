import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, isFailure } from '../../../core/failure.ts';
import type { ProgramTable } from '../../../processes/program-table.ts';
import { isOpenElsewhere, registeredPrograms } from '../../../store/database-users.ts';

/**
 * @throws Failure `conflict` while a program uses this data folder: one that is registered in its database and lives,
 *    or any that has the database open (`wasap pair` does not register, and processes of a container are not visible)
 */
export async function assertNotInUse(data: string, programs: Pick<ProgramTable, 'sightOf'>): Promise<void> {
  const path = join(data, 'wasap.db');
  if (!existsSync(path)) return;
  for (const { pid, startTime } of whereSound(() => registeredPrograms(path), [])) {
    if ((await programs.sightOf({ pid, mark: startTime })) === 'alive')
      throw inUse(data, ` (process ${pid})`);
  }
  if (whereSound(() => isOpenElsewhere(path), false)) throw inUse(data, '');
}

function inUse(data: string, which: string): Failure {
  return new Failure(
    'conflict',
    `A program runs on ${data}${which}. End it, then restore; nothing was changed.`,
  );
}

/** Restoring also has to work with a damaged database. */
function whereSound<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    if (isFailure(error) && error.kind === 'invalid') return otherwise;
    throw error;
  }
}
