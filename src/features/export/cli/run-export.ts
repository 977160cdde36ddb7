import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { utcDay } from '../../../core/clock.ts';
import { codeOf, Failure, messageOf } from '../../../core/failure.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { statusText, taskLine } from '../../../gateway/tasks/session-text.ts';
import { findAnySession } from '../../../gateway/tasks/task-name.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { recordRedaction } from '../../../policy/record-redaction.ts';
import { type OpenRecords, openRecords, type SessionAccount } from '../../../store/open-records.ts';
import { exportFault } from '../texts/faults.ts';
import { jsonLinesOf } from './jsonl.ts';
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

interface ListOptions {
  readonly redact: (text: string) => string;
  readonly words: Texts;
}

function sessionList(sessions: readonly SessionRecord[], { redact, words }: ListOptions): string {
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
