import type { ProgramSight, ProgramTable } from '../../src/processes/process-table.ts';

/** Every other program looks like this from here. */
export function programsSeen(sight: ProgramSight): ProgramTable {
  return {
    self: async () => ({ pid: process.pid, mark: 'just now' }),
    sightOf: async () => sight,
  };
}
