import path from 'node:path';
import { createCheckpoints } from '../../../src/git/checkpoints/checkpoints.ts';
import type { WorktreesParts } from '../../../src/git/worktrees/open-project.ts';
import { isSecretPath } from '../../../src/policy/file-classes.ts';

/** @param home holds the project and the data of the program */
export function partsIn(home: string, change: Partial<WorktreesParts> = {}): WorktreesParts {
  const data = path.join(home, 'data');
  const environment = { PATH: process.env.PATH ?? '', HOME: home };
  return {
    home: path.join(data, 'worktrees'),
    states: path.join(data, 'checkpoints'),
    checkpoints: createCheckpoints({
      folder: path.join(data, 'checkpoints'),
      environment,
      ownFolders: [data],
      isSecret: isSecretPath,
    }),
    environment,
    isSecret: isSecretPath,
    linkDependencies: async () => ({ dependencies: [], linked: [] }),
    runSetup: async () => undefined,
    endSetup: async () => undefined,
    ...change,
  };
}
