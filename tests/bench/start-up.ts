import type { Figure } from './figure.ts';
import { type ProgramKind, type Rig, taskFor } from './rig.ts';
import { answeringScript, LAST_WORDS } from './script.ts';
import { median } from './statistics.ts';

const REPEATS = 7;

export async function startUpFigures(rig: Rig): Promise<readonly Figure[]> {
  const first: number[] = [];
  const built: number[] = [];
  const later: number[] = [];
  const bare: number[] = [];
  const bundled: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const dataDir = rig.newDataDir();
    rig.dropCodeCache();
    first.push(await firstRequestMs(rig, 'ours', { dataDir }));
    later.push(await firstRequestMs(rig, 'ours', { dataDir }));
    // The figures after these find it, too.
    rig.restoreCodeCache();
    built.push(await firstRequestMs(rig, 'ours', { dataDir: rig.newDataDir() }));
    bare.push(await firstRequestMs(rig, 'bare', { dataDir }));
    bundled.push(await firstRequestMs(rig, 'bundled', { dataDir }));
  }
  const ratio = (limit: number) => ({ of: 'ratio', limit }) as const;
  const [ours, plain] = [median(later), median(bare)];
  return [
    { name: 'start to request, first ever', unit: 'ms', ours: median(first), bare: plain, bar: ratio(1.3) },
    {
      name: '  with the code that the build keeps',
      unit: 'ms',
      ours: median(built),
      bare: plain,
      bar: ratio(1.3),
    },
    { name: 'start to request, later ones', unit: 'ms', ours, bare: plain, bar: ratio(1.0) },
    { name: '  beside a bundled bare loop', unit: 'ms', ours, bare: median(bundled) },
  ];
}

/** From the start of the process, with a task already typed, to the arrival of its request. */
export async function firstRequestMs(
  rig: Rig,
  kind: ProgramKind,
  own: Parameters<Rig['start']>[2],
): Promise<number> {
  const model = await rig.model(answeringScript());
  const program = rig.start(kind, model, own);
  program.say(taskFor(kind));
  await program.hear(LAST_WORDS);
  await program.end();
  const [request] = model.requests();
  await model.end();
  return (request?.timeMs ?? Number.NaN) - program.startedAtMs;
}
