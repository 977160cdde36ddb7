import { turnToStart } from '../core/turns.ts';
import type { ProcessStarter } from './process-starter.ts';
import {
  type ProgramListener,
  type ProgramStart,
  type StartedProgram,
  startFromHere,
} from './started-program.ts';

/** Undefined: every program is started from this process. */
let starter: ProcessStarter | undefined;

/** From then on a separate process starts programs; see `createProcessStarter`. There is one for the whole program. */
export function startProgramsWith(given: ProcessStarter | undefined): void {
  starter = given;
}

/** To be waited for before `startProgram`: starts from this process take turns. */
export async function readyToStart(): Promise<void> {
  if (starter?.isReady() !== true) await turnToStart();
}

/** @throws as `startFromHere` does; started by another process, it rejects `ended` in place of that */
export function startProgram(start: ProgramStart, listener: ProgramListener): StartedProgram {
  return starter?.start(start, listener) ?? startFromHere(start, listener);
}
