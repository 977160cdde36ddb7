import type { CliHost } from '../../../contracts/sub-command.ts';
import { Failure } from '../../../core/failure.ts';

interface SecretPromptTexts {
  /** What to do where there is no terminal. */
  readonly noTerminal: string;
  /** Why nothing happened, for Ctrl-C. */
  readonly stopped: string;
}

/**
 * What is typed at the terminal; never shown.
 * @throws Failure `stopped` for Ctrl-C, `invalid` where nobody can be asked
 */
export async function askSecretly(host: CliHost, message: string, words: SecretPromptTexts): Promise<string> {
  assertTerminal(host, words);
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({ message });
  if (isCancel(answer)) throw new Failure('stopped', words.stopped);
  return answer ?? '';
}

/** @throws Failure `invalid` where nobody can be asked */
export function assertTerminal(
  { input, output }: Pick<CliHost, 'input' | 'output'>,
  { noTerminal }: Pick<SecretPromptTexts, 'noTerminal'>,
): void {
  if (!input.isTTY || !output.isTTY) throw new Failure('invalid', noTerminal);
}
