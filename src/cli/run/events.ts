import type { RoundProgress, RunEvent } from '../../contracts/run-events.ts';
import type { SessionRecord, SessionUsage } from '../../contracts/session.ts';
import type { ApprovalRecord, Store, WorkRecords } from '../../contracts/store.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { type Json, type JsonObject, mapStrings } from '../../core/json.ts';
import { workDone } from '../../gateway/report/work-done.ts';
import { escapeHiddenInLines } from '../../policy/display.ts';
import { titleLine } from '../../policy/redaction.ts';
import { writeComplaint } from '../complain.ts';
import type { RunOutcome } from './outcome.ts';
import type { RunTexts } from './texts/texts.ts';

/** One line of `wasap run --json`. Fields are only added: their names and meanings are documented in docs/run.md. */
interface RunLine extends JsonObject {
  readonly event: 'started' | 'calling' | 'called' | 'round' | 'question' | 'message' | 'ended';
}

/** Number of the documented schema. */
const SCHEMA = 1;

function startedLine({ id, task, workspace, prompt: { model } }: SessionRecord): RunLine {
  return { event: 'started', schema: SCHEMA, session: id, task, folder: workspace, model };
}

/** Undefined for what only a card shows. */
function runLine(event: RunEvent): RunLine | undefined {
  switch (event.kind) {
    case 'tool-started':
      return { event: 'calling', round: event.round, doing: event.doing.en, what: event.label };
    case 'tool-ended': {
      const { tool, ok, durationMs } = event;
      return { event: 'called', tool, ok, duration_ms: Math.round(durationMs) };
    }
    case 'round-ended':
      return roundLine(event.progress);
    case 'preparing':
    case 'model-asked':
    case 'model-retry':
    case 'model-said':
      return undefined;
  }
}

function roundLine({ session, round, plan, elapsedMs }: RoundProgress): RunLine {
  const steps: Json = (plan?.steps ?? []).map(({ title, status }) => ({ title, status }));
  return { event: 'round', round, plan: steps, elapsed_ms: Math.round(elapsedMs), ...costOf(session.usage) };
}

/** @param answer `none`: it was not permitted beforehand */
function questionLine(
  { id, question }: Pick<ApprovalRecord, 'id' | 'question'>,
  permission: string | undefined,
  answer: 'yes' | 'none',
): RunLine {
  const { tool, text, details } = question;
  return { event: 'question', id, tool, question: text, details, permission: permission ?? null, answer };
}

interface EndedRun {
  readonly outcome: RunOutcome;
  readonly exitCode: number;
  /** Undefined when none began. */
  readonly session: SessionRecord | undefined;
  readonly goOn: string | undefined;
  /** What could not be done, when no report says it. */
  readonly problem?: string | undefined;
}

/** The last line in any case. Like the report, it takes what was done from records. */
export function endedLine(
  { outcome, exitCode, session, goOn, problem }: EndedRun,
  store: (WorkRecords & Pick<Store, 'worktrees'>) | undefined,
): RunLine {
  const how: RunLine = { event: 'ended', outcome, exit_code: exitCode, problem: problem ?? null };
  if (session === undefined || store === undefined) return { ...how, session: null, go_on: null };
  const { files, commits, pullRequest } = workDone(session, store);
  return {
    ...how,
    session: session.id,
    reason: session.state.reason ?? null,
    rounds: session.usage.round,
    ...costOf(session.usage),
    files: files.map(({ path, added, removed }) => ({ path, added, removed })),
    commits: commits.map(({ hash, subject }) => ({ hash, subject })),
    pull_request: pullRequest?.url ?? null,
    branch: store.worktrees.findActive(session)?.branch ?? null,
    go_on: goOn ?? null,
  };
}

function costOf({ costKnown, costMicroUsd, tokens }: SessionUsage): JsonObject {
  return { cost_micro_usd: costKnown ? costMicroUsd : null, tokens };
}

/** Tells a script what happens: on the standard output the task, on the error output the program about itself. */
export interface Reporter {
  /** A message of the chat. */
  message(text: string): Promise<void>;
  started(session: SessionRecord, goOn: string): void;
  event(event: RunEvent): void;
  question(asked: ApprovalRecord, permission: string | undefined, answer: 'yes' | 'none'): void;
  /** `line` is for programs, `text` for people. */
  ended(line: RunLine, text: string | undefined): void;
}

type ReporterStreams = Pick<CliHost, 'output' | 'errors'>;

/** How much of a question is repeated, in UTF-16 code units. */
const MAX_QUESTION = 120;

export function textReporter({ output, errors }: ReporterStreams, words: RunTexts): Reporter {
  const note = (text: string): void => writeComplaint(errors, text);
  return {
    message: (text) => writeText(output, `${text}\n`),
    started: (_session, goOn) => note(words.started(goOn)),
    event: () => undefined,
    question({ question: { details, text: question } }, permission, answer) {
      const asked = titleLine(details === '' ? question : details, MAX_QUESTION);
      if (answer === 'yes') note(words.answered(permission ?? '--allow', asked));
    },
    ended: (_line, text) => (text === undefined ? undefined : note(text)),
  };
}

/** @param redact hides secrets: labels and questions hold what the model wrote */
export function jsonReporter(
  { output, errors }: ReporterStreams,
  redact: (text: string) => string,
): Reporter {
  const clean = (text: string): string => escapeHiddenInLines(redact(text));
  const write = (line: RunLine): Promise<void> =>
    writeText(output, `${JSON.stringify(mapStrings(line, clean))}\n`);
  return {
    message: (text) => write({ event: 'message', text }),
    started: (session) => void write(startedLine(session)),
    event(event) {
      const line = runLine(event);
      if (line !== undefined) void write(line);
    },
    question: (asked, permission, answer) => void write(questionLine(asked, permission, answer)),
    ended(line, text) {
      void write(line);
      if (text !== undefined) writeComplaint(errors, text);
    },
  };
}

/** Never rejects: the program ends in order when the reader has left. */
function writeText(output: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    output.write(text, () => resolve());
  });
}
