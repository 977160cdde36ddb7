import type { CliHost } from '../contracts/sub-command.ts';
import { Failure } from '../core/failure.ts';
import type { Locale } from '../core/texts/texts.ts';

const ANSWERS = {
  en: { active: 'Yes', inactive: 'No' },
  es: { active: 'Sí', inactive: 'No' },
} as const;

export interface ConfirmOptions {
  readonly locale: Locale;
  /** What Enter alone answers. */
  readonly initial: boolean;
  /** Why nothing happened, for Ctrl-C. */
  readonly stopped: string;
  /** What to do where there is no terminal. */
  readonly noTerminal: string;
}

/**
 * Asks the person at the terminal.
 * @throws Failure `stopped` for Ctrl-C, `invalid` where nobody can be asked
 */
export async function askConfirmation(
  { input, output }: Pick<CliHost, 'input' | 'output'>,
  message: string,
  { locale, initial, stopped, noTerminal }: ConfirmOptions,
): Promise<boolean> {
  if (!input.isTTY || !output.isTTY) throw new Failure('invalid', noTerminal);
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message, initialValue: initial, ...ANSWERS[locale] });
  if (isCancel(answer)) throw new Failure('stopped', stopped);
  return answer;
}
