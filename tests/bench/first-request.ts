import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { makeRepository } from './make-repository.ts';
import { type ProgramKind, type Rig, taskFor } from './rig.ts';
import { answeringScript, LAST_WORDS } from './script.ts';
import { median } from './statistics.ts';

const REPEATS = 5;
const SIZES = [200, 1_000];
/** Long enough for what a program does behind its first task, so that it counts as memory. */
const AFTER_MS = 2_500;

/** Start to request with everything switched on that a person has, project map included, in projects of some size. */
export async function firstRequestFigures(rig: Rig): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const files of SIZES) figures.push(...(await figuresFor(rig, files)));
  return figures;
}

async function figuresFor(rig: Rig, files: number): Promise<readonly Figure[]> {
  const workspace = makeRepository(`${rig.folder}/project-of-${files}`, files);
  const first: Start[] = [];
  const second: Start[] = [];
  const bare: Start[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const place = { dataDir: rig.newDataDir(), workspace };
    bare.push(await startUp(rig, 'bare', place));
    first.push(await startUp(rig, 'ours', place));
    second.push(await startUp(rig, 'ours', place));
  }
  const row = (name: string, unit: 'ms' | 'MB', { ours, of, limit }: Row): Figure => ({
    name,
    unit,
    ours: median(ours.map(of)),
    bare: median(bare.map(of)),
    bar: { of: 'ratio', limit },
  });
  const ms = ({ requestMs }: Start): number => requestMs;
  const memory = ({ peakMb }: Start): number => peakMb;
  return [
    row(`${files} files: start to request, first task`, 'ms', { ours: first, of: ms, limit: 1.6 }),
    row('  later tasks', 'ms', { ours: second, of: ms, limit: 1.3 }),
    row('  peak memory, first task', 'MB', { ours: first, of: memory, limit: 1.4 }),
    row('  peak memory, later tasks', 'MB', { ours: second, of: memory, limit: 1.4 }),
  ];
}

interface Row {
  readonly ours: readonly Start[];
  readonly of: (start: Start) => number;
  readonly limit: number;
}

interface Start {
  /** From the start of the process, with a task already typed, to the arrival of its request. */
  readonly requestMs: number;
  /** Memory of the process itself, until some time after its report. */
  readonly peakMb: number;
}

async function startUp(
  rig: Rig,
  kind: ProgramKind,
  place: { readonly dataDir: string; readonly workspace: string },
): Promise<Start> {
  const model = await rig.model(answeringScript());
  const program = rig.start(kind, model, { ...place, settings: { AGENT_MAP_TOKENS: '' } });
  program.say(taskFor(kind));
  await program.hear(LAST_WORDS);
  await sleep(AFTER_MS);
  const peakMb = program.peakMemoryMb();
  await program.end();
  const [request] = model.requests();
  await model.end();
  return { requestMs: (request?.timeMs ?? Number.NaN) - program.startedAtMs, peakMb };
}
