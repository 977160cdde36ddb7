import type { Workspaces } from '../../src/contracts/workspaces.ts';

/** One project and no others, whatever is on the disk. */
export function fixedWorkspaces(usual: string): Workspaces {
  return {
    usual,
    root: undefined,
    list: () => ({ found: [{ name: usual.split('/').at(-1) ?? usual, path: usual }], leftOut: 0 }),
    named: () => undefined,
    stands: (path) => path === usual,
    isSame: () => true,
    look: async () => ({ repository: undefined, languages: [], testCommand: undefined }),
    obstacle: () => 'no-root',
    make: async () => Promise.reject(new Error('no project is made in this test')),
    removeHalfMade: async () => 0,
  };
}
