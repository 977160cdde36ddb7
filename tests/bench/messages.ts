import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { type ProgramKind, type Rig, taskFor } from './rig.ts';
import { answeringScript, LAST_WORDS } from './script.ts';
import { median } from './statistics.ts';

const REPEATS = 5;
const LATER_MESSAGES = 6;
/** The program warms up by itself when it has nothing to do; a person types longer than this. */
const WARM_UP_MS = 1500;

interface Delays {
  readonly first: number;
  readonly later: number;
}

/** From a line on standard input of a program that waits for it, to the arrival of the model request it causes. */
export async function messageFigures(rig: Rig): Promise<readonly Figure[]> {
  const ours: Delays[] = [];
  const bare: Delays[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    ours.push(await delays(rig, 'ours'));
    bare.push(await delays(rig, 'bare'));
  }
  const figure = (name: string, part: keyof Delays, limit: number): Figure => ({
    name,
    unit: 'ms',
    ours: median(ours.map((one) => one[part])),
    bare: median(bare.map((one) => one[part])),
    bar: { of: 'ours', limit },
  });
  return [
    figure(`message to request, first one, ${WARM_UP_MS / 1000} s after the start`, 'first', 20),
    figure('message to request, later ones', 'later', 10),
  ];
}

async function delays(rig: Rig, kind: ProgramKind): Promise<Delays> {
  const model = await rig.model(answeringScript());
  const program = rig.start(kind, model);
  await sleep(WARM_UP_MS);
  const saidAtMs: number[] = [];
  for (let message = 0; message <= LATER_MESSAGES; message += 1) {
    saidAtMs.push(program.say(`${taskFor(kind)} ${message}`));
    await program.hear(LAST_WORDS);
    await sleep(100);
  }
  await program.end();
  const [first = Number.NaN, ...later] = model
    .requests()
    .map(({ timeMs }, at) => timeMs - (saidAtMs[at] ?? Number.NaN));
  await model.end();
  return { first, later: median(later) };
}
