import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { conversationId } from '../../src/core/ids.ts';
import { MAX_CRONS } from '../../src/features/cron/cron.ts';
import { addStoredCrons } from '../support/stored-crons.ts';
import type { Figure } from './figure.ts';
import type { Rig } from './rig.ts';
import { preciseNowMs } from './running.ts';
import { answeringScript } from './script.ts';
import { median } from './statistics.ts';

const CRONS = 10_000;
const REPEATS = 3;
/** What the program does by itself after its start is over by then. */
const SETTLE_MS = 5_000;
/** The system counts in hundredths of a second. */
const IDLE_MS = 10_000;
/** None is due while it is measured. */
const SOONEST_MS = 3_600_000;
const BETWEEN_MS = 1_000;
/** Stands in every answer to `/status` and in nothing that is said before. */
const ANSWERED = '💰';

/** A program with many crons that are not due yet, beside one with none. */
export async function cronFigures(rig: Rig): Promise<readonly Figure[]> {
  const many = await timesWith(rig, CRONS);
  const none = await timesWith(rig, 0);
  const count = CRONS.toLocaleString('en');
  return [
    {
      name: `start to first answer, ${count} crons`,
      unit: 'ms',
      ours: many.answerMs,
      bar: { of: 'ours', limit: 3000 },
    },
    { name: '  with none', unit: 'ms', ours: none.answerMs },
    {
      name: `share of a processor while idle, ${count} crons`,
      unit: '%',
      ours: many.idlePercent,
      bar: { of: 'ours', limit: 1 },
    },
    { name: '  with none', unit: '%', ours: none.idlePercent },
  ];
}

async function timesWith(rig: Rig, crons: number): Promise<{ answerMs: number; idlePercent: number }> {
  const dataDir = rig.newDataDir();
  mkdirSync(dataDir, { mode: 0o700 });
  addStoredCrons(dataDir, Array.from({ length: crons }, cronOf));
  const model = await rig.model(answeringScript());
  const answers: number[] = [];
  let idlePercent = Number.NaN;
  for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
    const program = rig.start('ours', model, { dataDir });
    program.say('/status');
    await program.hear(ANSWERED);
    answers.push(preciseNowMs() - program.startedAtMs);
    if (repeat === REPEATS) {
      await sleep(SETTLE_MS);
      const [usedMs, atMs] = [program.processorMs(), preciseNowMs()];
      await sleep(IDLE_MS);
      idlePercent = (100 * (program.processorMs() - usedMs)) / (preciseNowMs() - atMs);
    }
    await program.end();
  }
  await model.end();
  return { answerMs: median(answers), idlePercent };
}

/** As many for each person as one may have, of all kinds. */
function cronOf(_: unknown, at: number): Parameters<typeof addStoredCrons>[1][number] {
  const person = `person-${Math.floor(at / MAX_CRONS.person)}`;
  const of = { conversation: conversationId('console', person), sender: person, message: `Reminder ${at}` };
  const inMs = SOONEST_MS + at * BETWEEN_MS;
  switch (at % 3) {
    case 0:
      return { ...of, inMs };
    case 1:
      return { ...of, inMs, kind: 'every', schedule: 'every 2h' };
    default:
      return { ...of, inMs, kind: 'cron', schedule: '0 9 * * 1-5', timezone: 'Europe/Madrid' };
  }
}
