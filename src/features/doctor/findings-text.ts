import type { Locale } from '../../core/texts/texts.ts';
import { type Finding, findingLine } from './finding.ts';
import { doctorWords } from './texts/texts.ts';

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
