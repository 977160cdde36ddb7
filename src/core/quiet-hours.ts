import { HOUR_MS, MINUTE_MS } from './clock.ts';

/** Minutes since midnight, by the clock of a conversation; `from` may be later than `to`: over midnight. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

const HOURS = /^([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)$/;

/** Reads `22:00-08:00`; undefined for anything else, and for hours that begin when they end. */
export function readQuietHours(text: string): QuietHours | undefined {
  const [, fromHour, fromMinute, toHour, toMinute] = HOURS.exec(text.trim()) ?? [];
  if (toMinute === undefined) return undefined;
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = Number(toHour) * 60 + Number(toMinute);
  return from === to ? undefined : { from, to };
}

/** @param zone IANA name */
export function isQuietAt(nowMs: number, { from, to }: QuietHours, zone: string): boolean {
  const minute = minuteOfDay(nowMs, zone);
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function minuteOfDay(nowMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = format.formatToParts(nowMs);
  const of = (type: 'hour' | 'minute'): number =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return (of('hour') * HOUR_MS) / MINUTE_MS + of('minute');
}
