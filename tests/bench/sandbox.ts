import path from 'node:path';
import { sandboxWorks, testSandbox } from '../support/working-sandbox.ts';
import { loggedCommand, supervisedCommand, timeOf } from './commands.ts';
import type { Figure } from './figure.ts';
import type { Rig } from './rig.ts';
import { median } from './statistics.ts';

const REPEATS = 60;

/**
 * The same command under the supervisor with and without a sandbox, and barely started; in turns, so that all meet the
 * same load.
 */
export async function sandboxFigures(rig: Rig): Promise<readonly Figure[]> {
  if (!(await sandboxWorks())) return [];
  const kinds = {
    inside: supervisedCommand(
      rig,
      testSandbox({ home: rig.folder, watchFolder: path.join(rig.folder, 'watch') }),
    ),
    outside: supervisedCommand(rig),
    bare: () => loggedCommand(rig),
  };
  const times = { inside: [] as number[], outside: [] as number[], bare: [] as number[] };
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    for (const kind of ['inside', 'outside', 'bare'] as const) times[kind].push(await timeOf(kinds[kind]));
  }
  const ours = median(times.inside);
  return [
    {
      name: 'a command in a sandbox, against without',
      unit: 'ms',
      ours,
      bare: median(times.outside),
      bar: { of: 'difference', limit: 15 },
    },
    { name: 'a command in a sandbox, against bare spawn', unit: 'ms', ours, bare: median(times.bare) },
  ];
}
