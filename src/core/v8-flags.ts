import { setFlagsFromString } from 'node:v8';

/** What has been set since the start, each with what it was then. */
const changed = new Map<string, { readonly now: number; readonly atStart: number }>();

/** @param value `atStart` is what it is where nobody sets it */
export function setV8Flag(name: string, value: { readonly now: number; readonly atStart: number }): void {
  changed.set(name, value);
  set(name, value.now);
}

/** The launcher keeps and takes compiled code meanwhile: V8 refuses what was made under other flags. */
export function underFlagsOfStart<Result>(work: () => Result): Result {
  for (const [name, { atStart }] of changed) set(name, atStart);
  try {
    return work();
  } finally {
    for (const [name, { now }] of changed) set(name, now);
  }
}

function set(name: string, value: number): void {
  setFlagsFromString(`--${name}=${value}`);
}
