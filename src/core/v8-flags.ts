import { setFlagsFromString } from 'node:v8';

/** Two settings of one flag, each as it is written on a command line. `atStart` is V8's default. */
export interface V8FlagChange {
  readonly now: string;
  readonly atStart: string;
}

const changed = new Set<V8FlagChange>();

export function changeV8Flag(change: V8FlagChange): void {
  changed.add(change);
  setFlagsFromString(change.now);
}

export function restoreV8Flag(change: V8FlagChange): void {
  changed.delete(change);
  setFlagsFromString(change.atStart);
}

/** The launcher stores and loads compiled code meanwhile: V8 refuses code that was made under other flags. */
export function underFlagsOfStart<Result>(work: () => Result): Result {
  for (const { atStart } of changed) setFlagsFromString(atStart);
  try {
    return work();
  } finally {
    for (const { now } of changed) setFlagsFromString(now);
  }
}
