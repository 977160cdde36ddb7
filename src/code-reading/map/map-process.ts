import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { codeOf, messageOf } from '../../core/failure.ts';
import { turnToStart } from '../../core/turns.ts';
import type { FoundFile } from './known-files.ts';
import type { StoredFile } from './map-store.ts';

const MAX_MEMORY_MB = 512;
/** Below everything else of the program; at the lowest one it would hardly run on a machine that is busy. */
const LOW_PRIORITY = 5;

/** The word that a process is started with, so that merely importing its file does nothing. */
export const MAP_PROCESS = 'draw-map';

/**
 * Draws one map in a process of its own, at a low priority: words and grammars of a large project take tens of
 * megabytes, which a thread would leave to this program for good. It keeps no program from ending, and ends with it.
 * @param folder output of the build: `dist/code-reading`
 * @param limitMs the process is ended then; the answer is `broken`
 */
export async function drawInProcess(folder: string, order: MapOrder, limitMs: number): Promise<MapAnswer> {
  await turnToStart();
  const child = fork(join(folder, 'map-worker.cjs'), [MAP_PROCESS, folder], {
    env: {},
    execArgv: [`--max-old-space-size=${MAX_MEMORY_MB}`],
    serialization: 'advanced',
    stdio: 'ignore',
  });
  child.unref();
  child.channel?.unref();
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => end({ kind: 'broken', why: `it took longer than ${limitMs} ms` }),
      limitMs,
    );
    timer.unref();
    const end = (answer: MapAnswer): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(answer);
    };
    child.once('message', (answer) => end(answer as MapAnswer));
    child.once('error', (error) => end({ kind: 'broken', why: messageOf(error) }));
    child.once('exit', () => end({ kind: 'broken', why: 'the process ended' }));
    child.once('spawn', () => {
      lowerPriority(child.pid);
      child.send(order);
    });
  });
}

/** The person's own work comes first. If the system refuses, or the process has ended, nothing changes. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

/** Request to the process that draws one map. */
export interface MapOrder {
  /** Canonical path of the project. */
  readonly root: string;
  /** Files that may be read. */
  readonly files: readonly FoundFile[];
  /** See `ProjectListing`. */
  readonly recent: readonly (readonly string[])[];
  /** Where what was read is kept; undefined = nowhere. */
  readonly indexFile: string | undefined;
  /** How many of the first files are named. */
  readonly most: number;
  /** The files of the last map: a file in the same state is not read by a grammar again. */
  readonly before: readonly StoredFile[];
}

export type MapAnswer =
  | { readonly kind: 'drawn'; readonly files: readonly StoredFile[] }
  | { readonly kind: 'broken'; readonly why: string };
