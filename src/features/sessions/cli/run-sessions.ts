import { basename, join } from 'node:path';
import type { Writable } from 'node:stream';
import { DOUBTED, type SessionStatus } from '../../../contracts/session.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { isoTime, utcSecond } from '../../../core/clock.ts';
import { type JsonObject, mapStrings } from '../../../core/json.ts';
import { isTaken } from '../../../core/json-lines.ts';
import { tableOf, widthOf } from '../../../core/terminal-output.ts';
import { oneLine } from '../../../core/text.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { costText, statusText } from '../../../gateway/tasks/session-text.ts';
import { escapeHidden, escapeHiddenInLines } from '../../../policy/display.ts';
import { recordRedaction } from '../../../policy/redaction.ts';
import { type ListedSession, openRecords } from '../../../store/open-records.ts';
import { sessionTexts } from '../texts/texts.ts';

export interface SessionsOptions {
  readonly last: number;
  readonly all?: true;
  readonly status?: SessionStatus;
  readonly json?: true;
}

/** Width of an id, a time, and the gaps after them. */
const BEFORE_TASK = 32;

/** @throws Failure without a database */
export async function runSessions(
  { storedData, output, terminalLocale }: CliHost,
  { last, all, status, json }: SessionsOptions,
): Promise<void> {
  const data = await storedData();
  const redaction = recordRedaction(data);
  const { redact, learnFrom } = redaction;
  const records = openRecords(join(data.folder, 'wasap.db'));
  try {
    if (json)
      return await writeJson(output, records.pages({ status, limit: all ? undefined : last }), redaction);
    // One more than is shown tells whether there are older ones.
    const found = [...records.pages({ status, limit: all ? undefined : last + 1 })].flat();
    const listed = all ? found : found.slice(0, last);
    await learnFrom(listed);
    const words = texts(terminalLocale);
    const { cli } = sessionTexts(words);
    const lines = [
      listed.length === 0
        ? noneOf(status, words)
        : tableOfSessions(listed, { width: widthOf(output), redact, words }),
      ...(found.length > listed.length ? ['', cli.older] : []),
    ];
    output.write(lines.map((line) => `${line}\n`).join(''));
  } finally {
    records.close();
  }
}

/** Page by page, each after the previous one was written: a million sessions are never in memory at once. */
async function writeJson(
  output: Writable,
  pages: Iterable<readonly ListedSession[]>,
  { redact, learnFrom }: ReturnType<typeof recordRedaction>,
): Promise<void> {
  for (const page of pages) {
    await learnFrom(page);
    const text = page.map((session) => `${jsonLine(session, redact)}\n`).join('');
    if (!output.write(text) && !(await isTaken(output))) return;
  }
}

function noneOf(status: SessionStatus | undefined, words: Texts): string {
  return status === undefined ? words.status.noTasksYet : sessionTexts(words).cli.noneSo(status);
}

interface TableOptions {
  /** Width of the terminal, in columns. */
  readonly width: number;
  readonly redact: (text: string) => string;
  readonly words: Texts;
}

function tableOfSessions(listed: readonly ListedSession[], { width, redact, words }: TableOptions): string {
  const { cli } = sessionTexts(words);
  const columns = [
    { title: cli.session, text: ({ id }: ListedSession) => id },
    { title: cli.start, text: startedAt },
    {
      title: cli.howItWent,
      text: (session: ListedSession) =>
        [
          formatOutcome(session, words),
          escapeHidden(redact(placeText(session, words))),
          oneLine(escapeHidden(redact(session.task).replace(/\s+/g, ' ')), width - BEFORE_TASK),
        ].join('\n'),
    },
  ];
  return tableOf(listed, columns, width);
}

/** `11-20 09:30`: the id contains the year. */
function startedAt({ origin: { createdAtMs } }: ListedSession): string {
  return utcSecond(createdAtMs).slice('2026-'.length, '2026-11-20 09:30'.length);
}

function formatOutcome({ state, usage }: ListedSession, words: Texts): string {
  const { reason } = state;
  // The reason is left out if the words already say it.
  const why = reason === undefined || DOUBTED.includes(reason) ? '' : ` (${escapeHidden(reason)})`;
  const rounds = sessionTexts(words).cli.rounds(usage.round);
  return `${statusText(state, words)}${why} · ${rounds} · ${costText(usage, words)}`;
}

function placeText(
  { project, conversation, mode, origin: { scheduledAs: cron } }: ListedSession,
  words: Texts,
): string {
  const { cli } = sessionTexts(words);
  const origin = cron === undefined ? [] : [cli.schedule(cron)];
  return [basename(project), conversation, ...(mode === 'talk' ? [cli.talk] : []), ...origin].join(' · ');
}

/** The names are those of `wasap export --format jsonl`. */
function jsonLine(session: ListedSession, redact: (text: string) => string): string {
  const { id, number, conversation, owner, mode, task, workspace, project } = session;
  const { origin, prompt, state, usage } = session;
  const line: JsonObject = {
    id,
    number,
    conversation,
    owner,
    mode,
    status: state.status,
    reason: state.reason ?? null,
    task,
    workspace,
    project,
    model: prompt.model,
    rounds: usage.round,
    cost_micro_usd: usage.costKnown ? usage.costMicroUsd : null,
    tokens: usage.tokens,
    created_at: isoTime(origin.createdAtMs),
    ended_at: state.endedAtMs === undefined ? null : isoTime(state.endedAtMs),
    cron: origin.scheduledAs ?? null,
  };
  return JSON.stringify(mapStrings(line, (text) => escapeHiddenInLines(redact(text))));
}
