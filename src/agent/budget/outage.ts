import type { RunLimits } from '../../contracts/session.ts';

/**
 * How long a session waits for a model that is away, after so many waits in a row; undefined when it has waited as long
 * as it may. The last one is only as long as is left, so all of them together are exactly `longestMs`.
 */
export function nextWaitMs(waits: number, { waitsMs, longestMs }: RunLimits['outage']): number | undefined {
  const waitAt = (index: number): number => waitsMs[Math.min(index, waitsMs.length - 1)] ?? 0;
  let waitedMs = 0;
  for (let index = 0; index < waits; index += 1) waitedMs += waitAt(index);
  const leftMs = longestMs - waitedMs;
  return leftMs > 0 ? Math.min(waitAt(waits), leftMs) : undefined;
}
