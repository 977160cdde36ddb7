import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createCheckpoints } from '../../src/git/checkpoints/checkpoints.ts';
import { timeOf } from './commands.ts';
import type { Figure } from './figure.ts';
import type { Rig } from './rig.ts';
import { median } from './statistics.ts';

const REPEATS = 15;

/** The state of a project after one file has changed, against `git status` of the same project. */
export async function checkpointFigures(rig: Rig): Promise<readonly Figure[]> {
  return [...(await ofProject(rig, 2000)), ...(await ofProject(rig, 10_000))];
}

async function ofProject({ folder }: Rig, files: number): Promise<readonly Figure[]> {
  const workspace = path.join(realpathSync(folder), `project-of-${files}`);
  const environment = { PATH: process.env.PATH ?? '', HOME: folder };
  makeProject(workspace, { files, environment });
  const states = createCheckpoints({
    folder: path.join(folder, 'states'),
    environment,
    ownFolders: [],
    isSecret: () => false,
  });
  const first = await timeOf(async () => void (await states.take(workspace)));
  const [changed, unchanged, bare]: [number[], number[], number[]] = [[], [], []];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    writeFileSync(path.join(workspace, 'folder-0', 'file-0.txt'), `changed ${repeat}\n`);
    bare.push(await timeOf(async () => void gitIn(workspace, environment, 'status', '--porcelain')));
    changed.push(await timeOf(async () => void (await states.take(workspace))));
    unchanged.push(await timeOf(async () => void (await states.take(workspace))));
  }
  const of = `of ${files} files, against git status`;
  const figures: readonly Figure[] = [
    { name: `state after a change ${of}`, unit: 'ms', ours: median(changed), bare: median(bare) },
    { name: `state without a change ${of}`, unit: 'ms', ours: median(unchanged), bare: median(bare) },
  ];
  return [...figures, { name: `first state of ${files} files`, unit: 'ms', ours: first }];
}

interface Project {
  readonly files: number;
  readonly environment: Readonly<Record<string, string>>;
}

function makeProject(workspace: string, { files, environment }: Project): void {
  for (let n = 0; n < files; n += 1) {
    const folder = path.join(workspace, `folder-${n % 100}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `file-${n}.txt`), `line of file ${n}\n`.repeat(40));
  }
  gitIn(workspace, environment, 'init', '-q');
  gitIn(workspace, environment, 'add', '-A');
}

function gitIn(cwd: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, env, encoding: 'utf8' });
}
