import { readSecretaryFile } from '../../library/secretary-file.ts';
import { hookOutput } from '../../secretary/aware.ts';

/** A note for a session in a project whose secretary is aware. */
export async function awareNote(project: string): Promise<string | undefined> {
  const { preferences } = await readSecretaryFile(project);
  return hookOutput(preferences)?.hookSpecificOutput.additionalContext;
}
