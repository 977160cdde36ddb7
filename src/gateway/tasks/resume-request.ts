import { type SessionId, sessionIdOf } from '../../core/ids.ts';
import { readNumbered } from './task-name.ts';

/** The arguments of `/agent-resume`: `[id | #n] [+dollars] [instructions]`. */
export interface ResumeRequest {
  readonly session: SessionId | undefined;
  /** `#2` in place of an id. */
  readonly number?: number | undefined;
  readonly extraMicroUsd: number;
  readonly instructions: string | undefined;
}

// A plain word such as "documentation" could be an id by its letters: only the form of this program's ids counts.
const GIVEN_ID = /^\d{8}-[0-9a-f]{8}$/;
const MONEY = /^\+\$?(\d{1,3}(?:[.,]\d{1,6})?)\$?$/;

export function readResumeRequest(text: string): ResumeRequest {
  const numbered = readNumbered(text);
  if (numbered !== undefined) {
    const { number, words } = numbered;
    return { ...readResumeRequest(words), number };
  }
  const [id, afterId] = takeWord(text.trim(), (word) =>
    GIVEN_ID.test(word) ? sessionIdOf(word) : undefined,
  );
  const [money, instructions] = takeWord(afterId, microUsdIn);
  return {
    session: id,
    extraMicroUsd: money ?? 0,
    instructions: instructions === '' ? undefined : instructions,
  };
}

/** The first word, if `read` accepts it, and the rest of the text. */
function takeWord<T>(text: string, read: (word: string) => T | undefined): readonly [T | undefined, string] {
  const word = text.split(/\s/, 1)[0] ?? '';
  const value = read(word);
  return value === undefined ? [undefined, text] : [value, text.slice(word.length).trim()];
}

function microUsdIn(word: string): number | undefined {
  const digits = MONEY.exec(word)?.[1];
  return digits === undefined ? undefined : Math.round(Number(digits.replace(',', '.')) * 1_000_000);
}
