import { codeOf } from '../../core/failure.ts';

/** True when another process has this number; this one does not count. */
export function isOtherAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
