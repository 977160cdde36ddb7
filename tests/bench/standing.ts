import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandContext } from '../../src/contracts/commands.ts';
import type { Store } from '../../src/contracts/store.ts';
import { DAY_MS, systemClock } from '../../src/core/clock.ts';
import { conversationId, newProcessId, type SessionId } from '../../src/core/ids.ts';
import { silentLog } from '../../src/core/log.ts';
import { texts } from '../../src/core/texts/texts.ts';
import { cronList } from '../../src/features/cron/commands/list.ts';
import { MAX_CRONS } from '../../src/features/cron/cron.ts';
import { createCommandRecords } from '../../src/processes/command-record.ts';
import { hostProcesses } from '../../src/processes/process-table.ts';
import { createSupervisor } from '../../src/processes/supervisor.ts';
import { openStore } from '../../src/store/open.ts';
import { cronsIn } from '../support/crons.ts';
import { copySession } from '../support/many-sessions.ts';
import { metricsOf } from '../support/metrics-of.ts';
import { sessionRecord } from '../support/session-record.ts';
import { addStoredCrons } from '../support/stored-crons.ts';
import type { Figure } from './figure.ts';
import { longestStopMs } from './longest-stop.ts';
import type { Rig } from './rig.ts';

const SESSIONS = 1_000_000;
const COMMANDS = 1_000;
const MAX_STOP_MS = 50;
const HERE = conversationId('console', 'local');

/** How long everything else waits at most while something is worked out that takes long. */
export async function standingFigures(rig: Rig): Promise<readonly Figure[]> {
  const dataDir = rig.newDataDir();
  mkdirSync(dataDir, { mode: 0o700 });
  const file = path.join(dataDir, 'wasap.db');
  fill(file, dataDir);
  const store = openStore({ path: file });
  try {
    const period = { sinceMs: Date.now() - DAY_MS, untilMs: Date.now() };
    const metrics = metricsOf(store);
    const inThisThread = await longestStopMs(async () => metrics.over(period));
    return [
      figure(
        'figures of a million sessions',
        await longestStopMs(() => metrics.overAside(period)),
        inThisThread,
      ),
      figure(
        `/cron list, ${MAX_CRONS.conversation} crons`,
        await longestStopMs(() => cronList(chatWith(store), cronsIn(store))),
      ),
      figure(
        `sweep of ${COMMANDS} records of commands`,
        await longestStopMs(sweepOf(path.join(dataDir, 'processes'))),
      ),
    ];
  } finally {
    store.close();
  }
}

/** `bare`: the same without giving way. */
function figure(name: string, ours: number, bare?: number): Figure {
  const told = { name: `longest stop: ${name}`, unit: 'ms', ours } as const;
  return { ...told, ...(bare === undefined ? {} : { bare }), bar: { of: 'ours', limit: MAX_STOP_MS } };
}

function fill(file: string, dataDir: string): void {
  const store = openStore({ path: file });
  const id = '20261120-00000001' as SessionId;
  store.sessions.create(
    sessionRecord({ id, conversation: HERE, state: { status: 'done', endedAtMs: Date.now() } }),
  );
  store.close();
  copySession(file, id, SESSIONS);
  const cronOf = (_: unknown, at: number) => ({
    sender: `person-${Math.floor(at / MAX_CRONS.person)}`,
    message: `Reminder ${at}`,
    inMs: DAY_MS,
    kind: 'cron' as const,
    schedule: '0 9 * * 1-5',
    timezone: 'Europe/Madrid',
  });
  addStoredCrons(dataDir, Array.from({ length: MAX_CRONS.conversation }, cronOf));
}

/** What `/cron list` looks at. */
function chatWith(store: Store): CommandContext {
  const program = { timezone: 'Europe/Madrid', workspaces: { root: undefined } } as CommandContext['program'];
  const chat = { store, program, conversation: HERE, sender: 'local', texts: texts('en'), nowMs: Date.now() };
  return chat as Partial<CommandContext> as CommandContext;
}

/** Commands that have ended, whose records are kept for a while. */
function sweepOf(folder: string): () => Promise<unknown> {
  const records = createCommandRecords(folder);
  for (let left = COMMANDS; left > 0; left -= 1) {
    const id = newProcessId();
    const started = { startedAtMs: systemClock.nowMs(), startedUpMs: systemClock.upMs() };
    records.create(id, { argv: ['true'], cwd: '/', limitMs: DAY_MS, ...started });
    // A number that no process has.
    writeFileSync(path.join(folder, id, 'pid'), '4194305 1\n');
  }
  const redactor = { redact: (text: string) => text };
  const processes = hostProcesses();
  const parts = { folder, clock: systemClock, log: silentLog, environment: {}, redactor, processes };
  return () => createSupervisor(parts).collect(DAY_MS);
}
