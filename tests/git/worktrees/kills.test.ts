import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { atLevel } from '../../support/level.ts';
import { treeOf } from '../checkpoints/rig.ts';
import { temporaryHome, type WorktreeRig, worktreeRig } from './rig.ts';

const KILLS = atLevel({ quick: 1, full: 4, soak: 60 });
const FILES = 30;

async function builtProgram(): Promise<string> {
  const outfile = path.join(temporaryHome(), 'works-apart.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../../processes/programs/works-apart.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return outfile;
}

function fill(folder: string): void {
  for (let n = 0; n < FILES; n += 1) writeFileSync(path.join(folder, `file-${n}.txt`), `file ${n}\n`);
}

interface Scene {
  readonly rig: WorktreeRig;
  readonly work: Work;
  readonly check: () => void;
}

interface Work {
  readonly use: 'make' | 'land' | 'remove';
  readonly request: unknown;
}

/** Runs it in a program of its own. @param killAfterMs since it began; undefined = to its end */
async function run(program: string, { rig, work }: Scene, killAfterMs?: number): Promise<number> {
  const file = path.join(rig.home, 'work.json');
  writeFileSync(file, JSON.stringify(work));
  const child = spawn(process.execPath, [program, rig.home, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  const began = performance.now();
  if (killAfterMs === undefined) await ended;
  else await Promise.race([ended, delay(killAfterMs)]);
  child.kill('SIGKILL');
  const [code] = await ended;
  // One that was killed too late has ended well, too.
  expect(code ?? 0).toBe(0);
  return performance.now() - began;
}

/** At moments spread over how long it takes without being killed; each is then repeated to its end. */
async function killedAtAnyMoment(prepare: () => Promise<Scene>): Promise<void> {
  const program = await builtProgram();
  const whole = await prepare();
  const durationMs = await run(program, whole);
  whole.check();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const scene = await prepare();
    await run(program, scene, ((kill + Math.random()) / KILLS) * durationMs);
    await run(program, scene);
    scene.check();
  }
}

test('a worktree whose making was killed is made whole by the next try', async () => {
  await killedAtAnyMoment(async () => {
    const rig = worktreeRig(fill);
    for (let n = 0; n < FILES; n += 2) appendFileSync(rig.at(`file-${n}.txt`), 'by the person\n');
    const { project, folder } = rig;
    return {
      rig,
      work: { use: 'make', request: { project, folder, branch: 'agent/x', withChanges: true } },
      check: () => {
        expect({
          tree: treeOf(folder),
          branch: rig.inTask('branch', '--show-current'),
          status: rig.inTask('status', '--porcelain'),
          registered: readdirSync(rig.at('.git/worktrees')),
          heads: rig.git('rev-parse', 'agent/x'),
        }).toEqual({
          tree: treeOf(project),
          branch: 'agent/x',
          status: rig.git('status', '--porcelain').replaceAll(/^M /gm, ' M'),
          registered: ['project'],
          heads: rig.git('rev-parse', 'main'),
        });
      },
    };
  });
}, 1_200_000);

test('a landing that was killed ends as one that was not', { timeout: 1_200_000, tags: 'full' }, async () => {
  await killedAtAnyMoment(async () => {
    const rig = worktreeRig(fill);
    writeFileSync(rig.at('mine.txt'), 'by the person\n');
    const made = await rig.make();
    for (let n = 0; n < FILES; n += 3) appendFileSync(rig.there(`file-${n}.txt`), 'by the task\n');
    rmSync(rig.there('file-1.txt'));
    rmSync(rig.there('file-2.txt'));
    mkdirSync(rig.there('file-2.txt'));
    writeFileSync(rig.there('file-2.txt/new'), 'new\n');
    rig.inTask('add', 'file-0.txt', 'file-1.txt', 'file-2.txt');
    rig.inTask('commit', '-q', '-m', 'feat: task');
    chmodSync(rig.there('file-4.txt'), 0o755);
    symlinkSync('file-4.txt', rig.there('link'));
    const plan = await rig.planApply(made);
    return {
      rig,
      work: { use: 'land', request: { project: rig.project, plan } },
      check: () => {
        expect({
          tree: treeOf(rig.project),
          head: rig.git('rev-parse', 'main'),
          status: rig.git('status', '--porcelain'),
          staged: rig.git('diff', '--cached', '--raw'),
        }).toEqual({
          tree: treeOf(rig.folder),
          head: rig.inTask('rev-parse', 'HEAD'),
          status: rig.inTask('status', '--porcelain'),
          staged: '',
        });
      },
    };
  });
});

test('a removal that was killed is finished by the next one, and the project is as before', {
  timeout: 1_200_000,
  tags: 'full',
}, async () => {
  await killedAtAnyMoment(async () => {
    const rig = worktreeRig(fill);
    const before = { tree: treeOf(rig.project), branches: rig.git('branch', '--format=%(refname)') };
    await rig.make({ branch: 'agent/x' });
    mkdirSync(rig.there('node_modules'));
    for (let n = 0; n < FILES; n += 1) symlinkSync(rig.project, rig.there(`node_modules/${n}`));
    const { project, folder } = rig;
    return {
      rig,
      work: { use: 'remove', request: { project, folder, branch: 'agent/x' } },
      check: () => {
        expect({
          folder: existsSync(path.dirname(folder)),
          registered: readdirSync(rig.at('.git/worktrees')),
          tree: treeOf(project),
          branches: rig.git('branch', '--format=%(refname)'),
        }).toEqual({ folder: false, registered: [], ...before });
      },
    };
  });
});
