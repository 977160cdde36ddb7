import { join } from 'node:path';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import type { SpanRow, TraceStore } from '../../../contracts/trace.ts';
import { systemClock } from '../../../core/clock.ts';
import { mapStrings } from '../../../core/json.ts';
import { widthOf } from '../../../core/terminal-output.ts';
import { cutAt } from '../../../core/text.ts';
import { formatSpan } from '../../../core/texts/format.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { findAnySession } from '../../../gateway/tasks/resolve-task.ts';
import { statusText, taskLine } from '../../../gateway/tasks/session-text.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { recordRedaction } from '../../../policy/redaction.ts';
import { openExisting } from '../../../store/open.ts';
import { recordsIn, type SessionFinder } from '../../../store/open-records.ts';
import { createTraceStore } from '../../../store/telemetry.ts';
import { barRange, spanTitle, treeRows } from '../span-tree.ts';
import { type TraceTexts, traceTexts } from '../texts/texts.ts';

const TIME_WIDTH = 12;
/** Share of the line that the names take; bars take what is left. */
const NAME_SHARE = 0.55;
const BAR = '█';

/** @throws Failure as `sessionNamed` does, and without a database */
export async function runTrace(
  { storedData, output, terminalLocale }: CliHost,
  name: string | undefined,
  { json }: { readonly json?: true },
): Promise<void> {
  const data = await storedData();
  const { redact, learnFrom } = recordRedaction(data);
  const shown = (text: string): string => escapeHidden(redact(text));
  const traces = openTraces(join(data.folder, 'wasap.db'));
  try {
    const session = name === undefined ? traces.newest(1)[0] : findAnySession(name, traces);
    await learnFrom(session === undefined ? [] : [session]);
    const width = widthOf(output);
    const words = texts(terminalLocale);
    const lines = json
      ? [jsonOf(session, traces, shown)]
      : linesToPrint(session, traces, { width, words, shown });
    output.write(`${lines.join('\n')}\n`);
  } finally {
    traces.close();
  }
}

interface TraceOptions {
  readonly width: number;
  readonly words: Texts;
  /** Redacts the text again: secrets may have become known since it was stored. */
  shown(text: string): string;
}

function linesToPrint(
  session: SessionRecord | undefined,
  traces: OpenTraces,
  { width, words, shown }: TraceOptions,
): readonly string[] {
  if (session === undefined) return [words.status.noTasksYet];
  const spans = traces.listOfSession(session.id).map((span) => ({ ...span, name: shown(span.name) }));
  const task = taskLine({ task: shown(session.task) });
  const title = wrapAnsi(`${statusText(session.state, words)}: ${task}`, width, { hard: true });
  const head = [session.id, title];
  const tracing = traceTexts(words);
  if (spans.length === 0) return [...head, wrapAnsi(tracing.notRecorded, width)];
  const isRunning = session.state.status === 'running';
  return [
    ...head,
    '',
    ...traceLines(spans, { width, isRunning, nowMs: systemClock.nowMs(), words: tracing }),
  ];
}

function jsonOf(
  session: SessionRecord | undefined,
  traces: OpenTraces,
  shown: (text: string) => string,
): string {
  if (session === undefined) return JSON.stringify({ session: null, spans: [] });
  const spans = traces.listOfSession(session.id).map(jsonSpan);
  const { id, state, task } = session;
  return JSON.stringify(mapStrings({ session: id, status: state.status, task, spans }, shown));
}

function jsonSpan({ input, output, attributes, parentId, endMs, session: _, ...span }: SpanRow) {
  return {
    ...span,
    parentId: parentId ?? null,
    endMs: endMs ?? null,
    input: input === undefined ? null : JSON.parse(input),
    output: output === undefined ? null : JSON.parse(output),
    attributes: JSON.parse(attributes),
  };
}

interface OpenTraces extends Pick<TraceStore, 'listOfSession'>, SessionFinder {
  close(): void;
}

/** Opens sessions and spans of an existing database. @throws Failure as `openExisting` does */
function openTraces(path: string): OpenTraces {
  return openExisting(path, (database) => {
    const { newest, listByNumber, findById, close } = recordsIn(database);
    return { newest, listByNumber, findById, close, listOfSession: createTraceStore(database).listOfSession };
  });
}

interface TraceTextOptions {
  /** Width of the terminal, in columns. */
  readonly width: number;
  /** True when a program works on the session: then open spans are under way, otherwise they were cut off. */
  readonly isRunning: boolean;
  readonly nowMs: number;
  readonly words: Pick<TraceTexts, 'open' | 'interrupted'>;
}

/** Spans of one session as a tree with times and bars, in order of their start. */
export function traceLines(spans: readonly SpanRow[], options: TraceTextOptions): readonly string[] {
  const nameWidth = Math.floor(options.width * NAME_SHARE);
  const width = options.width - nameWidth - TIME_WIDTH - 2;
  return treeRows(spans).map(({ span, lead, top }) => {
    const name = padText(fitText(`${lead}${spanTitle(span)}`, nameWidth), nameWidth);
    const time = timeOf(span, options).padStart(TIME_WIDTH);
    const { from, length } = barRange(span, { top, width, nowMs: options.nowMs });
    return `${name}${time}  ${' '.repeat(from)}${BAR.repeat(length)}`.trimEnd();
  });
}

function timeOf({ startMs, endMs, status }: SpanRow, { isRunning, words }: TraceTextOptions): string {
  if (endMs === undefined) return isRunning && status !== 'interrupted' ? words.open : words.interrupted;
  return formatSpan(endMs - startMs);
}

function fitText(text: string, width: number): string {
  if (stringWidth(text) < width) return text;
  let shown = text;
  while (stringWidth(shown) > width - 2) shown = cutAt(shown, shown.length - 1);
  return `${shown}…`;
}

function padText(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - stringWidth(text)))}`;
}
