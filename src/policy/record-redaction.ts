import { stripVTControlCharacters } from 'node:util';
import type { LearnSecrets } from '../contracts/exec.ts';
import type { Redactor } from '../contracts/policy.ts';
import type { SessionRecord } from '../contracts/session.ts';

export interface RecordRedaction {
  /** Removes secrets and terminal sequences. */
  redact(text: string): string;
  /** Call it before showing anything of these: the program that ran them knew the secret files of their projects. */
  learnFrom(sessions: readonly Pick<SessionRecord, 'workspace' | 'project'>[]): Promise<void>;
}

interface KnownSecrets {
  readonly redactor: Redactor;
  readonly learnSecrets: LearnSecrets;
}

/** For stored records: secrets in texts of the model or a person are still in them. */
export function recordRedaction({ redactor, learnSecrets }: KnownSecrets): RecordRedaction {
  return {
    // Colours are removed first: the letter that ends such a sequence would hide the start of a token.
    redact: (text) => redactor.redact(stripVTControlCharacters(text)),
    async learnFrom(sessions) {
      const places = new Set(sessions.flatMap(({ workspace, project }) => [workspace, project]));
      for (const place of places) await learnSecrets(place);
    },
  };
}
