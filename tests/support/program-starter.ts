import path from 'node:path';
import { createProcessStarter, startProgramsWith } from '../../src/processes/process-starter.ts';

/** One for all files of a test process; it ends with that. */
const starter = createProcessStarter(
  path.resolve(import.meta.dirname, '../../dist/processes/starter.cjs'),
  0,
);

/**
 * Git and commands are started by a small process, as those of the program are. The process of the tests is a large one
 * with every file, and to start one from there copies its page tables.
 */
export function startFromSmallProcess(): void {
  startProgramsWith(starter);
}
