export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/**
 * Delay before try number `attempt` (0-based): doubles up to `mostMs`, then a random share between half and all of it.
 */
export function backoffMs(
  attempt: number,
  { firstMs, mostMs }: Backoff,
  random: () => number = Math.random,
): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(full * (0.5 + random() / 2));
}
