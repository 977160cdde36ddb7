import type { CliHost } from '../../contracts/sub-command.ts';
import { hookOutput } from '../../features/secretary/preferences/aware.ts';
import { readSecretaryFile } from '../../features/secretary/preferences/secretary-file.ts';
import { readSettings } from '../../settings/settings.ts';

/** `wasap hook session-start`: the one line, or none. */
export async function sessionStart({ packageRoot, output }: CliHost): Promise<void> {
  const { workspace } = await readSettings({ packageRoot });
  const { preferences } = await readSecretaryFile(workspace.projectRoot);
  const told = hookOutput(preferences);
  if (told !== undefined) output.write(`${JSON.stringify(told)}\n`);
}
