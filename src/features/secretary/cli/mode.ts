import type { CliHost } from '../../../contracts/sub-command.ts';
import { texts } from '../../../core/texts/texts.ts';
import {
  type ActivationMode,
  hookOutput,
  modeSetText,
  modeText,
  readSecretaryFile,
  setMode,
} from '../secretary-file.ts';

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

/** `wasap hook session-start`: the one line, or none. */
export async function sessionStart(host: CliHost): Promise<void> {
  const { workspace } = await host.installation();
  const { preferences } = await readSecretaryFile(workspace);
  const output = hookOutput(preferences);
  if (output !== undefined) host.output.write(`${JSON.stringify(output)}\n`);
}
