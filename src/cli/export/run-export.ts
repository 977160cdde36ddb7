import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { codeOf, Failure, messageOf } from '../../base/failure.ts';
import { sessionIdOf } from '../../base/ids.ts';
import { texts } from '../../base/texts/texts.ts';
import { statusText, taskLine } from '../../commands/session-text.ts';
import { readNumbered } from '../../commands/task-name.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { redaction } from '../../grounds.ts';
import { escapeHidden } from '../../policy/display.ts';
import { readSettings } from '../../settings.ts';
import { type OpenRecords, openRecords, type SessionAccount } from '../../store/open-records.ts';
import type { CliHost } from '../sub-command.ts';
import { jsonLinesOf } from './jsonl.ts';
import { markdownOf } from './markdown.ts';

export interface ExportOptions {
  readonly format: 'markdown' | 'jsonl';
  readonly output?: string;
}

const LISTED = 20;
const HOW_TO_LIST = '`wasap export` without a name lists the newest tasks, /sessions those of a chat.';

export async function runExport(
  { packageRoot, output }: CliHost,
  name: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const settings = await readSettings({ packageRoot });
  const { redactor } = redaction(settings);
  // Colours go first: the letter that ends such a sequence would hide where a token begins.
  const redact = (text: string): string => redactor.redact(stripVTControlCharacters(text));
  const records = openRecords(join(settings.folders.data, 'wasap.db'));
  try {
    const text =
      name === undefined
        ? listOf(records.newest(LISTED), redact)
        : formatted(accountNamed(name, records), { format: options.format, redact });
    if (options.output === undefined) output.write(text);
    else writePrivate(resolve(options.output), text);
  } finally {
    records.close();
  }
}

function formatted(
  account: SessionAccount,
  { format, redact }: Pick<ExportOptions, 'format'> & { readonly redact: (text: string) => string },
): string {
  if (format === 'markdown') return markdownOf({ account, redact });
  return jsonLinesOf(account, redact)
    .map((line) => `${line}\n`)
    .join('');
}

function accountNamed(name: string, records: OpenRecords): SessionAccount {
  const numbered = readNumbered(/^\d{1,4}$/.test(name) ? `#${name}` : name);
  const id = numbered?.words === '' ? idOfNumber(numbered.number, records) : sessionIdOf(name);
  const account = id && records.account(id);
  if (account !== undefined) return account;
  throw new Failure('not-found', `There is no session ${JSON.stringify(name)}. ${HOW_TO_LIST}`);
}

function idOfNumber(number: number, records: OpenRecords): SessionRecord['id'] | undefined {
  const found = records.ofNumber(number);
  if (found.length < 2) return found[0]?.id;
  const ids = found.map(({ id, conversation }) => `${id} (${conversation})`).join(', ');
  throw new Failure('invalid', `#${number} is a task of several chats; name one of them by its id: ${ids}.`);
}

function listOf(sessions: readonly SessionRecord[], redact: (text: string) => string): string {
  if (sessions.length === 0) return 'No tasks yet.\n';
  return sessions
    .map((session) => {
      const task = escapeHidden(taskLine({ task: redact(session.task) }));
      const day = new Date(session.createdAtMs).toISOString().slice(0, 10);
      return `${session.id}  ${day}  ${statusText(session, texts('en'))}: ${task}\n`;
    })
    .join('');
}

/** Never over something: what stands there may be an earlier account, or anything else. */
function writePrivate(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw new Failure('conflict', `${path} exists and was left as it is. Name another file.`);
    if (codeOf(error) === undefined) throw error;
    throw new Failure('unavailable', `${path} cannot be written: ${messageOf(error)}. Name another place.`);
  }
}
