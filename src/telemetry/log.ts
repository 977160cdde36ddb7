import { closeSync, openSync, renameSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { styleText } from 'node:util';
import { pino } from 'pino';
import * as z from 'zod';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import { makeFolder } from '../core/file-access.ts';
import { jsonIn } from '../core/json.ts';
import type { Log, LogFields } from '../core/log.ts';
import { fault } from '../core/texts/faults.ts';

/** Where lines are shown as well, those about a link to a channel aside. */
export interface LogEcho {
  /** For a person at a terminal; otherwise as in the file. */
  readonly pretty: boolean;
  readonly colours: boolean;
  write(text: string): void;
}

interface LogOptions {
  readonly path: string;
  /** Takes secrets out of one text; every text of every line passes through it. */
  redact(text: string): string;
  readonly rotation?: Rotation;
  readonly echo?: LogEcho | undefined;
}

const DEFAULT_ROTATION: Rotation = { bytes: 10_000_000, files: 5 };

/** Events of a link are shown in words where the echo is. No text inside a line has these quotes. */
const CHANNEL_EVENT_START = '"event":"channel.';

/**
 * Appends one JSON object per line, written before the call returns: what was logged before a crash is in the file. A
 * file that has become large is put aside (see `LogFile`). A disk that is full costs lines, never the program.
 * @throws Failure `unavailable` when the file cannot be opened
 */
export function openLog({ path, redact, rotation = DEFAULT_ROTATION, echo }: LogOptions): Log {
  const file = openFile(path, rotation);
  const write = (line: string): void => {
    const spaced = withSpaces(line);
    file.write(spaced);
    if (echo === undefined || line.includes(CHANNEL_EVENT_START)) return;
    const read = echo.pretty ? readLogLine(line) : undefined;
    echo.write(read === undefined ? spaced : prettyLine(read, { colours: echo.colours, withDate: false }));
  };
  const logger = pino(
    {
      base: { pid: process.pid },
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  );
  const redacted = (fields: LogFields = {}): LogFields => redactFields(fields, redact);
  return {
    info: (event, fields) => logger.info(redacted(fields), event),
    warn: (event, fields) => logger.warn(redacted(fields), event),
    error: (event, fields) => logger.error(redacted(fields), event),
  };
}

function openFile(path: string, rotation: Rotation): LogFile {
  try {
    makeFolder(dirname(path));
    return new LogFile(path, rotation);
  } catch (error) {
    const message = fault('log-closed', path, messageOf(error));
    throw new Failure('unavailable', message, { cause: error });
  }
}

function redactFields(fields: LogFields, redact: (text: string) => string): LogFields {
  const entries = Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'string') return [name, redact(value)];
    return [name, isList(value) ? value.map(redact) : value];
  });
  return Object.fromEntries(entries);
}

function isList(value: LogFields[string]): value is readonly string[] {
  return Array.isArray(value);
}

const STRING_WITH_COLON = /("(?:[^"\\]|\\.)*")(:?)/g;

/** `{"a":1}` becomes `{"a": 1}`: people look for `"decision": "deny"` with grep. Strings stay as they are. */
function withSpaces(line: string): string {
  return line.replace(STRING_WITH_COLON, (_match, text: string, colon: string) =>
    colon === '' ? text : `${text}: `,
  );
}

interface Rotation {
  /** Size from which a log is put aside, in bytes. */
  readonly bytes: number;
  /** How many are kept besides the one that is written: `wasap.log.1` is the newest of them. */
  readonly files: number;
}

/** Lines that could not be written are kept up to this size, in bytes, and written when there is room again. */
const MAX_BACKLOG_LENGTH = 1_000_000;
/** Rotating logs takes a moment; a program that holds the lock for longer has ended. */
const STALE_MS = 10_000;
const PRIVATE = 0o600;

/**
 * A log that several programs append to at the same time. Each line is one write at the end of the file that has the
 * name now, so none is torn or lost when another program has rotated it. Never throws once it is open: a full disk
 * loses lines.
 */
