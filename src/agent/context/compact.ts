import type { Compaction, NotCompacted } from '../../contracts/context-store.ts';
import type { ModelFault, ModelMessage } from '../../contracts/model.ts';
import type { ActiveSession } from '../active-session.ts';
import { withWholeReads } from '../calls/unchanged-reads.ts';
import { compactionMessage } from './compaction-message.ts';
import { windowNamedIn } from './judge-context.ts';
import { failedRuns, type KeptRecords, wordsOfPerson } from './kept-records.ts';
import { withoutRefused } from './refused-pictures.ts';
import { frameTokens } from './session-context.ts';
import { tokensOf } from './size.ts';
import { splitTurns } from './split-turns.ts';
import { summarise } from './summarise.ts';

/** Share of the room that the last rounds may take. */
const KEPT_SHARE = 0.25;
/** The window that is assumed when a refusal names none, as a share of the refused size. */
const REFUSED_SHARE = 0.5;

export interface CompactionWish {
  /** The model's refusal, when the context was too large for it; undefined for a compaction before that happens. */
  readonly overflow: string | undefined;
  /** Further writes for the same commit. */
  readonly also?: () => void;
}

export type Compacted =
  | { readonly kind: 'done'; readonly compaction: Compaction }
  /** There is nothing to compact. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

/** How many tokens the last rounds may take. */
export function keepTokensOf(roomTokens: number): number {
  return Math.floor(roomTokens * KEPT_SHARE);
}

/**
 * Replaces everything but the last rounds by one message. The old history is used until the commit, the new one after
 * it; the rows of the messages stay.
 */
export async function compact(session: ActiveSession, wish: CompactionWish): Promise<Compacted> {
  const { context, parts, record } = session;
  const costBefore = record.costMicroUsd;
  const tokensBefore = context.tokens(record);
  const roomTokens = roomFor(session, wish.overflow, tokensBefore);
  const messages = withoutRefused(context.messages);
  const whole = withWholeReads(messages, parts.store.calls.all(record.id));
  const { folded, kept } = splitTurns(whole, keepTokensOf(roomTokens));
  if (kept.length === 0 || (folded.length === 1 && wish.overflow === undefined)) return { kind: 'nothing' };
  const firstForm = wish.overflow === undefined ? 'whole' : 'short';
  const request = parts.store.contexts.requested(record.id);
  const words = request?.words ?? '';
  const summary = await summarise(session, { messages, folded, words, roomTokens, firstForm });
  if (summary.kind === 'fault') return summary;
  const all = context.all();
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
    tokensAfter: frameTokens(record) + tokensOf([message, ...kept]),
    windowTokens: wish.overflow === undefined ? context.compaction?.windowTokens : roomTokens,
    microUsd: session.record.costMicroUsd - costBefore,
    atMs: parts.clock.nowMs(),
  };
  session.replaceContext(compaction, () => {
    if (request !== undefined) answerRequest(session, compaction);
    wish.also?.();
  });
  return { kind: 'done', compaction };
}

/** Tells the person the result of a compaction that they asked for; runs inside a commit. */
export function answerRequest(session: ActiveSession, outcome: Compaction | NotCompacted): void {
  const {
    store,
    outgoing: { announcer },
  } = session.parts;
  store.contexts.forgetRequest(session.record.id);
  announcer.compacted(session.record, outcome);
}

function roomFor(session: ActiveSession, overflow: string | undefined, tokens: number): number {
  const window = session.context.windowTokens(session.parts.settings.limits.contextTokens);
  if (overflow === undefined) return window;
  return Math.min(window, windowNamedIn(overflow) ?? Math.floor(tokens * REFUSED_SHARE));
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
    files: session.ledger.written(),
    failing: failedRuns(session.parts.store.calls.all(session.record.id)),
  };
}
