import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf } from '../core/failure.ts';

/** The file as a whole, on the disk when this returns; undefined takes it away. @throws system errors */
export function replaceFile(at: string, next: string | undefined): void {
  const folder = path.dirname(at);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (next === undefined) rmSync(at);
  else exchangeFile(at, next);
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Written beside it first: readers see the old text or the new one, also on a full disk. */
function exchangeFile(at: string, next: string): void {
  const beside = `${at}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const opened = openSync(beside, 'wx', modeOf(at));
    try {
      writeFileSync(opened, next);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(beside, at);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function modeOf(at: string): number {
  try {
    return lstatSync(at).mode & 0o777;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0o600;
    throw error;
  }
}
