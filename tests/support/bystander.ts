import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** When a process that has nothing to do was not let run, in milliseconds since 1970. */
export interface MachineStop {
  readonly fromMs: number;
  readonly untilMs: number;
}

const MIN_LATE_MS = 25;
const CODE = `let last = Date.now();
setInterval(() => {
  const now = Date.now();
  if (now - last > 10 + ${MIN_LATE_MS}) console.log(last + ' ' + now);
  last = now;
}, 10);`;

/**
 * Watches the machine during a measurement: where a bystander stands still as well, the machine stood still, and no
 * program on it could have gone on. Each processor has one of its own, since a shared machine can lose one for a while
 * and keep the others.
 */
export function watchMachine(): { stop(): readonly MachineStop[] } {
  const watches = Array.from({ length: availableParallelism() }, (_, processor) => watch(processor));
  return { stop: () => watches.flatMap((stop) => stop()) };
}

function watch(processor: number): () => readonly MachineStop[] {
  const bystander = spawn('taskset', ['-c', String(processor), process.execPath, '-e', CODE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  bystander.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  return () => {
    bystander.kill();
    return printed
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [fromMs = Number.NaN, untilMs = Number.NaN] = line.split(' ').map(Number);
        return { fromMs, untilMs };
      });
  };
}
