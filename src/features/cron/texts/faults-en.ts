const FORMS =
  'Write minute, hour, day of month, month and day of week: "0 9 * * 1-5". Or "every 15m", or one date and time: 2026-12-24T09:00.';
const DATE = 'Write it like 2026-12-24T09:00, or with its offset: 2026-12-24T09:00-05:00.';

/** Each stands behind `wasap:`, or is the whole answer to somebody who sets a schedule. */
export const faults = {
  'schedule-empty': `The schedule is empty. ${FORMS}`,
  'schedule-long': (length: number, most: number) =>
    `This time has ${length} characters; the limit is ${most}. Write ranges and steps instead of lists, or split it in two.`,
  'schedule-often-seconds': (text: string, least: number) =>
    `${quoted(text)} runs too often. Leave at least ${least} seconds between two runs.`,
  'schedule-often-minutes': (text: string, least: number) =>
    `${quoted(text)} runs too often. Leave at least ${least} minutes between two runs.`,
  'schedule-past': (text: string) => `${quoted(text)} is in the past. Write a date and time still to come.`,
  'schedule-never': (text: string) =>
    `${quoted(text)} never comes. Look for a day that no month has, such as 31 February, or an hour that the clocks skip.`,
  'every-unread': (text: string) =>
    `${quoted(text)} doesn't say how often. Write a whole number with s, m, h, d or w: "every 15m", "every 2h" or "every 1h30m". For a time of day write a cron expression: "0 9 * * *".`,
  'every-long': (text: string, most: number) =>
    `${quoted(text)} is longer than ${most} days. Write a shorter time, or one date and time.`,
  'date-form': (text: string) => `${quoted(text)} isn't a date with a time. ${DATE}`,
  'date-none': (text: string) => `${quoted(text)} doesn't exist. ${DATE}`,
  'date-offset': (text: string) => `${quoted(text)} has an offset that no place has. ${DATE}`,
  'date-jump': (text: string, zone: string) =>
    `${quoted(text)} doesn't exist in ${zone}: the clocks skip it. ${DATE}`,
  'cron-shorthand': (text: string, known: string) =>
    `${quoted(text)} isn't a shorthand I know. I know ${known}.`,
  'cron-count': (text: string, count: number) =>
    `${quoted(text)} has ${count === 1 ? 'one field' : `${count} fields`}; a cron expression has five. ${FORMS}`,
  'cron-second': (text: string) =>
    `${quoted(text)} can't be the second. With six fields the first one is the second of the minute: one number from 0 to 59.`,
  'cron-minute': (text: string) =>
    `${quoted(text)} can't be the minute. Minutes go from 0 to 59: write 0, 0,30, 10-20, */15 or 5-59/15.`,
  'cron-hour': (text: string) =>
    `${quoted(text)} can't be the hour. Hours go from 0 to 23: write 9, 9,18, 9-17, 22-2 or */2.`,
  'cron-dayOfMonth': (text: string) =>
    `${quoted(text)} can't be the day of the month. Days of the month go from 1 to 31: write 1, 1,15, 10-20 or */2. L is the last day, LW the last weekday, 15W the weekday nearest the 15th.`,
  'cron-month': (text: string) =>
    `${quoted(text)} can't be the month. Months go from 1 to 12 or JAN to DEC: write 6, JAN,JUL, NOV-FEB or */3.`,
  'cron-dayOfWeek': (text: string) =>
    `${quoted(text)} can't be the day of the week. Days of the week go from 0 (Sunday) to 7 (Sunday too) or SUN to SAT. Write 1-5, MON,FRI, FRI-MON, MON#1 (the first of the month) or FRIL (the last).`,
  'cron-command': 'A schedule sends a message here, or starts a task with /agent. It runs no other command.',
  'cron-empty': 'That says when, but not what. Add what should happen.',
  'cron-long': (length: number, most: number) => `That text has ${length} characters; the limit is ${most}.`,
  'name-taken': (name: string) => `This chat has a schedule ${name} already. Choose another name.`,
};

function quoted(text: string): string {
  return JSON.stringify(text);
}
