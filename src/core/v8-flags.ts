import { setFlagsFromString } from 'node:v8';

/** Flags that were set since the start, each with its value at the start. */
const changed = new Map<string, { readonly now: number; readonly atStart: number }>();

/** @param value `atStart` is the default of the flag */
export function setV8Flag(name: string, value: { readonly now: number; readonly atStart: number }): void {
  changed.set(name, value);
  set(name, value.now);
}

/** The launcher stores and loads compiled code meanwhile: V8 refuses code that was made under other flags. */
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
