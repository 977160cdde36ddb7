import type { ModelAnswer, ModelFault } from '../../contracts/model.ts';

/** Share of the working window from which on the older part is compacted. */
export const FULL_SHARE = 0.6;
/** Share of the working window that compaction has to free at least, or it would be paid for again and again. */
const WORTH_SHARE = 0.2;

export interface ContextFacts {
  readonly tokens: number;
  readonly windowTokens: number;
  /** Tokens of the part that a compaction would replace. */
  readonly foldedTokens: () => number;
}

/** True when the older part of the history has to be compacted before the next request. */
export function isCompactionDue({ tokens, windowTokens, foldedTokens }: ContextFacts): boolean {
  return tokens >= windowTokens * FULL_SHARE && foldedTokens() >= windowTokens * WORTH_SHARE;
}

/** `whole`: the full conversation, which is cached. `short`: without old results, when the full one does not fit. */
export type SummaryForm = 'whole' | 'short';

export type SummaryStep =
  | { readonly kind: 'take' }
  | { readonly kind: 'ask'; readonly form: SummaryForm }
  /** The program makes the summary itself. */
  | { readonly kind: 'digest' }
  /** The same fault would end the next request, too: nothing is compacted. */
  | { readonly kind: 'stop' };

/**
 * Decides the next step after the answer to the `asked`-th request for a summary (1-based). Transport errors were
 * retried before.
 */
export function judgeSummary(answer: ModelAnswer, form: SummaryForm, asked: number): SummaryStep {
  if (answer.kind === 'fault') return afterFault(answer.fault, form);
  const { stopReason, text, calls } = answer.reply;
  if (stopReason === 'window-full') return shorterStep(form);
  if (stopReason === 'refusal') return { kind: 'digest' };
  // Words before a call are not a summary.
  if (text.trim() !== '' && calls.length === 0) return { kind: 'take' };
  return asked === 1 ? { kind: 'ask', form } : { kind: 'digest' };
}

function afterFault(fault: ModelFault, form: SummaryForm): SummaryStep {
  switch (fault.kind) {
    case 'too-long':
    case 'request':
      return shorterStep(form);
    case 'stopped':
    case 'key':
      return { kind: 'stop' };
    case 'busy':
      return fault.retryAtMs === undefined ? { kind: 'digest' } : { kind: 'stop' };
    case 'unreachable':
    case 'silent':
      return { kind: 'digest' };
  }
}

function shorterStep(form: SummaryForm): SummaryStep {
  return form === 'whole' ? { kind: 'ask', form: 'short' } : { kind: 'digest' };
}

const LIMIT = /(\d[\d,_]*) tokens? > (\d[\d,_]*)/;

/** The model's own limit, where its refusal names it: "prompt is too long: 210000 tokens > 200000 maximum". */
export function windowNamedIn(detail: string): number | undefined {
  const digits = LIMIT.exec(detail)?.[2];
  const tokens = Number(digits?.replaceAll(/[,_]/g, ''));
  return tokens > 0 ? tokens : undefined;
}
