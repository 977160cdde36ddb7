import { appendFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { StallWatchData } from './stall-watch.ts';

if (parentPort !== null) watch(workerData);

/** Ends the whole process when the number of beats stays the same. */
function watch({ beats, everyMs, looks, log }: StallWatchData): void {
  let lastBeat = Atomics.load(beats, 0);
  // Looks are counted, not time: while the whole process is stopped, nobody looks.
  let unchanged = 0;
  setInterval(() => {
    const beat = Atomics.load(beats, 0);
    unchanged = beat === lastBeat ? unchanged + 1 : 0;
    lastBeat = beat;
    if (unchanged >= looks) endProgram(log, looks * everyMs);
  }, everyMs);
}

function endProgram(log: string, stillMs: number): void {
  const line = {
    level: 'error',
    time: new Date().toISOString(),
    pid: process.pid,
    still_ms: stillMs,
    event: 'program.stood-still',
  };
  try {
    appendFileSync(log, `${JSON.stringify(line)}\n`);
  } catch {
    // A full disk costs the line; the program ends all the same.
  }
  process.kill(process.pid, 'SIGKILL');
}
