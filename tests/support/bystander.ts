import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** For how long the machine kept a process that could have run from running. Times are in milliseconds since 1970. */
export interface MachineStop {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly waitedMs: number;
}

export interface MachineWatch {
  stop(): readonly MachineStop[];
}

const MIN_LATE_MS = 25;
const LATE = `let last = Date.now();
setInterval(() => {
  const now = Date.now();
  if (now - last > 10 + ${MIN_LATE_MS}) console.log(last, now, now - last);
  last = now;
}, 10);`;

const MIN_WAITED_MS = 2;
/** The second figure of `schedstat` is the time on a run queue in nanoseconds: ready to run, and without a processor. */
const QUEUED = `const { readFileSync } = require('node:fs');
const queuedMs = () => Number(readFileSync(process.argv[1], 'utf8').split(' ')[1]) / 1e6;
let [last, before] = [Date.now(), queuedMs()];
setInterval(() => {
  const [now, queued] = [Date.now(), queuedMs()];
  if (queued - before > ${MIN_WAITED_MS}) console.log(last, now, queued - before);
  [last, before] = [now, queued];
}, 10);`;

/**
 * Watches the machine during a measurement: where a bystander with nothing to do stands still as well, the machine stood
 * still, and no program on it could have gone on. Each processor has one of its own, since a shared machine can lose one
 * for a while and keep the others.
 */
export function watchMachine(): MachineWatch {
  const watches = Array.from({ length: availableParallelism() }, (_, processor) =>
    watch('taskset', ['-c', String(processor), process.execPath, '-e', LATE]),
  );
  return { stop: () => watches.flatMap(({ stop }) => stop()) };
}

/** Watches how long the main thread of a process waits for a processor that others have. Linux only. */
export function watchQueue(pid: number): MachineWatch {
  return watch(process.execPath, ['-e', QUEUED, `/proc/${pid}/task/${pid}/schedstat`]);
}

function watch(command: string, args: readonly string[]): MachineWatch {
  const bystander = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  bystander.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  return {
    stop() {
      bystander.kill();
      return printed
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [fromMs = Number.NaN, untilMs = Number.NaN, waitedMs = Number.NaN] = line
            .split(' ')
            .map(Number);
          return { fromMs, untilMs, waitedMs };
        });
    },
  };
}
