import type { Execution } from '../contracts/exec.ts';
import type { CommandVerdict } from '../contracts/policy.ts';
import { reasonIn } from '../core/texts/reasons.ts';
import { type Locale, texts } from '../core/texts/texts.ts';
import { displayOf, escapeHidden } from '../policy/display.ts';

/** The verdict on one command for a person; one fact a line. */
export function explanation(
  { verdict, execution, display }: CommandVerdict,
  locale: Locale,
): readonly string[] {
  const { approvals, policy } = texts(locale);
  const reason =
    verdict.kind === 'allow' ? policy.configured : (reasonIn(locale, verdict.rule) ?? verdict.reason);
  const facts = [policy.command(display), policy.verdict[verdict.kind], policy.why(escapeHidden(reason))];
  if (verdict.kind === 'ask') {
    const { writesOutsideGit, network, undoable } = verdict.risk;
    const risk = [
      approvals.writesOutsideGit[writesOutsideGit],
      approvals.network[network],
      approvals.undoable[undoable],
    ];
    facts.push(`${approvals.risk} ${risk.join(' · ')}`);
  }
  if (execution !== undefined) facts.push(policy.wouldRun(startOf(execution)));
  return [...facts, policy.rule(verdict.rule)];
}

function startOf(execution: Execution): string {
  return execution.kind === 'shell'
    ? displayOf(['bash', '-c', execution.line])
    : displayOf([execution.file, ...execution.args]);
}
