import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { isoTime, utcDay } from '../../../core/clock.ts';
import { codeOf, Failure, messageOf } from '../../../core/failure.ts';
import { isJsonObject, type Json, type JsonObject, mapStrings } from '../../../core/json.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { findAnySession } from '../../../gateway/tasks/resolve-task.ts';
import { statusText, taskLine } from '../../../gateway/tasks/session-text.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { recordRedaction } from '../../../policy/redaction.ts';
import { type OpenRecords, openRecords, type SessionAccount } from '../../../store/open-records.ts';
import { exportFault } from '../texts/faults.ts';
import { type DrawPlan, markdownOf } from './markdown.ts';

export interface ExportOptions {
  readonly format: 'markdown' | 'jsonl';
  readonly output?: string;
}

const LISTED = 20;

interface ExportPorts {
  readonly host: Pick<CliHost, 'storedData' | 'output' | 'terminalLocale'>;
  readonly drawPlan: DrawPlan;
}

export async function runExport(
  { host: { storedData, output, terminalLocale }, drawPlan }: ExportPorts,
  name: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const data = await storedData();
  const { redact, learnFrom } = recordRedaction(data);
  const records = openRecords(join(data.folder, 'wasap.db'));
  try {
    const sessions = name === undefined ? records.newest(LISTED) : [findAnySession(name, records)];
    await learnFrom(sessions);
    const [session] = sessions;
    const own = name === undefined ? undefined : session?.locale;
    const words = texts(own ?? terminalLocale);
    const text =
      name === undefined || session === undefined
        ? sessionList(sessions, { redact, words })
        : await formatAccount(accountOf(session, records), {
            format: options.format,
            redact,
            drawPlan,
            words,
          });
    if (options.output === undefined) output.write(text);
    else writePrivate(resolve(options.output), text);
  } finally {
    records.close();
  }
}

/** It existed a moment ago, and all reads show one moment. */
function accountOf({ id }: SessionRecord, records: OpenRecords): SessionAccount {
  const account = records.account(id);
  if (account === undefined) throw new Error(`session ${id} has no account`);
  return account;
}

interface FormatOptions extends Pick<ExportOptions, 'format'>, Pick<ExportPorts, 'drawPlan'> {
  readonly redact: (text: string) => string;
  readonly words: Texts;
}

async function formatAccount(
  account: SessionAccount,
  { format, redact, drawPlan, words }: FormatOptions,
): Promise<string> {
  if (format === 'markdown') {
    const { assignment } = account.session.origin;
    const plan = assignment?.kind === 'job' ? await drawPlan(assignment.plan) : undefined;
    return markdownOf({ account, plan, redact, texts: words });
  }
  return jsonLinesOf(account, redact)
    .map((line) => `${line}\n`)
    .join('');
}

function sessionList(
  sessions: readonly SessionRecord[],
  { redact, words }: { redact: (text: string) => string; words: Texts },
): string {
  if (sessions.length === 0) return `${words.status.noTasksYet}\n`;
  return sessions
    .map((session) => {
      const task = escapeHidden(taskLine({ task: redact(session.task) }));
      const day = utcDay(session.origin.createdAtMs);
      return `${session.id}  ${day}  ${statusText(session.state, words)}: ${task}\n`;
    })
    .join('');
}

/** Never overwrites: an existing file may be an earlier export, or anything else. */
function writePrivate(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new Failure('conflict', exportFault('file-exists', path));
    if (codeOf(error) === undefined) throw error;
    throw new Failure('unavailable', exportFault('not-written', path, messageOf(error)));
  }
}

/**
 * A session as JSON lines, uncut: `session`, then every `message` with the `compaction` before it, every `call`,
 * every `approval`, and `end`. Bytes of pictures and the frozen prompt and tools are left out.
 */
function jsonLinesOf(account: SessionAccount, redact: (text: string) => string): readonly string[] {
  return [sessionLine(account), ...messageLines(account), ...callLines(account), endLine(account)].map(
    (line) => JSON.stringify(mapStrings(line, redact)),
  );
}

function sessionLine({ session }: SessionAccount): JsonObject {
  const { id, number, conversation, owner, mode, task, workspace, project, prompt, origin } = session;
  return {
    type: 'session',
    version: 1,
    id,
    number,
    conversation,
    owner,
    mode,
    task,
    workspace,
    project,
    model: prompt.model,
    created_at: isoTime(origin.createdAtMs),
  };
}

function messageLines({ messages, compactions }: SessionAccount): readonly JsonObject[] {
  return messages.flatMap(({ role, content }, seq) => [
    ...compactions
      .filter(({ upTo }) => upTo === seq)
      .map(({ upTo, method, summary, atMs }) => ({
        type: 'compaction',
        at: isoTime(atMs),
        up_to: upTo,
        method,
        summary,
      })),
    { type: 'message', seq, role, content: content.map(withoutBytes) },
  ]);
}

function callLines({ calls, approvals }: SessionAccount): readonly JsonObject[] {
  return [
    ...calls.map(({ id, under, round, position, tool, input, malformed, state, startedAtMs, result }) => ({
      type: 'call',
      id,
      ...(under === undefined ? {} : { under }),
      round,
      position,
      tool,
      input,
      malformed: malformed ?? null,
      state,
      started_at: isoOrNull(startedAtMs),
      result:
        result === undefined
          ? null
          : { text: result.text, data: result.data, ok: result.ok, duration_ms: result.durationMs },
    })),
    ...approvals.map((approval) => ({
      type: 'approval',
      id: approval.id,
      call: approval.call,
      tool: approval.question.tool,
      question: approval.question.text,
      details: approval.question.details,
      asked: approval.requester,
      asked_at: isoTime(approval.askedAtMs),
      state: approval.state,
      answer: approval.answer?.words ?? null,
      scope: approval.answer?.scope ?? null,
      answered_at: isoOrNull(approval.answer?.atMs),
    })),
  ];
}

function endLine({ session: { state, usage }, plan, written, commits }: SessionAccount): JsonObject {
  return {
    type: 'end',
    status: state.status,
    reason: state.reason ?? null,
    ended_at: isoOrNull(state.endedAtMs),
    rounds: usage.round,
    cost_micro_usd: usage.costKnown ? usage.costMicroUsd : null,
    tokens: usage.tokens,
    plan: plan?.steps.map(({ title, status }) => ({ title, status })) ?? null,
    files: written.map(({ path }) => path),
    commits,
  };
}

/** A picture, of a person or in a result, is megabytes of unreadable base64. */
function withoutBytes(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (!isJsonObject(value)) return value;
  const { type, data } = value;
  if (type === 'base64' && typeof data === 'string')
    return { ...value, data: `(${Buffer.byteLength(data, 'base64')} bytes left out)` };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBytes(item)]));
}

function isoOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : isoTime(ms);
}
