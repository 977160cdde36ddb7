const FIRST_MS = 30_000;
const LATEST_MS = 10 * 60_000;
const LATEST_AFTER_FAILURE_MS = 60 * 60_000;

/**
 * Milliseconds until the next look: soon after something was new, later the longer nothing is, latest after ten
 * minutes; after failures in a row up to an hour.
 */
export function untilNextLook({
  quiet,
  failures,
}: {
  readonly quiet: number;
  readonly failures: number;
}): number {
  if (failures > 0) return Math.min(FIRST_MS * 2 ** Math.min(failures, 20), LATEST_AFTER_FAILURE_MS);
  return Math.min(Math.round(FIRST_MS * 1.5 ** Math.min(quiet, 20)), LATEST_MS);
}
