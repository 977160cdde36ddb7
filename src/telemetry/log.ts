import { dirname } from 'node:path';
import { pino } from 'pino';
import { Failure, messageOf } from '../core/failure.ts';
import type { Log, LogFields } from '../core/log.ts';
import { makeFolder } from '../core/make-folder.ts';
import { fault } from '../core/texts/faults.ts';
import { LogFile, type Rotation } from './log-file.ts';
import { prettyLine, readLogLine } from './log-line.ts';

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

const USUAL_ROTATION: Rotation = { bytes: 10_000_000, files: 5 };

/** Events of a link are shown in words where the echo is. No text inside a line has these quotes. */
const OF_A_LINK = '"event":"channel.';

/**
 * Appends one JSON object per line, written before the call returns: what was logged before a crash is in the file. A
 * file that has become large is put aside (see `LogFile`). A disk that is full costs lines, never the program.
 * @throws Failure `unavailable` when the file cannot be opened
 */
export function openLog({ path, redact, rotation = USUAL_ROTATION, echo }: LogOptions): Log {
  const file = openFile(path, rotation);
  const write = (line: string): void => {
    const spaced = withSpaces(line);
    file.write(spaced);
    if (echo === undefined || line.includes(OF_A_LINK)) return;
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
