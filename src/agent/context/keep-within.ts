import type { ModelAnswer } from '../../contracts/model.ts';
import type { ActiveSession } from '../active-session.ts';
import { notices } from '../notices.ts';
import { answerRequest, type CompactionResult, compactHistory, keepTokensOf } from './compact.ts';
import { isCompactionDue } from './judge-context.ts';
import { tokensOf } from './size.ts';
import { splitTurns } from './split-turns.ts';

/**
 * Compacts the history where it is due or the person asked for it. Called between rounds.
 * @param isClosing the run ends with the next reply: only a requested compaction is done
 * @returns undefined when nothing was compacted
 */
export async function keepWithin(
  session: ActiveSession,
  isClosing: boolean,
): Promise<CompactionResult | undefined> {
  // After a reply that only paused, the model continues from it: nothing may come between.
  if (!endsWithPerson(session)) return undefined;
  const isAsked = session.parts.store.contexts.findRequest(session.record.id) !== undefined;
  // A planned session never reads its history: compacting it would only cost.
  const isPlanned = session.record.terms?.isPlanned === true;
  if (!isAsked && (isClosing || isPlanned || !isDue(session))) return undefined;
  // Show the round first: a compaction takes a while and asks the model itself.
  session.showRound();
  const done = await compactHistory(session, { overflow: undefined });
  if (done.kind !== 'nothing') return done;
  if (isAsked) session.commit(() => answerRequest(session, 'nothing'));
  return undefined;
}

/** The model's message when the context was too large for it; else undefined. */
export function overflowIn(answer: ModelAnswer): string | undefined {
  if (answer.kind === 'fault') return answer.fault.kind === 'too-long' ? answer.fault.detail : undefined;
  return answer.reply.stopReason === 'window-full' ? 'the context window is full' : undefined;
}

/** Compacts the history after the model found it too large; a second time only after a reply in between. */
export async function compactAfterOverflow(
  session: ActiveSession,
  answer: ModelAnswer,
  overflow: string,
): Promise<CompactionResult> {
  if (answer.kind === 'reply') session.addSpendingOf(answer.reply);
  const tooLong: CompactionResult = { kind: 'fault', fault: { kind: 'too-long', detail: overflow } };
  const { context } = session;
  const isCompacted = context.compaction !== undefined && context.compaction.method !== 'switch';
  if (isCompacted && !context.repliedSinceCompaction) return tooLong;
  if (!endsWithPerson(session)) session.addUserText(notices.goOn);
  const done = await compactHistory(session, { overflow });
  return done.kind === 'nothing' ? tooLong : done;
}

function endsWithPerson({ context }: ActiveSession): boolean {
  return context.messages.at(-1)?.role === 'user';
}

function isDue(session: ActiveSession): boolean {
  const windowTokens = session.context.windowTokens(
    session.parts.models.windowOf(session.record.prompt.model),
  );
  return isCompactionDue({
    tokens: session.context.tokens(session.record.prompt),
    windowTokens,
    foldedTokens: () => tokensOf(splitTurns(session.messages, keepTokensOf(windowTokens)).folded),
  });
}
