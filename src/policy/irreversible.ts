import type { QuestionFacts } from '../contracts/store.ts';

/** Rules for what others have at once, and which no risk of a command names. */
const FOR_OTHERS = ['push-default-branch', 'push-force', 'push-content'];

/** True when a yes to this question could not be taken back: it needs a deliberate answer, of which no word was misheard. */
export function isIrreversible(facts: Pick<QuestionFacts, 'rule' | 'risk'> | undefined): boolean {
  return facts !== undefined && (facts.risk.undoable === 'no' || FOR_OTHERS.includes(facts.rule));
}
