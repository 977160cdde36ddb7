/** `warn`: it works, and could be better. `bad`: something does not work until a person has done something. */
export type Mark = 'ok' | 'warn' | 'bad';

export interface Finding {
  /** Stable name, for scripts. */
  readonly check: string;
  readonly mark: Mark;
  readonly text: string;
  readonly todo: string | undefined;
}

export function finding(check: string, mark: Mark, words: { text: string; todo?: string }): Finding {
  return { check, mark, text: words.text, todo: words.todo };
}

const SIGNS: Readonly<Record<Mark, string>> = { ok: '✅', warn: '⚠️', bad: '❌' };

export function findingLine({ mark, text, todo }: Finding): string {
  // Behind a list it would read as part of its last line.
  const room = text.includes('\n') ? '\n' : ' ';
  return `${SIGNS[mark]} ${text}${todo === undefined ? '' : `${room}${todo}`}`;
}
