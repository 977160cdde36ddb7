import { readFile } from 'node:fs/promises';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { codeOf, Failure, messageOf } from '../../../core/failure.ts';
import { texts } from '../../../core/texts/texts.ts';
import { type BackupTexts, backupTexts } from '../texts/texts.ts';

const MIN_LENGTH = 12;
const MAX_LENGTH = 1_024;

/**
 * For a new backup: asked twice in a terminal, or the first line of a file. Never from arguments or the environment.
 */
export async function newPassphrase(host: CliHost, file: string | undefined): Promise<string> {
  const words = passphraseTexts(host);
  const typed = file === undefined ? await askTwice(host, words) : await firstLine(file, words);
  if (typed.length >= MIN_LENGTH) return typed;
  throw new Failure('invalid', words.tooShort(String(typed.length), String(MIN_LENGTH)));
}

/** The passphrase of an existing backup, typed once. */
export async function knownPassphrase(host: CliHost, file: string | undefined): Promise<string> {
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
