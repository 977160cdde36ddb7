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

/** Whether the older part of the history is to be folded before the next request. */
export function isCompactionDue({ tokens, windowTokens, foldedTokens }: ContextFacts): boolean {
  return tokens >= windowTokens * FULL_SHARE && foldedTokens() >= windowTokens * WORTH_SHARE;
}

/** `whole`: the conversation as it is, which is cached. `short`: old results left out, where it does not fit. */
export type SummaryForm = 'whole' | 'short';

export type SummaryStep =
  | { readonly kind: 'take' }
  | { readonly kind: 'ask'; readonly form: SummaryForm }
  /** The program's own words have to do. */
  | { readonly kind: 'digest' }
  /** What is wrong would end the next request, too: nothing is folded. */
  | { readonly kind: 'stop' };

/** What follows from the answer to the `asked`-th request for a summary (1-based). Transport was retried inside. */
export function judgeSummary(answer: ModelAnswer, form: SummaryForm, asked: number): SummaryStep {
  if (answer.kind === 'fault') return afterFault(answer.fault, form);
  const { stopReason, text, calls } = answer.reply;
  if (stopReason === 'window-full') return shorter(form);
  if (stopReason === 'refusal') return { kind: 'digest' };
  // Words before a call are no summary.
  if (text.trim() !== '' && calls.length === 0) return { kind: 'take' };
  return asked === 1 ? { kind: 'ask', form } : { kind: 'digest' };
}

function afterFault(fault: ModelFault, form: SummaryForm): SummaryStep {
  switch (fault.kind) {
    case 'too-long':
    case 'request':
      return shorter(form);
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

function shorter(form: SummaryForm): SummaryStep {
  return form === 'whole' ? { kind: 'ask', form: 'short' } : { kind: 'digest' };
}

const LIMIT = /(\d[\d,_]*) tokens? > (\d[\d,_]*)/;

/** The model's own limit, where its refusal names it: "prompt is too long: 210000 tokens > 200000 maximum". */
export function windowNamedIn(detail: string): number | undefined {
  const digits = LIMIT.exec(detail)?.[2];
  const tokens = Number(digits?.replaceAll(/[,_]/g, ''));
  return tokens > 0 ? tokens : undefined;
}
