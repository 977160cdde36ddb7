import type { Execution } from '../contracts/exec.ts';
import type { CommandVerdict, Verdict } from '../contracts/policy.ts';
import { type Locale, reasonIn, texts } from '../core/texts/texts.ts';
import { escapeHidden } from './display.ts';

/** A verdict on a command in words for a person, fact by fact. */
export interface ExplainedVerdict {
  readonly kind: Verdict['kind'];
  /** The whole command, decoded. */
  readonly command: string;
  readonly reason: string;
  /** What can happen after a yes; empty for what is not asked about. */
  readonly risk: readonly string[];
  /** Exactly what would be started; undefined: nothing would. */
  readonly wouldRun: readonly string[] | undefined;
  readonly rule: string;
}

export function explainVerdict(
  { verdict, execution, display }: CommandVerdict,
  locale: Locale,
): ExplainedVerdict {
  const { policy } = texts(locale);
  const reason =
    verdict.kind === 'allow' ? policy.configured : (reasonIn(locale, verdict.rule) ?? verdict.reason);
  return {
    kind: verdict.kind,
    command: display,
    reason: escapeHidden(reason),
    risk: verdict.kind === 'ask' ? riskWords(verdict.risk, locale) : [],
    wouldRun: execution && argvOfExecution(execution),
    rule: verdict.rule,
  };
}

function riskWords(
  { writesOutsideGit, network, undoable }: Extract<Verdict, { kind: 'ask' }>['risk'],
  locale: Locale,
): readonly string[] {
  const { approvals } = texts(locale);
  return [
    approvals.writesOutsideGit[writesOutsideGit],
    approvals.network[network],
    approvals.undoable[undoable],
  ];
}

function argvOfExecution(execution: Execution): readonly string[] {
  return execution.kind === 'shell' ? ['bash', '-c', execution.line] : [execution.file, ...execution.args];
}
