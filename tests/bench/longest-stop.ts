import { median } from './statistics.ts';

const REPEATS = 5;

/**
 * How long nothing else could be done while this was, in milliseconds: the longest time of each, and the median of
 * those.
 */
export async function longestStopMs(work: () => Promise<unknown>): Promise<number> {
  const longest: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    let [lastMs, mostMs] = [performance.now(), 0];
    const tick = (): void => {
      const nowMs = performance.now();
      mostMs = Math.max(mostMs, nowMs - lastMs - 1);
      lastMs = nowMs;
    };
    const timer = setInterval(tick, 1);
    await work();
    tick();
    clearInterval(timer);
    longest.push(mostMs);
  }
  return median(longest);
}
