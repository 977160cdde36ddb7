import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';
import { Failure, messageOf } from '../base/failure.ts';
import type { Log, LogFields } from '../base/log.ts';

export interface LogOptions {
  readonly path: string;
  /** Takes secrets out of one text; every text of every line passes through it. */
  redact(text: string): string;
}

/** Lines that could not be written are kept up to this size, in characters, and written when there is room again. */
const LONGEST_BACKLOG = 1_000_000;
const STRING_WITH_COLON = /("(?:[^"\\]|\\.)*")(:?)/g;

/**
 * Appends one JSON object per line, written before the call returns: what was logged before a crash is in the file.
 * A disk that is full costs lines, never the program.
 * @throws Failure `unavailable` when the file cannot be opened
 */
export function openLog({ path, redact }: LogOptions): Log {
  const file = openFile(path);
  const logger = pino(
    {
      base: { pid: process.pid },
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => void file.write(withSpaces(line)) },
  );
  const redacted = (fields: LogFields = {}): LogFields => redactFields(fields, redact);
  return {
    info: (event, fields) => logger.info(redacted(fields), event),
    warn: (event, fields) => logger.warn(redacted(fields), event),
    error: (event, fields) => logger.error(redacted(fields), event),
  };
}

function openFile(path: string): ReturnType<typeof pino.destination> {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = pino.destination({ dest: path, sync: true, mode: 0o600, maxLength: LONGEST_BACKLOG });
    // Without a listener a failed write would end the program; the rows in the store are the record, not the log.
    file.on('error', () => undefined);
    return file;
  } catch (error) {
    const message = `The log file ${path} cannot be opened (${messageOf(error)}). Set DATA_DIR to a folder of yours.`;
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

/** `{"a":1}` becomes `{"a": 1}`: people look for `"decision": "deny"` with grep. Strings stay as they are. */
function withSpaces(line: string): string {
  return line.replace(STRING_WITH_COLON, (_match, text: string, colon: string) =>
    colon === '' ? text : `${text}: `,
  );
}
