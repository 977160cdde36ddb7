import { DAY_MS, HOUR_MS } from '../../core/clock.ts';

const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };
const MAX_MS = 3650 * DAY_MS;

/** Period of the metrics when none is given. */
export const DEFAULT_PERIOD_MS = 30 * 24 * HOUR_MS;

/** `24h`, `7d`, `2w` in milliseconds; undefined for anything else, for nothing, and for more than ten years. */
export function readPeriod(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6})([hdw])$/i.exec(text.trim()) ?? [];
  const ms = Number(count) * (UNITS[unit.toLowerCase()] ?? 0);
  return ms > 0 && ms <= MAX_MS ? ms : undefined;
}
