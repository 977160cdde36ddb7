import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFailure } from '../../../core/failure.ts';
import type { ProgramTable } from '../../../processes/program-table.ts';
import { isOpenElsewhere, registeredPrograms } from '../../../store/instances.ts';

/**
 * The program that uses a data folder: one that is registered in its database and lives, or any that has the database
 * open, without its number (`wasap pair` does not register, and processes of a container are not visible).
 */
export async function userOf(
  data: string,
  programs: Pick<ProgramTable, 'sightOf'>,
): Promise<{ readonly pid: number | undefined } | undefined> {
  const path = join(data, 'wasap.db');
  if (!existsSync(path)) return undefined;
  for (const { pid, startTime } of whereSound(() => registeredPrograms(path), [])) {
    if ((await programs.sightOf({ pid, mark: startTime })) === 'alive') return { pid };
  }
  return whereSound(() => isOpenElsewhere(path), false) ? { pid: undefined } : undefined;
}

/** Restoring, and taking everything away, also has to work with a damaged database. */
function whereSound<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    if (isFailure(error) && error.kind === 'invalid') return otherwise;
    throw error;
  }
}
