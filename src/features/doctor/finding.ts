import type { Locale } from '../../core/texts/texts.ts';
import { doctorWords } from './texts/texts.ts';

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

/** For a chat: what it comes to, then the problems. */
export function chatText(findings: readonly Finding[], locale: Locale): string {
  const order = ['bad', 'warn', 'ok'] as const;
  const sorted = order.flatMap((mark) => findings.filter((one) => one.mark === mark));
  return [`🩺 ${summaryOf(findings, locale)}`, ...sorted.map(findingLine)].join('\n');
}

export function summaryOf(findings: readonly Finding[], locale: Locale): string {
  const { doctor } = doctorWords(locale);
  const count = (mark: Finding['mark']): number => findings.filter((one) => one.mark === mark).length;
  if (count('bad') > 0) return doctor.someBad(count('bad'));
  return count('warn') > 0 ? doctor.someWarn(count('warn')) : doctor.allGood;
}