export class LogFile {
  readonly #path: string;
  readonly #rotation: Rotation;
  #fd: number;
  #inode: number;
  #backlog = Buffer.alloc(0);

  /** @throws Error when it cannot be opened; its folder has to exist */
  constructor(path: string, rotation: Rotation) {
    this.#path = path;
    this.#rotation = rotation;
    this.#fd = openSync(path, 'a', PRIVATE);
    this.#inode = statSync(path).ino;
  }

  /** @param line with its line break */
  write(line: string): void {
    let left = Buffer.concat([this.#backlog, Buffer.from(line)]);
    try {
      this.#makeCurrent(left.length);
      while (left.length > 0) left = left.subarray(writeSync(this.#fd, left));
    } catch (error) {
      // A system error is ignored: the rows in the store are the record, not the log.
      if (codeOf(error) === undefined) throw error;
    }
    this.#backlog = left.length > MAX_BACKLOG_LENGTH ? Buffer.alloc(0) : Buffer.from(left);
  }

  #makeCurrent(more: number): void {
    const there = statSync(this.#path, { throwIfNoEntry: false });
    if (there === undefined || there.ino !== this.#inode) this.#reopen();
    else if (there.size > 0 && there.size + more > this.#rotation.bytes) this.#putAside();
  }

  #reopen(): void {
    const fd = openSync(this.#path, 'a', PRIVATE);
    closeSync(this.#fd);
    this.#fd = fd;
    this.#inode = statSync(this.#path).ino;
  }

  /**
   * Only one program renames the file; the others go on writing to it until they see that the name means another
   * file.
   */
  #putAside(): void {
    const lock = `${this.#path}.lock`;
    if (!takeLock(lock)) return;
    try {
      if (statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#inode) this.#shift();
    } finally {
      unlinkSync(lock);
    }
    this.#reopen();
  }

  #shift(): void {
    const { files } = this.#rotation;
    for (let n = files - 1; n > 0; n -= 1) renameIfThere(`${this.#path}.${n}`, `${this.#path}.${n + 1}`);
    if (files > 0) renameSync(this.#path, `${this.#path}.1`);
    else unlinkSync(this.#path);
  }
}

function takeLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', PRIVATE));
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN;
    // The lock of a program that was killed meanwhile; the next line tries again.
    if (Date.now() - since > STALE_MS) unlinkSync(lock);
    return false;
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** From the least to the most urgent. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const Line = z.looseObject({
  time: z.string(),
  level: z.enum(LOG_LEVELS),
  event: z.string(),
});
export type LogLine = z.infer<typeof Line>;

/** Undefined for a line that the log did not write whole. */
export function readLogLine(text: string): LogLine | undefined {
  return Line.safeParse(jsonIn(text)).data;
}

/** Shown as they are; anything else in quotes. */
const PLAIN = /^[\w./:@+%~,-]+$/;
/** Characters that a terminal may interpret, or hide. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const COLOURS = { info: 'dim', warn: 'yellow', error: 'red' } as const;
const LEVEL_WIDTH = 5;

interface LineLook {
  readonly colours: boolean;
  /** Month and day before the time of day. */
  readonly withDate: boolean;
}

/** A line of the log for a person at a terminal, with its line break: time (UTC), level, event, fields. */
export function prettyLine(
  { time, level, event, pid: _, ...fields }: LogLine,
  { colours, withDate }: LineLook,
): string {
  const when = withDate ? `${time.slice(5, 10)} ${time.slice(11, 19)}` : time.slice(11, 19);
  const painted = (text: string) =>
    colours ? styleText(COLOURS[level], text, { validateStream: false }) : text;
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${showValue(value)}`);
  return `${when} ${painted(level.padEnd(LEVEL_WIDTH))} ${[event, ...shown].join(' ')}\n`;
}

function showValue(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  return withoutUnseen(JSON.stringify(value));
}

/** With the code in place of each character that a terminal may interpret, or hide. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
