import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import { once } from '../../core/memoize.ts';
import { unlessRefused } from '../../files/look-at-path.ts';
import { cleanText } from './draft.ts';

/** Messages that can be brought back, oldest first. */
export interface InputHistory {
  entries(): readonly string[];
  add(text: string): void;
}

export interface HistoryFileParts {
  /** Absolute; the file is made with the first message. */
  readonly path: string;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** How long a message is kept, in milliseconds; undefined = always. */
  readonly keepMs: number | undefined;
  /** True for a text that holds a secret: it is brought back until the program ends, and never written. */
  isSecret(text: string): boolean;
}

const MAX_ENTRIES = 1000;
/** In UTF-16 code units. A long paste is hardly wanted again, and would slow down every start. */
const MAX_LENGTH = 10_000;
/** Only the user may read what they wrote. */
const MODE = 0o600;

const HistoryEntry = z.object({ atMs: z.number(), text: z.string() });
type HistoryEntry = z.infer<typeof HistoryEntry>;

export function memoryHistory(): InputHistory {
  return withoutRepetition([], () => undefined);
}

/**
 * A history that is kept between runs, a JSON object a line, so that several programs can add to it. It is a
 * convenience: if the file cannot be read or written, only the history is missing. Messages that begin with a space are
 * not written.
 */
export function fileHistory(parts: HistoryFileParts): InputHistory {
  // Read when it is first needed: most messages are sent before the person looks for an earlier one.
  const history = once(() =>
    withoutRepetition(readHistory(parts), (text) => {
      if (!text.startsWith(' ') && text.length <= MAX_LENGTH && !parts.isSecret(text))
        appendEntry(text, parts);
    }),
  );
  return { entries: () => history().entries(), add: (text) => history().add(text) };
}

function withoutRepetition(read: readonly string[], write: (text: string) => void): InputHistory {
  const entries = [...read];
  return {
    entries: () => entries,
    add(text) {
      if (entries.at(-1) === text) return;
      entries.push(text);
      if (entries.length > MAX_ENTRIES) entries.shift();
      write(text);
    },
  };
}

/** Old entries, and those beyond the limit, are removed from the file. */
function readHistory(parts: HistoryFileParts): readonly string[] {
  const { path, clock, keepMs } = parts;
  const stored = unlessRefused(() => readFileSync(path, 'utf8'));
  if (stored === undefined) return [];
  const all = stored.split('\n').flatMap(entryIn);
  const oldestMs = keepMs === undefined ? Number.NEGATIVE_INFINITY : clock.nowMs() - keepMs;
  const kept = all.filter(({ atMs }) => atMs >= oldestMs).slice(-MAX_ENTRIES);
  if (kept.length < all.length) unlessRefused(() => rewriteHistory(kept, path));
  // Escape sequences in the file must not reach the terminal.
  return kept.map(({ text }) => cleanText(text));
}

function entryIn(line: string): readonly HistoryEntry[] {
  try {
    return [HistoryEntry.parse(JSON.parse(line))];
  } catch (error) {
    // A killed program may leave half a line, and a person may have edited the file.
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
    return [];
  }
}

function historyLine(entry: HistoryEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

function appendEntry(text: string, { path, clock }: HistoryFileParts): void {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  unlessRefused(() => {
    const fd = openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, MODE);
    try {
      if (!fstatSync(fd).isFile()) return;
      fchmodSync(fd, MODE);
      writeSync(fd, historyLine({ atMs: clock.nowMs(), text }));
    } finally {
      closeSync(fd);
    }
  });
}

function rewriteHistory(entries: readonly HistoryEntry[], path: string): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, entries.map(historyLine).join(''), { mode: MODE, flag: 'wx' });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
