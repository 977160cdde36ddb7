import { type QuietHours, readQuietHours } from '../../core/quiet-hours.ts';

/** `22:00-07:00` as people type it: `22-7`, `10 pm to 7 am`, `de 22 a 7`. Undefined for anything else. */
export function parseQuietHours(typed: string): QuietHours | undefined {
  const plain = typed
    .toLowerCase()
    .replace(/^\s*(?:from|between|de|desde|entre)\s+(?:las?\s+)?/u, '')
    .replace(/[\u2010-\u2015\u2212]|\s(?:to|till|until|and|a|hasta|y)(?:\s+las?)?\s/gu, '-');
  const [from, to, ...more] = plain.split('-').map(clockTime);
  if (from === undefined || to === undefined || more.length > 0) return undefined;
  return readQuietHours(`${from}-${to}`);
}

const TIME = /^\s*(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:h|hs)?\s*(?:([ap])\.?\s?m\.?)?\s*$/u;

/** `7`, `7:30`, `7.30`, `10 pm` in 24 hours. */
function clockTime(typed: string): string | undefined {
  const [, hour, minute = '00', half] = TIME.exec(typed) ?? [];
  if (hour === undefined) return undefined;
  if (half === undefined) return `${hour}:${minute}`;
  const twelve = Number(hour);
  if (twelve < 1 || twelve > 12) return undefined;
  return `${(twelve % 12) + (half === 'p' ? 12 : 0)}:${minute}`;
}
