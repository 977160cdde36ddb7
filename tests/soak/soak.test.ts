import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { DAY_MS, MINUTE_MS } from '../../src/core/clock.ts';
import { conversationId, type SessionId } from '../../src/core/ids.ts';
import { MAX_CRONS } from '../../src/features/cron/cron.ts';
import { openStore } from '../../src/store/open.ts';
import { EFFECTS_FILE, makeCountingProject } from '../crash/counting-project.ts';
import { type MachineStop, watchMachine, watchQueue } from '../support/bystander.ts';
import { freePort } from '../support/free-port.ts';
import { copySession } from '../support/many-sessions.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { taskOf } from '../support/messages-server/request.ts';
import { byTranscript, type ScriptFunction } from '../support/messages-server/script.ts';
import type { Program } from '../support/program.ts';
import { PROJECT_SCRIPTS, type Scene, useScenes } from '../support/scene.ts';
import { sessionRecord } from '../support/session-record.ts';
import { addStoredCrons } from '../support/stored-crons.ts';
import { crowd, phoneOf } from '../support/whatsapp-load.ts';
import { linkedProgram, whatsappEnv } from '../support/whatsapp-scene.ts';
import type { Person } from '../support/whatsapp-server/person.ts';
import type { WhatsAppServer } from '../support/whatsapp-server/server.ts';

/** The program works for so long: half an hour, unless a shorter look is wanted. */
const MINUTES = Number(process.env.WASAP_SOAK_MINUTES ?? 30);
const TASK_EVERY_MS = 5000;
const SCRAPE_EVERY_MS = 15_000;
const WORKERS = 3;
const SESSIONS = 1_000_000;
/** The program starts and fills its caches meanwhile; what stops it then is not what the soak is about. */
const WARM_UP_MS = MINUTE_MS;
const MAX_STOP_MS = 50;
const MAX_WAL_MB = 64;
const MAX_MORE_FILES = 10;
const LIMIT_MS = (MINUTES + 15) * MINUTE_MS;

const SETTINGS = `${PROJECT_SCRIPTS}limits:\n  backlog: 1000\n`;

const scene = useScenes();
let world: WhatsAppServer | undefined;
afterEach(async () => {
  await world?.stop();
  world = undefined;
});

/** A task as most are: it reads, writes, edits, runs a command, commits and reports. */
const model: ScriptFunction = (request, index) => {
  // Not any name of a task: the last commits stand in the request too.
  const [, job = ''] = /\bcount (job-\d+)/.exec(taskOf(request)) ?? [];
  const file = `src/${job}.js`;
  const content = `/** Counts for ${job}. */\nexport function count(list) {\n  return list.length;\n}\n`;
  return byTranscript([
    calls(['list_source_files', {}], ['read_source_file', { path: 'src/login.js' }]),
    calls(['write_source_file', { path: file, content }]),
    calls([
      'apply_patch',
      { path: file, search: 'return list.length;', replace: 'return list?.length ?? 0;' },
    ]),
    calls(['run_command', { command: `mocha ${job}` }], ['git_diff', {}]),
    calls(['git_commit', { message: `feat: count for ${job}` }]),
    says(`Counted ${job}.`),
  ])(request, index);
};

test(
  `${MINUTES} minutes with a task every ${TASK_EVERY_MS / 1000} s: nothing stands still, nothing is lost or doubled, nothing grows`,
  async () => {
    const port = await freePort();
    const env = {
      ALLOWED_PHONE_NUMBERS: Array.from({ length: WORKERS + 1 }, (_, n) => phoneOf(n)).join(),
      METRICS_PORT: String(port),
    };
    const place = await scene({ script: model, project: makeCountingProject, agentYaml: SETTINGS });
    const opened = await linkedProgram(place, env);
    world = opened.world;
    const people = crowd(world, { people: WORKERS + 1 });
    const [owner, ...workers] = people;
    if (owner === undefined) throw new Error('There is no owner.');
    await opened.program.kill();
    fill(place.dataDir, owner);
    const program = place.start({ env: { ...whatsappEnv(world), ...env } });
    await program.heard(/WhatsApp: connected/);
    const looking = lookAt({ owner, port, every: SCRAPE_EVERY_MS });
    const [machine, queue] = [watchMachine(), watchQueue(pidOf(program))];
    await sleep(WARM_UP_MS);
    const begin = sizesOf(program, place);
    const beginMs = Date.now();
    const jobs = await work(workers, beginMs + MINUTES * MINUTE_MS);
    const reports = () => jobs.map((job) => textsTo(workers, `Counted ${job}.`).length);
    const once = jobs.map(() => 1);
    await expect.poll(reports, { timeout: 5 * MINUTE_MS, interval: 500 }).toEqual(once);
    // The last minute of stops is stored when it is over.
    await sleep(MINUTE_MS + 1000);
    const looks = await looking.stop();
    const end = sizesOf(program, place);
    const machineStops = machine.stop();
    const stops = stopsSince(place, beginMs, { machineStops, queued: queue.stop() });
    console.log(
      JSON.stringify(
        { jobs: jobs.length, looks, stops, machineStops: machineStops.length, begin, end },
        undefined,
        2,
      ),
    );
    expect({
      stops: stops.filter(({ isOwn }) => isOwn),
      reports: reports(),
      effects: effectsOf(place).toSorted(),
      refusals: place.server.refusals,
      walIsSmall: end.walMb < MAX_WAL_MB,
      filesAreClosed: end.files <= begin.files + MAX_MORE_FILES,
    }).toEqual({
      stops: [],
      reports: once,
      effects: jobs.toSorted(),
      refusals: [],
      walIsSmall: true,
      filesAreClosed: true,
    });
    world.verify();
  },
  LIMIT_MS,
);

