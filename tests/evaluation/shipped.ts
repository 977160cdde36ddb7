import path from 'node:path';
import { tasksOf } from '../../src/cli/eval/task.ts';
import { findProgram } from '../../src/processes/command-environment.ts';
import { atLevel } from '../support/level.ts';
import { wasap } from '../support/run-wasap.ts';

export const SHIPPED = path.resolve(import.meta.dirname, '../../config/evals');
export const RECORDINGS = path.join(import.meta.dirname, 'recordings');

/** What ships and can run on this machine; says what cannot. `names`: only these; none = all. */
function shippedTasks(names: readonly string[]) {
  return tasksOf([SHIPPED], names).filter(({ name, needs }) => {
    const missing = needs.filter((program) => findProgram(program, process.env.PATH ?? '') === undefined);
    if (missing.length > 0) process.stderr.write(`Left out: ${name} needs ${missing.join(', ')}.\n`);
    return missing.length === 0;
  });
}

/** Those that are replayed and checked: in `npm test` one stands for all. */
export function replayedTasks() {
  return shippedTasks(atLevel({ quick: ['js-cart-total'], full: [], soak: [] }));
}

/** A version manager keeps Python there: the sandbox shows nothing else of a home. */
const TOOLCHAINS = { PYENV_ROOT: process.env.PYENV_ROOT ?? '' };

export interface JsonEntry {
  readonly task: string;
  readonly result: string;
  readonly recorded: boolean;
  readonly reasons: readonly string[];
  readonly rounds: number | null;
  readonly folder: string | null;
}

/** `wasap eval --json` of these tasks with recorded replies, to its end. */
export async function replay(folder: string, recordings: string, ...args: readonly string[]) {
  const done = await wasap(['eval', '--json', '--replay', recordings, ...args], {
    folder,
    env: { ...TOOLCHAINS, TMPDIR: folder, CONFIG_DIR: path.join(folder, 'config') },
  });
  return { ...done, entries: entriesIn(done.stdout) };
}

export function entriesIn(stdout: string): readonly JsonEntry[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonEntry);
}
