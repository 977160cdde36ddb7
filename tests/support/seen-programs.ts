import type { ProgramLiveness, ProgramTable } from '../../src/processes/process-table.ts';

/** Every other program looks like this from here. */
export function programsSeen(sight: ProgramLiveness): ProgramTable {
  return {
    self: async () => ({ pid: process.pid, mark: 'just now' }),
    livenessOf: async () => sight,
  };
}
