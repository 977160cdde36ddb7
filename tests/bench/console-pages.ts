import { DAY_MS } from '../../src/core/clock.ts';
import { conversationId } from '../../src/core/ids.ts';
import { MAX_CRONS } from '../../src/features/cron/cron.ts';
import { serializePlan } from '../../src/features/jobs/plan/stored-plan.ts';
import { planFor } from '../features/jobs/support.ts';
import { LOAD, LONG_TASK, loadConsole } from '../support/console-load.ts';
import { type ConsoleRig, consoleRig, LOCAL } from '../support/console-rig.ts';
import { cronsIn } from '../support/crons.ts';
import { ANA, INSTANCE } from '../support/gateway-rig.ts';
import { jobsIn } from '../support/jobs.ts';
import type { Figure } from './figure.ts';
import { longestStopMs } from './longest-stop.ts';

const STEPS = 500;
const MAX_KB = 200;
const MAX_STOP_MS = 30;
const HERE = conversationId('phone', 'ana');

/** The largest pages, with more behind them than anybody will have: their size, and how long they hold up all else. */
export async function consolePageFigures(): Promise<readonly Figure[]> {
  const rig = await consoleRig({ startMs: Date.now(), locale: 'en', inFile: true });
  try {
    loadConsole(rig.store.database.path, LOAD, Date.now());
    addSchedules(rig);
    const pages: readonly (readonly [string, string])[] = [
      ['Now', '/'],
      ['Tasks', '/tasks'],
      ['Tasks, words that none has', '/tasks?q=nothing+of+it'],
      ['Audit, words that none has', '/audit?q=nothing+of+it'],
      ['Schedules', '/schedules'],
      [`a job of ${STEPS} tasks`, `/jobs/${addJob(rig)}`],
      ['Money, 90 days', '/money?days=90'],
      [`${LOAD.people} people`, '/people'],
      [`a task of ${LOAD.calls} calls`, `/tasks/${LONG_TASK}`],
      [`a trace of ${LOAD.spans} spans`, `/tasks/${LONG_TASK}/trace`],
      ['Questions', '/questions'],
    ];
    const cookie = await rig.enter(LOCAL);
    const figures: Figure[] = [];
    for (const [name, to] of pages) figures.push(...(await figuresOf(name, to, { rig, cookie })));
    return figures;
  } finally {
    await rig.close();
  }
}

async function figuresOf(
  name: string,
  to: string,
  { rig, cookie }: { readonly rig: ConsoleRig; readonly cookie: string },
): Promise<readonly Figure[]> {
  let bytes = 0;
  const stopMs = await longestStopMs(async () => {
    bytes = Buffer.byteLength((await rig.get(to, { cookie })).body);
  });
  const most = (limit: number) => ({ of: 'ours', limit }) as const;
  return [
    { name: `${name}: size`, unit: 'kB', ours: bytes / 1000, bar: most(MAX_KB) },
    { name: '  longest stop of all else', unit: 'ms', ours: stopMs, bar: most(MAX_STOP_MS) },
  ];
}

function addSchedules({ store }: ConsoleRig): void {
  const rows = cronsIn(store);
  store.atomically(() => {
    for (let at = 0; at < MAX_CRONS.conversation; at += 1)
      rows.create({
        name: rows.freeName(HERE),
        kind: 'cron',
        schedule: '0 9 * * 1-5',
        timezone: 'Europe/Madrid',
        message: `stand-up of team ${at}`,
        policy: 'once',
        nextAtMs: Date.now() + DAY_MS,
        conversation: HERE,
        sender: `person-${Math.floor(at / MAX_CRONS.person)}`,
        inGroup: false,
        workspace: '/projects/shop',
        createdAtMs: Date.now(),
      });
  });
}

/** Each of its tasks waits for the one before. */
function addJob({ store }: ConsoleRig): string {
  const plan = planFor(
    ...Array.from({ length: STEPS }, (_, at) => ({
      id: `step-${at}`,
      ...(at === 0 ? {} : { dependsOn: [`step-${at - 1}`] }),
    })),
  );
  const id = jobsIn(store).add({
    instance: INSTANCE,
    conversation: HERE,
    owner: ANA,
    locale: 'en',
    workspace: '/projects/shop',
    source: 'request',
    request: 'count the TODOs',
    messageId: 'm1',
    createdAtMs: Date.now(),
  });
  jobsIn(store).setPlan(id, { text: serializePlan(plan), hash: plan.hash, atMs: Date.now() });
  return id;
}
