import { readFile } from 'node:fs/promises';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { codeOf, Failure, messageOf } from '../../../core/failure.ts';

const MIN_LENGTH = 12;
const MAX_LENGTH = 1_024;

/**
 * For a new backup: asked twice in a terminal, or the first line of a file. Never from arguments or the environment.
 */
export async function newPassphrase(host: CliHost, file: string | undefined): Promise<string> {
  const typed = file === undefined ? await typedTwice(host) : await firstLine(file);
  if (typed.length >= MIN_LENGTH) return typed;
  throw new Failure(
    'invalid',
    `This passphrase is too short (${typed.length} characters), so nothing was written. Use at least ${MIN_LENGTH}: whoever has the file can try forever.`,
  );
}

/** The passphrase of an existing backup, typed once. */
export async function knownPassphrase(host: CliHost, file: string | undefined): Promise<string> {
  return file === undefined ? await typed(host, 'Passphrase of the backup') : await firstLine(file);
}

async function typedTwice(host: CliHost): Promise<string> {
  const first = await typed(host, 'Passphrase for the backup (nobody can open it without)');
  if ((await typed(host, 'The same passphrase again')) === first) return first;
  throw new Failure('invalid', 'The two passphrases differ, so nothing was written. Try again.');
}

async function typed({ input, output }: CliHost, question: string): Promise<string> {
  if (!input.isTTY || !output.isTTY)
    throw new Failure(
      'invalid',
      'There is no terminal to ask for the passphrase, so nothing was done. Name a file with it: --passphrase-file FILE',
    );
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({ message: question });
  if (isCancel(answer)) throw new Failure('stopped', 'Stopped. Nothing was written.');
  return answer ?? '';
}

async function firstLine(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === undefined) throw error;
    throw new Failure(
      'not-found',
      `I can't read the passphrase file, so nothing was done: ${messageOf(error)}.`,
    );
  });
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  if (line !== '' && line.length <= MAX_LENGTH) return line;
  throw new Failure(
    'invalid',
    `${file} has no passphrase in its first line, so nothing was done. Write 1 to ${MAX_LENGTH} characters there.`,
  );
}
