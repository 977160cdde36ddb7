import { CronClock, type EveryMinute } from '../../schedule/cron-clock.ts';
import { scheduleReader } from '../../schedule/schedule-reader.ts';
import type { CronPorts } from '../actions/cause.ts';
import type { Intake } from '../incoming/intake.ts';
import type { RunnerParts } from '../runner.ts';
import { CronWorker } from './cron-worker.ts';
import type { CronParts } from './parts.ts';

type RunSession = RunnerParts['runSession'];

export interface Crons extends CronPorts {
  /** Starts what is due until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** A run after which is looked at once how it ended: the next may depend on it. */
  around(run: RunSession): RunSession;
}

export interface CronsParts extends Omit<CronParts, 'isFull' | 'handOver' | 'scheduleOf'> {
  readonly everyMinute: EveryMinute;
  /** The way in, once it is open. */
  readonly intake: () => Pick<Intake, 'isFull' | 'recover'>;
}

export function openCrons(parts: CronsParts): Crons {
  const { intake } = parts;
  const worker = new CronWorker({
    ...parts,
    scheduleOf: scheduleReader(),
    isFull: (conversation) => intake().isFull(conversation),
    handOver: (rows) => intake().recover(rows),
  });
  const { clock, log, everyMinute } = parts;
  const cronClock = new CronClock({
    clock,
    log,
    everyMinute,
    random: Math.random,
    due: (nowMs) => worker.due(nowMs),
    nextDueMs: (afterMs) => worker.nextDueMs(afterMs),
    wanted: (late, nowMs) => worker.wanted(late, nowMs),
    start: (start) => worker.start(start),
    settle: () => worker.settle(),
    recompute: () => worker.recompute(),
  });
  return {
    runNow: (id, seq) => worker.runNow(id, seq),
    wake: () => cronClock.wake(),
    run: (signal) => cronClock.run(signal),
    around: (run) => (id, control) => run(id, control).finally(() => cronClock.wake()),
  };
}
