import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '../../src/processes/command-environment.ts';

/**
 * The first Python of PATH that is a program. What a version manager puts before it is a script that looks for the
 * right one each time, which takes longer than most tests. `python3` where there is nothing else.
 */
export function realPython(): string {
  const found = (process.env.PATH ?? '').split(':').map((folder) => findProgram('python3', folder));
  return found.find((file) => file !== undefined && !isScript(file)) ?? 'python3';
}

/** PATH with its folder first. */
export function pathToRealPython(): string {
  return [path.dirname(realPython()), process.env.PATH].join(':');
}

function isScript(file: string): boolean {
  const opened = openSync(file, 'r');
  try {
    const start = Buffer.alloc(2);
    readSync(opened, start);
    return start.toString() === '#!';
  } finally {
    closeSync(opened);
  }
}
