import type { Machines } from '../../src/cluster/machines.ts';
import type { CellName } from '../../src/cluster/names.ts';

/** A cell that nobody is beside, changed by `change`. */
export function cellAlone(change: Partial<Machines> = {}): Machines {
  return {
    cell: 'big-one' as CellName,
    ownsItsWork: async () => true,
    beforeCommand: async () => undefined,
    claimRuns: async () => ({ kind: 'ours' }),
    projects: () => [],
    canMove: () => true,
    moveTo: async () => 'gone',
    onArrival: () => undefined,
    readCluster: async () => undefined,
    earlierCells: () => [],
    readSpending: async () => undefined,
    answers: () => undefined,
    askOthers: async () => [],
    chatsNamed: async () => undefined,
    drain: async () => 0,
    move: () => Promise.reject(new Error('there is no other cell in this test')),
    ...change,
  };
}
