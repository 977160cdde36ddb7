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
    `The passphrase has ${typed.length} characters. Take one of at least ${MIN_LENGTH}: whoever has the file can try as many as they like.`,
  );
}

/** The passphrase of an existing backup, typed once. */
export async function knownPassphrase(host: CliHost, file: string | undefined): Promise<string> {
  return file === undefined ? await typed(host, 'Passphrase of the backup') : await firstLine(file);
}

async function typedTwice(host: CliHost): Promise<string> {
  const first = await typed(host, 'Passphrase for the backup (nobody can open it without)');
  if ((await typed(host, 'The same once more')) === first) return first;
  throw new Failure('invalid', 'The two are not the same. Nothing was written; try again.');
}

async function typed({ input, output }: CliHost, question: string): Promise<string> {
  if (!input.isTTY || !output.isTTY)
    throw new Failure(
      'invalid',
      'There is no terminal to ask for the passphrase. Name a file that holds it: --passphrase-file FILE.',
    );
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({ message: question });
  if (isCancel(answer)) throw new Failure('stopped', 'Stopped; nothing was written.');
  return answer ?? '';
}

async function firstLine(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === undefined) throw error;
    throw new Failure('not-found', `The passphrase file cannot be read: ${messageOf(error)}.`);
  });
  const line = text.split(/\r?\n/, 1)[0] ?? '';
  if (line !== '' && line.length <= MAX_LENGTH) return line;
  throw new Failure(
    'invalid',
    `${file} does not begin with a passphrase: expected one line of 1 to ${MAX_LENGTH} characters.`,
  );
}
