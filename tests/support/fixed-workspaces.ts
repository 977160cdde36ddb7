import type { Workspaces } from '../../src/contracts/workspaces.ts';

/** One project and no others, whatever is on the disk. */
export function fixedWorkspaces(usual: string): Workspaces {
  return {
    usual,
    root: undefined,
    list: () => ({ found: [{ name: usual.split('/').at(-1) ?? usual, path: usual }], leftOut: 0 }),
    findByName: () => undefined,
    isWorkspace: (path) => path === usual,
    isRealFolder: () => true,
    inspect: async () => ({ repository: undefined, languages: [], testCommand: undefined }),
    findObstacle: () => 'no-root',
    make: async () => Promise.reject(new Error('no project is made in this test')),
    removeHalfMade: async () => 0,
  };
}
