import type { LearnSecrets } from '../contracts/exec.ts';
import type { Redactor } from '../contracts/policy.ts';
import { memoize } from '../core/memoize.ts';
import { createSecretFiles } from '../files/secret-files.ts';
import { isSecretPath } from '../policy/file-classes.ts';
import { secretsInText, secretsInVariables } from '../policy/find-secrets.ts';
import { createRedactor } from '../policy/redaction.ts';
import type { Settings } from '../settings/settings.ts';

export interface Redaction {
  readonly redactor: Redactor;
  /** Teaches the redactor the secrets in files of a workspace. */
  readonly learnSecrets: LearnSecrets;
  /** Teaches the redactor these. */
  readonly learn: (secrets: readonly string[]) => void;
}

/** Hides the program's keys, other secrets in its environment, and values that it learns. */
export function createRedaction({
  secrets,
  hostEnvironment,
}: Pick<Settings, 'secrets' | 'hostEnvironment'>): Redaction {
  const redactor = createRedactor({ secrets: [...secrets, ...secretsInVariables(hostEnvironment)] });
  const { learn } = redactor;
  return {
    redactor,
    learn,
    learnSecrets: createSecretFiles({ isSecret: memoize(isSecretPath), valuesIn: secretsInText, learn }),
  };
}
