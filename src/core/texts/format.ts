import { MINUTE_MS } from '../clock.ts';

const KILOBYTE = { size: 1000, name: 'kB' };
const UNITS = [
  { size: 1e12, name: 'TB' },
  { size: 1e9, name: 'GB' },
  { size: 1e6, name: 'MB' },
];

/** In millionths of a dollar. */
const MIN_SHOWN = 500;

/**
 * `$0.12`; below ten cents three decimals, and `< $0.001` for less than they show, so that a cheap task does not look
 * free.
 */
export function formatMoney(microUsd: number): string {
  if (microUsd > 0 && microUsd < MIN_SHOWN) return '< $0.001';
  const dollars = microUsd / 1_000_000;
  return `$${dollars.toFixed(dollars > 0 && dollars < 0.1 ? 3 : 2)}`;
}

/** `12 s`, `3 min 05 s`, `1 h 05 min`; rounded to the unit shown last. Never negative: a clock may be set back. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${twoDigits(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

/** `120 ms`, `1.2 s`: for what a person hardly waits for. */
export function formatBrief(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `1.2 s`, `3 min 05 s`: from moments to hours. */
export function formatSpan(ms: number): string {
  return ms < MINUTE_MS ? formatBrief(ms) : formatDuration(ms);
}

/** `12 GB`, `1.2 MB`, `0 kB`: thousands, as disks are sold. */
export function formatBytes(bytes: number): string {
  const { size, name } = UNITS.find((unit) => bytes >= unit.size) ?? KILOBYTE;
  const value = bytes / size;
  return `${value > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${name}`;
}

/** `950`, `4.1k`, `92k`, `1.2M`: as short as a phone line needs it. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  const thousands = tokens / 1000;
  if (thousands >= 999.5) return `${(thousands / 1000).toFixed(1)}M`;
  return `${thousands < 9.95 ? thousands.toFixed(1) : Math.round(thousands)}k`;
}

/** `< 1 h`, `3 h`, `12 d`: how long ago, in the largest unit that gives at least one. */
export function formatAge(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours < 1) return '< 1 h';
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** `14:02` in the time zone; with its date when `other` is on another day there. */
export function formatTimeIn(zone: string, ms: number, other: number): string {
  const [date, time] = wallTime(zone, ms);
  return date === wallTime(zone, other)[0] ? time : `${date} ${time}`;
}

function wallTime(zone: string, ms: number): readonly [date: string, time: string] {
  const [date = '', time = ''] = wallFormat(zone).format(ms).split(' ');
  return [date, time];
}

/** By zone: one takes 0.1 ms to make, and a page has many times. */
const WALL_FORMATS = new Map<string, Intl.DateTimeFormat>();

function wallFormat(zone: string): Intl.DateTimeFormat {
  const known = WALL_FORMATS.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  WALL_FORMATS.set(zone, made);
  return made;
}

/** As `formatTimeIn`, in the time zone of this machine. */
export function formatTimeOfDay(ms: number, other: number): string {
  const date = new Date(ms);
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  if (date.toDateString() === new Date(other).toDateString()) return time;
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${time}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
