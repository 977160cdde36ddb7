import { readFileSync, writeSync } from 'node:fs';
import { createWorktrees } from '../../../src/git/worktrees/worktrees.ts';
import { partsIn } from '../../git/worktrees/parts.ts';

/**
 * Does one thing about worktrees, as its arguments say, and says when it begins: whoever started it may kill it then.
 */
const [home = '', file = ''] = process.argv.slice(2);
const { use, request } = JSON.parse(readFileSync(file, 'utf8'));
const worktrees = createWorktrees(partsIn(home));
writeSync(1, 'begun\n');
const signal = new AbortController().signal;
switch (use) {
  case 'make':
    await worktrees.make({ ...request, signal });
    break;
  case 'land':
    await worktrees.land(request.project, request.plan);
    break;
  case 'remove':
    await worktrees.remove(request);
    break;
}
