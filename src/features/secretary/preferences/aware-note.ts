import { hookOutput } from './aware.ts';
import { readSecretaryFile } from './secretary-file.ts';

/** A note for a session in a project whose secretary is aware. */
export async function awareNote(project: string): Promise<string | undefined> {
  const { preferences } = await readSecretaryFile(project);
  return hookOutput(preferences)?.hookSpecificOutput.additionalContext;
}
