import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { CliHost } from '../contracts/sub-command.ts';
import { Failure } from '../core/failure.ts';
import { type Locale, texts } from '../core/texts/texts.ts';
import { realPath } from '../files/look-at-path.ts';
import type { Settings } from '../settings/settings.ts';

const ANSWERS = {
  en: { active: 'Yes', inactive: 'No' },
  es: { active: 'Sí', inactive: 'No' },
} as const;

interface ConfirmOptions {
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

const YES = /^\s*(y|yes|s|si|sí)\s*$/i;

/**
 * If the project is the whole disk or the person's home, the program was probably started in the wrong folder: with
 * write access the agent could change keys, mail and every other project. A person at the terminal is asked.
 * @throws Failure `denied` when the person says no, or when input or output is no terminal
 */
export async function confirmBroadProject(
  settings: Pick<Settings, 'access' | 'workspace' | 'hostEnvironment' | 'terminalLocale'>,
  { input, output }: Pick<CliHost, 'input' | 'output'>,
): Promise<void> {
  const { projectRoot } = settings.workspace;
  if (!settings.access.writeEnabled || !isBroad(projectRoot, settings.hostEnvironment.HOME)) return;
  const { beforeStart } = texts(settings.terminalLocale);
  const refused = new Failure('denied', beforeStart.broad(projectRoot));
  if (!input.isTTY || !output.isTTY) throw refused;
  const prompt = createInterface({ input, output });
  try {
    const answer = await prompt.question(`${beforeStart.broad(projectRoot)}\n${beforeStart.goOn}`);
    if (!YES.test(answer)) throw refused;
  } finally {
    prompt.close();
  }
}

/** True for the home and for every folder above it, such as `/home`. */
export function isBroad(root: string, home: string | undefined): boolean {
  const from = home || homedir();
  for (let folder = realPath(from) ?? from; ; folder = dirname(folder)) {
    if (folder === root) return true;
    if (dirname(folder) === folder) return false;
  }
}
