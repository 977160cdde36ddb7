import { join } from 'node:path';
import { messageOf } from '../../core/failure.ts';
import { readyToStart, startProgram } from '../../processes/process-starter.ts';
import type { MappedFile } from './map-store.ts';
import type { SourceFileStat } from './source-files.ts';

const MAX_MEMORY_MB = 512;
/** The word that a process is started with, so that merely importing its file does nothing. */
export const MAP_PROCESS = 'draw-map';

/**
 * Draws one map in a process of its own, at a low priority: words and grammars of a large project take tens of
 * megabytes, which a thread would leave to this program for good. It keeps no program from ending, and ends with it.
 * @param folder output of the build: `dist/code-reading`
 * @param limitMs the process is ended then; the answer is `broken`
 */
export async function drawInProcess(folder: string, order: MapOrder, limitMs: number): Promise<MapAnswer> {
  await readyToStart();
  const answer: Buffer[] = [];
  const worker = startProgram(
    {
      program: process.execPath,
      args: [`--max-old-space-size=${MAX_MEMORY_MB}`, join(folder, 'map-worker.cjs'), MAP_PROCESS, folder],
      cwd: '/',
      environment: {},
      streams: { kind: 'pipes', input: JSON.stringify(order) },
      isAwaited: false,
    },
    { stdout: (bytes) => answer.push(bytes) },
  );
  let why = 'the process ended';
  const timer = setTimeout(() => {
    why = `it took longer than ${limitMs} ms`;
    worker.stop();
  }, limitMs);
  timer.unref();
  try {
    const code = await worker.ended;
    return code === 0 ? answerIn(Buffer.concat(answer)) : { kind: 'broken', why };
  } catch (error) {
    return { kind: 'broken', why: messageOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Our own process wrote it, in one piece, and ended well. */
function answerIn(bytes: Buffer): MapAnswer {
  return JSON.parse(String(bytes)) as MapAnswer;
}

/** Request to the process that draws one map. */
export interface MapOrder {
  /** Canonical path of the project. */
  readonly root: string;
  /** Files that may be read. */
  readonly files: readonly SourceFileStat[];
  /** See `ProjectListing`. */
  readonly recent: readonly (readonly string[])[];
  /** Where what was read is kept; undefined = nowhere. */
  readonly indexFile: string | undefined;
  /** How many of the first files are named. */
  readonly most: number;
  /** The files of the last map: a file in the same state is not read by a grammar again. */
  readonly before: readonly MappedFile[];
}

export type MapAnswer =
  | { readonly kind: 'drawn'; readonly files: readonly MappedFile[] }
  | { readonly kind: 'broken'; readonly why: string };
