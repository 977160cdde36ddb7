import type { SecretaryPreferences } from './preferences.ts';
import { readSecretaryFile } from './secretary-file.ts';

/** Output of a session-start hook. The names are those of the secretary's specification. */
interface HookOutput {
  readonly hookSpecificOutput: {
    readonly hookEventName: 'SessionStart';
    readonly additionalContext: string;
  };
}

/** Added for the model at the beginning of a task, in a message: the system prompt is frozen. */
const AWARE_CONTEXT =
  'Secretary agent available for orchestrating complex requests. For vague or multi-step tasks, consider proposing to the person: /secretary <user_request>';

/** Undefined in every mode but `aware`. */
export function hookOutput({ activationMode }: SecretaryPreferences): HookOutput | undefined {
  if (activationMode !== 'aware') return undefined;
  return { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: AWARE_CONTEXT } };
}

/** A note for a session in a project whose secretary is aware. */
export async function awareNote(project: string): Promise<string | undefined> {
  const { preferences } = await readSecretaryFile(project);
  return hookOutput(preferences)?.hookSpecificOutput.additionalContext;
}
