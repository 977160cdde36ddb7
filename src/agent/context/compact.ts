import type { ModelAnswer, ModelFault, ModelMessage } from '../../contracts/model.ts';
import type { Compaction, NotCompacted } from '../../contracts/session-stores.ts';
import type { ActiveSession } from '../active-session.ts';
import { withWholeReads } from '../calls/unchanged-reads.ts';
import { notices } from '../notices.ts';
import {
  compactionMessage,
  failedRuns,
  type KeptRecords,
  splitTurns,
  wordsOfPerson,
} from './compaction-message.ts';
import { withoutRefused } from './file-pictures.ts';
import { frameTokens, isCompactionDue } from './session-context.ts';
import { summarizeHistory } from './summarize-history.ts';
import { tokensOf } from './token-counts.ts';

export type CompactionResult =
  | { readonly kind: 'done'; readonly compaction: Compaction }
  /** There is nothing to compact. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

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
  session.round.show();
  const done = await compactHistory(session, { overflow: undefined });
  if (done.kind !== 'nothing') return done;
  if (isAsked) session.writes.commit(() => answerRequest(session, 'nothing'));
  return undefined;
}

function endsWithPerson({ history }: ActiveSession): boolean {
  return history.messages.at(-1)?.role === 'user';
}

function isDue(session: ActiveSession): boolean {
  const windowTokens = session.history.context.windowTokens(
    session.parts.models.windowOf(session.record.prompt.model),
  );
  return isCompactionDue({
    tokens: session.history.context.tokens(session.record.prompt),
    windowTokens,
    olderTokens: () => tokensOf(splitTurns(session.history.messages, keepTokensOf(windowTokens)).older),
  });
}

/** Share of the room that the last rounds may take. */
const KEPT_SHARE = 0.25;

/** How many tokens the last rounds may take. */
function keepTokensOf(roomTokens: number): number {
  return Math.floor(roomTokens * KEPT_SHARE);
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
  if (answer.kind === 'reply') session.spending.addReply(answer.reply);
  const tooLong: CompactionResult = { kind: 'fault', fault: { kind: 'too-long', detail: overflow } };
  const { context } = session.history;
  const isCompacted = context.compaction !== undefined && context.compaction.method !== 'switch';
  if (isCompacted && !context.repliedSinceCompaction) return tooLong;
  if (!endsWithPerson(session)) session.history.addUserText(notices.goOn);
  const done = await compactHistory(session, { overflow });
  return done.kind === 'nothing' ? tooLong : done;
}

interface CompactionOptions {
  /** The model's refusal, when the context was too large for it; undefined for a compaction before that happens. */
  readonly overflow: string | undefined;
  /** Further writes for the same commit. */
  readonly also?: () => void;
}

/**
 * Replaces everything but the last rounds by one message. The old history is used until the commit, the new one after
 * it; the rows of the messages stay.
 */
export async function compactHistory(
  session: ActiveSession,
  options: CompactionOptions,
): Promise<CompactionResult> {
  const { parts, record } = session;
  const { context } = session.history;
  const costBefore = record.usage.costMicroUsd;
  const tokensBefore = context.tokens(record.prompt);
  const roomTokens = roomFor(session, options.overflow, tokensBefore);
  const messages = withoutRefused(context.messages);
  const whole = withWholeReads(messages, parts.store.calls.all(record.id));
  const { older, kept } = splitTurns(whole, keepTokensOf(roomTokens));
  if (kept.length === 0 || (older.length === 1 && options.overflow === undefined)) return { kind: 'nothing' };
  const firstForm = options.overflow === undefined ? 'whole' : 'short';
  const request = parts.store.contexts.findRequest(record.id);
  const words = request?.words ?? '';
  const summary = await summarizeHistory(session, { messages, older, words, roomTokens, firstForm });
  if (summary.kind === 'fault') return summary;
  const all = context.listCurrent();
  const records = recordsOf(session, all, kept);
  const message = compactionMessage({
    first: all[0] ?? { role: 'user', content: [] },
    records,
    summary: summary.text,
    method: summary.kind,
    roomTokens,
  });
  const compaction: Compaction = {
    upTo: context.count,
    messages: [message, ...kept],
    summary: summary.text,
    method: summary.kind,
    tokensBefore,
    tokensAfter: frameTokens(record.prompt) + tokensOf([message, ...kept]),
    windowTokens: options.overflow === undefined ? context.compaction?.windowTokens : roomTokens,
    microUsd: session.record.usage.costMicroUsd - costBefore,
    atMs: parts.clock.nowMs(),
  };
  session.history.replace(compaction, () => {
    if (request !== undefined) answerRequest(session, compaction);
    options.also?.();
  });
  return { kind: 'done', compaction };
}

/** The window that is assumed when a refusal names none, as a share of the refused size. */
const REFUSED_SHARE = 0.5;

function roomFor(session: ActiveSession, overflow: string | undefined, tokens: number): number {
  const window = session.history.context.windowTokens(
    session.parts.models.windowOf(session.record.prompt.model),
  );
  if (overflow === undefined) return window;
  return Math.min(window, windowNamedIn(overflow) ?? Math.floor(tokens * REFUSED_SHARE));
}

const LIMIT = /(\d[\d,_]*) tokens? > (\d[\d,_]*)/;

/** The model's own limit, where its refusal names it: "prompt is too long: 210000 tokens > 200000 maximum". */
export function windowNamedIn(detail: string): number | undefined {
  const digits = LIMIT.exec(detail)?.[2];
  const tokens = Number(digits?.replaceAll(/[,_]/g, ''));
  return tokens > 0 ? tokens : undefined;
}

function recordsOf(
  session: ActiveSession,
  all: readonly ModelMessage[],
  kept: readonly ModelMessage[],
): KeptRecords {
  const said = wordsOfPerson(all.slice(1));
  return {
    // Words in the rounds that stay are not repeated.
    said: said.slice(0, said.length - wordsOfPerson(kept).length),
    plan: session.plan.get(),
    files: session.ledger.listWritten(),
    failing: failedRuns(session.parts.store.calls.listCurrent(session.record.id)),
  };
}

/** Tells the person the result of a compaction that they asked for; runs inside a commit. */
export function answerRequest(session: ActiveSession, outcome: Compaction | NotCompacted): void {
  const {
    store,
    outgoing: { announcer },
  } = session.parts;
  store.contexts.forgetRequest(session.record.id);
  announcer.announceCompaction(session.record, outcome);
}
