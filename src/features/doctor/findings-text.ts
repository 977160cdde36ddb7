import type { Locale } from '../../core/texts/texts.ts';
import { type Finding, findingLine } from './finding.ts';
import { doctorWords } from './texts/texts.ts';

/** For a chat: problems come first. */
export function chatText(findings: readonly Finding[], locale: Locale): string {
  const { doctor } = doctorWords(locale);
  const order = ['bad', 'warn', 'ok'] as const;
  const sorted = order.flatMap((mark) => findings.filter((one) => one.mark === mark));
  return [doctor.title, ...sorted.map(findingLine), summaryOf(findings, locale)].join('\n');
}

export function summaryOf(findings: readonly Finding[], locale: Locale): string {
  const { doctor } = doctorWords(locale);
  const count = (mark: Finding['mark']): number => findings.filter((one) => one.mark === mark).length;
  if (count('bad') > 0) return doctor.someBad(count('bad'));
  return count('warn') > 0 ? doctor.someWarn(count('warn')) : doctor.allGood;
}
