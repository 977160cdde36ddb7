import type { CliHost } from '../../contracts/sub-command.ts';
import { texts } from '../../core/texts/texts.ts';
import type { Settings } from '../../settings/settings.ts';
import { askInTerminal, SetupStopped } from './ask.ts';
import { runSetup } from './run-setup.ts';

/**
 * Asks a person at the terminal, whose program has no key yet, whether to set it up first, and does it.
 * @returns `stopped`: by Ctrl-C, which is no wish to start
 */
export async function offerSetup(
  host: CliHost,
  settings: Pick<Settings, 'terminalLocale'>,
): Promise<'done' | 'declined' | 'stopped'> {
  const { offerSetup: words } = texts(settings.terminalLocale).beforeStart;
  const ask = await askInTerminal(host.output);
  try {
    if (!(await ask.confirm(words.question, words))) return 'declined';
  } catch (error) {
    if (!(error instanceof SetupStopped)) throw error;
    return 'stopped';
  }
  return (await runSetup(host, { startsNext: true })) === 0 ? 'done' : 'stopped';
}