/** One task after the other, each from the next person. @returns what the tasks are called */
async function work(workers: readonly Person[], untilMs: number): Promise<readonly string[]> {
  const jobs: string[] = [];
  while (Date.now() < untilMs) {
    const worker = workers[jobs.length % workers.length];
    const job = `job-${jobs.length}`;
    jobs.push(job);
    await Promise.all([worker?.says(`/queue count ${job}`), sleep(TASK_EVERY_MS)]);
  }
  return jobs;
}

interface Looking {
  readonly owner: Person;
  readonly port: number;
  readonly every: number;
}

/** Somebody watches the figures meanwhile: by Prometheus, and in the chat. */
function lookAt({ owner, port, every }: Looking): { stop(): Promise<number> } {
  let [looks, ended] = [0, false];
  const looking = (async () => {
    for (; !ended; looks += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
      if (!(await answer.text()).includes('wasap_loop_stops_24h')) throw new Error('There are no figures.');
      await owner.says(looks % 2 === 0 ? '/metrics' : '/cron list');
      await sleep(every);
    }
  })();
  return {
    async stop() {
      ended = true;
      await looking;
      return looks;
    },
  };
}

/** Years of work and as many crons as a chat may have. */
function fill(dataDir: string, owner: Person): void {
  const file = path.join(dataDir, 'wasap.db');
  const id = '20261120-00000001' as SessionId;
  const store = openStore({ path: file });
  const conversation = conversationId('console', 'local');
  store.sessions.create(
    sessionRecord({ id, conversation, state: { status: 'done', endedAtMs: Date.now() } }),
  );
  store.close();
  copySession(file, id, SESSIONS);
  addStoredCrons(
    dataDir,
    Array.from({ length: MAX_CRONS.conversation }, (_, at) => ({
      conversation: conversationId('whatsapp', owner.jid('pn')),
      sender: `person-${Math.floor(at / MAX_CRONS.person)}`,
      message: `Reminder ${at}`,
      inMs: DAY_MS,
      kind: 'cron' as const,
      schedule: '0 9 * * 1-5',
      timezone: 'Europe/Madrid',
    })),
  );
}

const StopLine = z.object({
  event: z.literal('telemetry.loop_stopped'),
  time: z.coerce.date(),
  late_ms: z.number(),
  cpu_ms: z.number(),
});

interface Machine {
  readonly machineStops: readonly MachineStop[];
  /** Of the program's main thread. */
  readonly queued: readonly MachineStop[];
}

/**
 * Each time that the program stood still for more than 50 ms. It is not the program's own when the machine stood still as
 * well, or when no more than 50 ms are left without the time in which other processes had the processors.
 */
function stopsSince({ dataDir }: Scene, sinceMs: number, { machineStops, queued }: Machine) {
  const lines = readFileSync(path.join(dataDir, 'wasap.log'), 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const read = StopLine.safeParse(JSON.parse(line));
    if (!read.success) return [];
    const { time, late_ms: lateMs, cpu_ms: cpuMs } = read.data;
    const untilMs = time.getTime();
    if (untilMs < sinceMs) return [];
    const meanwhile = (one: MachineStop) => one.fromMs < untilMs && one.untilMs > untilMs - lateMs;
    const queuedMs = queued.filter(meanwhile).reduce((sum, { waitedMs }) => sum + waitedMs, 0);
    const isOwn = !machineStops.some(meanwhile) && lateMs - queuedMs > MAX_STOP_MS;
    return [{ at: time.toISOString(), lateMs, cpuMs, queuedMs: Math.round(queuedMs), isOwn }];
  });
}

function pidOf({ process: { pid } }: Program): number {
  if (pid === undefined) throw new Error('The program was not started.');
  return pid;
}

function sizesOf(program: Program, { dataDir }: Scene) {
  const pid = pidOf(program);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    memoryMb: Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024),
    files: readdirSync(`/proc/${pid}/fd`).length,
    walMb: Math.round(statSync(path.join(dataDir, 'wasap.db-wal')).size / 1e6),
  };
}

function effectsOf({ folder }: Scene): readonly string[] {
  return readFileSync(path.join(folder, EFFECTS_FILE), 'utf8').split('\n').filter(Boolean);
}

/** Messages of their own that hold these words; what came again under the same id is one. */
function textsTo(people: readonly Person[], words: string): readonly string[] {
  return people.flatMap(({ received }) =>
    received.flatMap(({ content, copy }) =>
      content.kind === 'text' && copy === 1 && content.text.includes(words) ? [content.text] : [],
    ),
  );
}
