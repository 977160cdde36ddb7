import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { whileAsked } from '../../../core/command-line.ts';
import { codeOf, Failure, messageOf } from '../../../core/failure.ts';
import { formatBytes } from '../../../core/texts/format.ts';
import { texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { hostPrograms, type ProgramTable } from '../../../processes/process-table.ts';
import { userOf } from '../archive/database.ts';
import { type RestoreReport, restoreBackup } from '../archive/restore-backup.ts';
import { type BackupReport, writeBackup } from '../archive/write-backup.ts';
import { type BackupTexts, backupTexts } from '../texts/texts.ts';

export interface BackupOptions {
  readonly passphraseFile?: string;
  readonly withoutAuth?: true;
  readonly force?: true;
}

export async function runBackup(host: CliHost, name: string, options: BackupOptions): Promise<void> {
  const { folder } = await host.storedData();
  const file = resolve(name);
  const passphrase = options.withoutAuth ? undefined : await newPassphrase(host, options.passphraseFile);
  const report = await whileAsked((signal) =>
    writeBackup({
      data: folder,
      file,
      passphrase,
      replace: options.force ?? false,
      program: host.version,
      nowMs: Date.now(),
      signal,
    }),
  );
  const { saved } = backupTexts(texts(host.terminalLocale));
  const titleOf = passphrase === undefined ? saved.plain : saved.encrypted;
  const lines = [
    titleOf(file, formatBytes(report.bytes)),
    ...savedLines(report, saved),
    ...(passphrase === undefined ? [] : [saved.keep]),
  ];
  host.output.write(`${lines.join('\n')}\n`);
}

function savedLines(
  { transcripts, files, chatFiles, skipped }: BackupReport,
  words: BackupTexts['saved'],
): readonly string[] {
  return [
    words.holds(String(transcripts), String(files), String(chatFiles)),
    words.leavesOut,
    ...skipped.map((name) => words.skipped(escapeHidden(name))),
  ];
}

export interface RestoreOptions {
  readonly passphraseFile?: string;
  readonly force?: true;
}

export async function runRestore(host: CliHost, name: string, options: RestoreOptions): Promise<void> {
  const { folder: data } = await host.storedData();
  const programs = hostPrograms();
  const words = backupTexts(texts(host.terminalLocale)).restored;
  const lastLook = (): Promise<void> => assertNotInUse(data, programs, words);
  await lastLook();
  const report = await whileAsked((signal) =>
    restoreBackup({
      file: resolve(name),
      data,
      passphrase: () => knownPassphrase(host, options.passphraseFile),
      moveAside: options.force ?? false,
      lastLook,
      nowMs: Date.now(),
      signal,
    }),
  );
  host.output.write(`${restoredLines(data, report, words).join('\n')}\n`);
}

type RestoredTexts = BackupTexts['restored'];

function restoredLines(
  data: string,
  { manifest, transcripts, files, chatFiles, aside }: RestoreReport,
  words: RestoredTexts,
): readonly string[] {
  return [
    words.done(data, manifest.made_at),
    words.holds(String(transcripts), String(files), String(chatFiles)),
    ...(aside === undefined ? [] : [words.aside(aside)]),
    words.next,
    manifest.link ? words.link : words.noLink,
  ];
}

/** @throws Failure `conflict` while a program uses this data folder */
async function assertNotInUse(
  data: string,
  programs: Pick<ProgramTable, 'livenessOf'>,
  words: RestoredTexts,
): Promise<void> {
  const user = await userOf(data, programs);
  if (user === undefined) return;
  const { pid } = user;
  throw new Failure('conflict', pid === undefined ? words.inUse(data) : words.inUseBy(data, String(pid)));
}

const MIN_LENGTH = 12;
const MAX_LENGTH = 1_024;

/**
 * For a new backup: asked twice in a terminal, or the first line of a file. Never from arguments or the environment.
 */
async function newPassphrase(host: CliHost, file: string | undefined): Promise<string> {
  const words = passphraseTexts(host);
  const typed = file === undefined ? await askTwice(host, words) : await firstLine(file, words);
  if (typed.length >= MIN_LENGTH) return typed;
  throw new Failure('invalid', words.tooShort(String(typed.length), String(MIN_LENGTH)));
}

/** The passphrase of an existing backup, typed once. */
async function knownPassphrase(host: CliHost, file: string | undefined): Promise<string> {
  const words = passphraseTexts(host);
  return file === undefined ? await askPassphrase(host, words.ask, words) : await firstLine(file, words);
}

type PassphraseTexts = BackupTexts['passphrase'];

function passphraseTexts({ terminalLocale }: CliHost): PassphraseTexts {
  return backupTexts(texts(terminalLocale)).passphrase;
}

async function askTwice(host: CliHost, words: PassphraseTexts): Promise<string> {
  const first = await askPassphrase(host, words.askNew, words);
  if ((await askPassphrase(host, words.askAgain, words)) === first) return first;
  throw new Failure('invalid', words.differ);
}

async function askPassphrase(
  { input, output }: CliHost,
  question: string,
  words: PassphraseTexts,
): Promise<string> {
  if (!input.isTTY || !output.isTTY) throw new Failure('invalid', words.noTerminal);
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({ message: question });
  if (isCancel(answer)) throw new Failure('stopped', words.stopped);
  return answer ?? '';
}

async function firstLine(file: string, words: PassphraseTexts): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === undefined) throw error;
    throw new Failure('not-found', words.unreadable(messageOf(error)));
  });
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  if (line !== '' && line.length <= MAX_LENGTH) return line;
  throw new Failure('invalid', words.emptyFile(file, String(MAX_LENGTH)));
}
