import type { ActivationMode } from '../../contracts/specialists.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { texts } from '../../core/texts/texts.ts';
import { modeSetText, modeText } from '../../features/secretary/preferences/mode-text.ts';
import { readSecretaryFile, setMode } from '../../features/secretary/preferences/secretary-file.ts';
import { readSettings } from '../../settings/settings.ts';

/** `wasap secretary mode [mode]`; returns the exit code: 1 when it could not be set. */
export async function showMode(
  { packageRoot, output }: CliHost,
  mode: ActivationMode | undefined,
): Promise<number> {
  const { workspace, locale } = await readSettings({ packageRoot });
  const words = texts(locale ?? 'en');
  if (mode === undefined) {
    output.write(`${modeText(await readSecretaryFile(workspace.projectRoot), words)}\n`);
    return 0;
  }
  const set = await setMode(workspace.projectRoot, mode);
  output.write(`${modeSetText(set, mode, words)}\n`);
  return set.kind === 'created' || set.kind === 'updated' ? 0 : 1;
}
