import type { CommandVerdict } from '../../contracts/policy.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { displayOf } from '../../policy/display.ts';
import { explainVerdict } from '../../policy/wording.ts';

/** The verdict on one command for a person; one fact a line. */
export function explanationLines(judged: CommandVerdict, locale: Locale): readonly string[] {
  const { approvals, policy } = texts(locale);
  const { kind, command, reason, risk, wouldRun, rule } = explainVerdict(judged, locale);
  return [
    policy.command(command),
    policy.verdict[kind],
    policy.why(reason),
    ...(risk.length === 0 ? [] : [`${approvals.risk} ${risk.join(' · ')}`]),
    ...(wouldRun === undefined ? [] : [policy.wouldRun(displayOf(wouldRun))]),
    policy.rule(rule),
  ];
}
