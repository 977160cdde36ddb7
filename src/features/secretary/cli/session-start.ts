import type { CliHost } from '../../../contracts/sub-command.ts';
import { hookOutput } from '../preferences/aware.ts';
import { readSecretaryFile } from '../preferences/secretary-file.ts';

/** `wasap hook session-start`: the one line, or none. */
export async function sessionStart(host: CliHost): Promise<void> {
  const { workspace } = await host.installation();
  const { preferences } = await readSecretaryFile(workspace);
  const output = hookOutput(preferences);
  if (output !== undefined) host.output.write(`${JSON.stringify(output)}\n`);
}
