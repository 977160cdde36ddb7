import { ANSI_SEQUENCES, cutAt, tailOf } from '../core/text.ts';

/** Share of the shown characters that comes from the beginning; errors are mostly at the end. */
const HEAD_SHARE = 0.2;

// biome-ignore lint/suspicious/noControlCharactersInRegex: what is dropped are the control characters but tab and newline.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as a terminal would have left it on the screen: no escape sequences, only the last state of a progress line. */
export function plainText(raw: string): string {
  return raw
    .replace(ANSI_SEQUENCES, '')
    .split('\n')
    .map(lastState)
    .join('\n')
    .replaceAll(CONTROLS, '')
    .replaceAll(LONE_SURROGATES, '\ufffd');
}

function lastState(line: string): string {
  if (!line.includes('\r')) return line;
  return line.split('\r').findLast((state) => state.trim() !== '') ?? '';
}

/** The parts of a log that were read: `head` and `tail` are both the whole of a short one. */
export interface LogText {
  readonly head: string;
  readonly tail: string;
  readonly isWhole: boolean;
  /** Bytes of the log on disk. */
  readonly bytes: number;
  readonly file: string;
}

/**
 * At most `limit` UTF-16 code units: all of it, or its first 20 % and last 80 %, cut at line bounds where there are
 * any, around a line that says how much is missing and which file has it. Never half a surrogate pair.
 */
export function headAndTail(log: LogText, limit: number): string {
  if (log.isWhole && log.head.length <= limit) return log.head;
  const longestNote = leftOutNote(log, log.bytes);
  const room = limit - longestNote.length - 2;
  // If there is less room than the note needs, the end alone says more.
  if (room <= 0) return tailOf(log.tail, limit);
  const head = firstLines(log.head, Math.floor(room * HEAD_SHARE));
  const tail = lastLines(log.tail, room - head.length);
  const shown = Buffer.byteLength(head) + Buffer.byteLength(tail);
  return [head, leftOutNote(log, Math.max(0, log.bytes - shown)), tail]
    .filter((part) => part !== '')
    .join('\n');
}

/** Divides `limit` between two texts: neither takes more than half while the other needs it. */
export function divideLimit(limit: number, first: number, second: number): readonly [number, number] {
  const half = Math.floor(limit / 2);
  if (first + second <= limit) return [first, second];
  if (first <= half) return [first, limit - first];
  if (second <= half) return [limit - second, second];
  return [half, limit - half];
}

function leftOutNote({ bytes, file }: LogText, leftOut: number): string {
  return `[... ${leftOut} of ${bytes} bytes left out; all of it is in ${file} ...]`;
}

function firstLines(text: string, max: number): string {
  const cut = cutAt(text, max);
  const end = cut.lastIndexOf('\n');
  return end > 0 ? cut.slice(0, end) : cut;
}

function lastLines(text: string, max: number): string {
  const cut = tailOf(text, max);
  const start = cut.indexOf('\n');
  const isLastCharacter = start === cut.length - 1;
  return start >= 0 && !isLastCharacter && cut.length < text.length ? cut.slice(start + 1) : cut;
}
