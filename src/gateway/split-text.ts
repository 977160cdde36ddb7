import { cutAt } from '../base/text.ts';

const FENCE = '```';
/** Room for closing a fence at the end of a part and reopening it, with its language, at the start of the next. */
const FENCE_ROOM = 40;

/**
 * Splits a text into parts of at most `max` UTF-16 code units, at line ends where it can, else at spaces, never inside
 * a surrogate pair. A code fence that is cut is closed and opened again, so that every part reads by itself.
 * Nothing but the line end at a cut is left out.
 */
export function splitText(text: string, max: number): readonly string[] {
  if (text.length <= max) return [text];
  const parts: string[] = [];
  let rest = text;
  let opening = '';
  while (opening.length + rest.length > max) {
    const cut = cutPoint(rest, max - opening.length - FENCE_ROOM);
    const part = rest.slice(0, cut);
    const open = openFence(opening + part);
    parts.push(`${opening}${part.replace(/\n$/, '')}${open === '' ? '' : `\n${FENCE}`}`);
    rest = rest.slice(cut);
    opening = open === '' ? '' : `${open}\n`;
  }
  parts.push(opening + rest);
  return parts.filter((part) => part.trim() !== '');
}

/** Best place to cut at or before `max`: after a line, after a word, or anywhere between two characters. */
function cutPoint(text: string, max: number): number {
  const window = cutAt(text, Math.max(2, max));
  const line = window.lastIndexOf('\n');
  if (line > window.length / 2) return line + 1;
  const space = window.lastIndexOf(' ');
  return space > window.length / 2 ? space + 1 : window.length;
}

/** The line that opened the fence which is still open at the end of a text, or nothing. */
function openFence(text: string): string {
  const fences = text.split('\n').filter((line) => line.startsWith(FENCE));
  if (fences.length % 2 === 0) return '';
  return (fences.at(-1) ?? '').slice(0, FENCE_ROOM - FENCE.length - 2);
}
