import type { RunLimits } from '../../contracts/session.ts';

/**
 * How long a session waits for an unavailable model after so many waits in a row; undefined when the limit is used
 * up. The last wait is shortened, so that all of them together are exactly `longestMs`.
 */
export function nextWaitMs(waits: number, { waitsMs, longestMs }: RunLimits['outage']): number | undefined {
  const waitAt = (index: number): number => waitsMs[Math.min(index, waitsMs.length - 1)] ?? 0;
  let waitedMs = 0;
  for (let index = 0; index < waits; index += 1) waitedMs += waitAt(index);
  const leftMs = longestMs - waitedMs;
  return leftMs > 0 ? Math.min(waitAt(waits), leftMs) : undefined;
}
