import { join } from 'node:path';
import wrapAnsi from 'wrap-ansi';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import type { SpanRow } from '../../../contracts/trace.ts';
import { systemClock } from '../../../core/clock.ts';
import { mapStrings } from '../../../core/json.ts';
import { widthOf } from '../../../core/terminal-size.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { findAnySession } from '../../../gateway/tasks/session-named.ts';
import { statusText, taskLine } from '../../../gateway/tasks/session-text.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { recordRedaction } from '../../../policy/record-redaction.ts';
import { type OpenTraces, openTraces } from '../open-traces.ts';
import { traceTexts } from '../texts/texts.ts';
import { traceLines } from './trace-text.ts';

/** @throws Failure as `sessionNamed` does, and without a database */
export async function runTrace(
  { storedData, output, helpLocale }: CliHost,
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
    const words = texts(helpLocale);
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
  const title = wrapAnsi(`${statusText(session, words)}: ${task}`, width, { hard: true });
  const head = [session.id, title];
  const tracing = traceTexts(words);
  if (spans.length === 0) return [...head, wrapAnsi(tracing.notRecorded, width)];
  const isRunning = session.status === 'running';
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
  const { id, status, task } = session;
  return JSON.stringify(mapStrings({ session: id, status, task, spans }, shown));
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
