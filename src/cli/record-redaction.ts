import { stripVTControlCharacters } from 'node:util';
import type { SessionRecord } from '../contracts/session.ts';
import { redaction } from '../host-context.ts';
import type { Settings } from '../settings.ts';

export interface RecordRedaction {
  /** Without secrets and terminal sequences. */
  redact(text: string): string;
  /** Before anything of these is shown: the program that ran them knew what the secret files of their projects hold. */
  learnFrom(sessions: readonly Pick<SessionRecord, 'workspace' | 'project'>[]): Promise<void>;
}

/** For records as they are stored: what the model or a person wrote of secrets stands in them as it was. */
export function recordRedaction(settings: Settings): RecordRedaction {
  const { redactor, learnSecrets } = redaction(settings);
  return {
    // Colours go first: the letter that ends such a sequence would hide where a token begins.
    redact: (text) => redactor.redact(stripVTControlCharacters(text)),
    async learnFrom(sessions) {
      const places = new Set(sessions.flatMap(({ workspace, project }) => [workspace, project]));
      for (const place of places) await learnSecrets(place);
    },
  };
}
