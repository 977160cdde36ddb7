import { repliesSoFar, sessionOf } from './request.ts';
import type { ScriptFunction } from './script.ts';

interface Together {
  readonly sessions: number;
  /** Replies before the last words of each, which wait for `finish`. */
  readonly steps: number;
}

/** So many sessions at work at once: none gets its next reply before all others have asked for theirs too. */
export function inStep(
  script: ScriptFunction,
  { sessions, steps }: Together,
): { readonly script: ScriptFunction; finish(): void } {
  const arrived = new Map<number, Set<string>>();
  let waiting: (() => void)[] = [];
  let mayEnd = false;
  const wake = (): void => {
    const woken = waiting;
    waiting = [];
    for (const goOn of woken) goOn();
  };
  const isOpen = (place: number) => arrived.get(place)?.size === sessions && (place < steps || mayEnd);
  return {
    async script(request, index) {
      const place = repliesSoFar(request);
      arrived.set(place, (arrived.get(place) ?? new Set()).add(sessionOf(request)));
      wake();
      while (!isOpen(place)) await new Promise<void>((resolve) => waiting.push(resolve));
      return script(request, index);
    },
    finish() {
      mayEnd = true;
      wake();
    },
  };
}
