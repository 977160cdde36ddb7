import { codeOf } from '../core/failure.ts';

/** Kills what was started as a process group of its own, and everything in it. */
export function killGroup(group: number | undefined): void {
  if (group !== undefined) signalGroups([group], 'SIGKILL');
}

/** Groups that have ended are left out, and those of another user (sudo). */
export function signalGroups(groups: readonly number[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const group of groups) {
    try {
      process.kill(-group, signal);
    } catch (error) {
      if (codeOf(error) !== 'ESRCH' && codeOf(error) !== 'EPERM') throw error;
    }
  }
}
