import type { CliHost } from '../../../contracts/sub-command.ts';
import { texts } from '../../../core/texts/texts.ts';
import { modeSetText, modeText } from '../preferences/mode-text.ts';
import type { ActivationMode } from '../preferences/preferences.ts';
import { readSecretaryFile, setMode } from '../preferences/secretary-file.ts';

/** `wasap secretary mode [mode]`; returns the exit code: 1 when it could not be set. */
export async function showMode(
  { installation, output }: CliHost,
  mode: ActivationMode | undefined,
): Promise<number> {
  const { workspace, locale } = await installation();
  const words = texts(locale);
  if (mode === undefined) {
    output.write(`${modeText(await readSecretaryFile(workspace), words)}\n`);
    return 0;
  }
  const set = await setMode(workspace, mode);
  output.write(`${modeSetText(set, mode, words)}\n`);
  return set.kind === 'created' || set.kind === 'updated' ? 0 : 1;
}
