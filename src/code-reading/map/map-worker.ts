import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { codeOf, messageOf } from '../../core/failure.ts';
import { createCodeReader } from '../code-reader.ts';
import { drawMap } from './draw-map.ts';
import { MAP_PROCESS, type MapAnswer, type MapOrder } from './map-process.ts';

/** Below everything else of the program; at the lowest one it would hardly run on a machine that is busy. */
const LOW_PRIORITY = 5;
const LOOK_FOR_PARENT_MS = 500;

const [, , word, folder] = process.argv;
if (word === MAP_PROCESS && folder !== undefined) void answerParent(folder);

/** @param folder output of the build: `dist/code-reading` */
async function answerParent(folder: string): Promise<void> {
  lowerPriority();
  endWithParent();
  // Written by the program of the same build.
  const order = JSON.parse(await text(process.stdin)) as MapOrder;
  const answer = await drawMap(order, createCodeReader({ folder })).then(
    (files): MapAnswer => ({ kind: 'drawn', files }),
    (error: unknown): MapAnswer => ({ kind: 'broken', why: messageOf(error) }),
  );
  // Threads and timers of the reader would keep the process.
  process.stdout.write(JSON.stringify(answer), () => process.exit());
}

/** The person's own work comes first. If the system refuses, nothing changes. */
function lowerPriority(): void {
  try {
    setPriority(LOW_PRIORITY);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

/** The process that asked has ended or was killed, so the map has no reader. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit();
  }, LOOK_FOR_PARENT_MS).unref();
}
