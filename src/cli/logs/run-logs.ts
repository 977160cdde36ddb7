import { join } from 'node:path';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { whileAsked } from '../../core/command-line.ts';
import { Failure } from '../../core/failure.ts';
import {
  LOG_LEVELS,
  type LogLevel,
  type LogLine,
  prettyLine,
  readLogLine,
  withoutUnseen,
} from '../../telemetry/log.ts';
import { type LogPosition, lastLogLines, logLinesSince } from '../../telemetry/read-log.ts';
import { logsWords } from './texts/texts.ts';

const LOOK_EVERY_MS = 300;

export interface LogsOptions {
  readonly last: number;
  readonly level: LogLevel;
  readonly follow?: true;
  readonly session?: string;
  readonly json?: true;
}

export async function runLogs(host: CliHost, options: LogsOptions): Promise<void> {
  const { folder, redactor } = await host.storedData();
  const path = join(folder, 'wasap.log');
  const show = (lines: readonly string[]): void => {
    // They were redacted when they were written; the secrets of the settings may have been added since.
    const shown = lines.map((line) => lineText(redactor.redact(line), options, host));
    if (shown.length > 0) host.output.write(shown.join(''));
  };
  const { lines, place } = lastLogLines(path, options.last, (line) => isWanted(line, options));
  show(lines);
  if (options.follow === true) {
    await whileAsked((signal) => followLog(path, place, { host, options, show, signal }));
  } else if (place === undefined) {
    const { logs: words } = logsWords(host.terminalLocale);
    throw new Failure('not-found', words.none(folder));
  }
}

interface FollowLogsParts {
  readonly host: CliHost;
  readonly options: LogsOptions;
  show(lines: readonly string[]): void;
  readonly signal: AbortSignal;
}

async function followLog(
  path: string,
  from: LogPosition | undefined,
  { host, options, show, signal }: FollowLogsParts,
): Promise<void> {
  const unread = new AbortController();
  void host.unread.then(() => unread.abort());
  const end = AbortSignal.any([signal, unread.signal]);
  let place = from;
  while (!end.aborted) {
    const newer = logLinesSince(path, place);
    place = newer.place;
    show(newer.lines.filter((line) => isWanted(line, options)));
    await systemClock.sleep(LOOK_EVERY_MS, end);
  }
}

function isWanted(text: string, { level, session }: LogsOptions): boolean {
  if (level === LOG_LEVELS[0] && session === undefined) return true;
  const line = readLogLine(text);
  return line !== undefined && isUrgent(line, level) && isOfSession(line, session);
}

function isUrgent(line: LogLine, level: LogLevel): boolean {
  return LOG_LEVELS.indexOf(line.level) >= LOG_LEVELS.indexOf(level);
}

function isOfSession({ session_id: id }: LogLine, session: string | undefined): boolean {
  return session === undefined || (typeof id === 'string' && id.startsWith(session));
}

function lineText(text: string, { json }: LogsOptions, { output }: CliHost): string {
  const line = json === true ? undefined : readLogLine(text);
  if (json === true) return `${text}\n`;
  // A full disk may have torn it.
  if (line === undefined) return `${withoutUnseen(text)}\n`;
  return prettyLine(line, { colours: output.isTTY && output.hasColors(), withDate: true });
}
