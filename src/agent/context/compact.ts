import type { Block, ModelAnswer, ModelFault, ModelMessage } from '../../contracts/model.ts';
import type { Compaction, NotCompacted } from '../../contracts/session-stores.ts';
import type { CallRecord } from '../../contracts/store.ts';
import { mapStrings } from '../../core/json.ts';
import { oneLine, tailOf } from '../../core/text.ts';
import type { ActiveSession } from '../active-session.ts';
import { withWholeReads } from '../calls/unchanged-reads.ts';
import { notices } from '../notices.ts';
import {
  compactionMessage,
  cutMiddle,
  failedRuns,
  type KeptRecords,
  sendableMessages,
  splitTurns,
  summaryLength,
  wordsOfPerson,
} from './compaction-message.ts';
import { withoutRefused } from './file-pictures.ts';
import { textBlock } from './person-blocks.ts';
import { toCallWithResult } from './session-blocks.ts';
import {
  frameTokens,
  isCompactionDue,
  judgeSummary,
  type SummaryForm,
  type SummaryStep,
  windowNamedIn,
} from './session-context.ts';
import { tokensOf } from './size.ts';

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

/** Share of the room that the last rounds may take. */
const KEPT_SHARE = 0.25;
/** The window that is assumed when a refusal names none, as a share of the refused size. */
const REFUSED_SHARE = 0.5;

interface CompactionOptions {
  /** The model's refusal, when the context was too large for it; undefined for a compaction before that happens. */
  readonly overflow: string | undefined;
  /** Further writes for the same commit. */
  readonly also?: () => void;
}

export type CompactionResult =
  | { readonly kind: 'done'; readonly compaction: Compaction }
  /** There is nothing to compact. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

/** How many tokens the last rounds may take. */
function keepTokensOf(roomTokens: number): number {
  return Math.floor(roomTokens * KEPT_SHARE);
}

/**
 * Replaces everything but the last rounds by one message. The old history is used until the commit, the new one after
 * it; the rows of the messages stay.
 */
export async function compactHistory(
  session: ActiveSession,
  options: CompactionOptions,
): Promise<CompactionResult> {
  const { context, parts, record } = session;
  const costBefore = record.usage.costMicroUsd;
  const tokensBefore = context.tokens(record.prompt);
  const roomTokens = roomFor(session, options.overflow, tokensBefore);
  const messages = withoutRefused(context.messages);
  const whole = withWholeReads(messages, parts.store.calls.all(record.id));
  const { folded, kept } = splitTurns(whole, keepTokensOf(roomTokens));
  if (kept.length === 0 || (folded.length === 1 && options.overflow === undefined))
    return { kind: 'nothing' };
  const firstForm = options.overflow === undefined ? 'whole' : 'short';
  const request = parts.store.contexts.findRequest(record.id);
  const words = request?.words ?? '';
  const summary = await summarizeHistory(session, { messages, folded, words, roomTokens, firstForm });
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
  session.replaceContext(compaction, () => {
    if (request !== undefined) answerRequest(session, compaction);
    options.also?.();
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
  announcer.announceCompaction(session.record, outcome);
}

function roomFor(session: ActiveSession, overflow: string | undefined, tokens: number): number {
  const window = session.context.windowTokens(session.parts.models.windowOf(session.record.prompt.model));
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
    files: session.ledger.listWritten(),
    failing: failedRuns(session.parts.store.calls.listCurrent(session.record.id)),
  };
}

/** Share of the room that a request for a summary may take when the whole conversation does not fit. */
const SHORT_SHARE = 0.5;

interface SummaryRequest {
  /** The conversation as it is sent. */
  readonly messages: readonly ModelMessage[];
  /** The messages that the summary replaces. */
  readonly folded: readonly ModelMessage[];
  /** What the person wants kept in particular; may be empty. */
  readonly words: string;
  readonly roomTokens: number;
  readonly firstForm: SummaryForm;
}

type SummaryResult =
  | { readonly kind: 'summary' | 'digest'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

/** Makes a summary: by the model, or by the program when the model returns none. Every reply is paid for. */
async function summarizeHistory(session: ActiveSession, request: SummaryRequest): Promise<SummaryResult> {
  const { settings } = session.parts;
  // A cheaper model, where the settings name one; while that one is away, the session's own.
  let model = settings.model.helper ?? session.record.prompt.model;
  let form = request.firstForm;
  for (let asked = 1; ; asked += 1) {
    // Another tool choice would invalidate the cache for all messages, so it is used only when needed.
    const toolChoice = form === 'whole' && asked === 1 ? 'auto' : 'none';
    const answer = await requestSummary(session, request, { model, form, toolChoice });
    if (answer.kind === 'reply') session.addSpendingOf(answer.reply, model);
    if (answer.kind === 'fault' && answer.fault.kind !== 'stopped' && model !== session.record.prompt.model) {
      model = session.record.prompt.model;
      continue;
    }
    const step = judgeSummary(answer, form, asked);
    if (step.kind !== 'ask') return summaryFrom(session, request, { answer, step });
    logSummaryFailure(session, answer, step.form);
    form = step.form;
  }
}

function summaryFrom(
  session: ActiveSession,
  request: SummaryRequest,
  { answer, step }: { answer: ModelAnswer; step: Exclude<SummaryStep, { kind: 'ask' }> },
): SummaryResult {
  if (step.kind === 'take' && answer.kind === 'reply')
    return { kind: 'summary', text: session.parts.redactor.redact(answer.reply.text) };
  logSummaryFailure(session, answer, step.kind);
  if (step.kind === 'stop' && answer.kind === 'fault') return { kind: 'fault', fault: answer.fault };
  const { folded, roomTokens } = request;
  const text = digestOf(folded, session.context.compaction?.summary, summaryLength(roomTokens));
  return { kind: 'digest', text };
}

/**
 * The conversation is the beginning of this request too, and cached: the request for a summary follows its last
 * message, and tools and system prompt stay. Another model gets it without thinking, which is bound to this one.
 */
async function requestSummary(
  session: ActiveSession,
  request: SummaryRequest,
  { model, form, toolChoice }: { model: string; form: SummaryForm; toolChoice: 'auto' | 'none' },
): Promise<ModelAnswer> {
  const { record, parts, control } = session;
  const { messages, roomTokens } = request;
  const whole = model === record.prompt.model ? messages : sendableMessages(messages);
  const sent = form === 'whole' ? whole : shortenHistory(messages, roomTokens * SHORT_SHARE);
  const question = textBlock(parts.reading.prompts.compaction(request.words));
  return parts.models.model.reply(
    {
      model,
      system: record.prompt.system ?? '',
      tools: session.tools(),
      messages: withQuestion(sent, [...resultsOf(session.openCalls), question]),
      earlierCallIds: session.context.earlierCallIds(),
      toolChoice,
      sessionId: record.id,
      signal: control.signal,
    },
    (retry) => session.emit({ kind: 'model-retry', ...retry }),
  );
}

/** Added to the user message of the last round; after a reply, if the session was idle. */
function withQuestion(
  messages: readonly ModelMessage[],
  question: readonly Block[],
): readonly ModelMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: question }];
  return [...messages.slice(0, -1), { ...last, content: [...last.content, ...question] }];
}

/** Results for a reply whose own results are stored when the session goes on: the API refuses calls without any. */
function resultsOf(openCalls: readonly CallRecord[]): readonly Block[] {
  const notRun = { text: notices.notRunLimit, data: null, ok: false, durationMs: 0 };
  return openCalls.map((call) => toCallWithResult({ ...call, result: call.result ?? notRun }).block);
}

function logSummaryFailure(session: ActiveSession, answer: ModelAnswer, next: string): void {
  const why =
    answer.kind === 'fault' ? { fault: answer.fault.kind } : { stop_reason: answer.reply.stopReason };
  session.parts.log.warn('agent.compaction.failed', { session_id: session.record.id, ...why, next });
}

const MAX_WORDS = 300;
const MAX_INPUT = 160;
const MAX_FAILURE = 200;
/** Share of the length for the existing summary; the rest is for what came after it. */
const EARLIER_SHARE = 0.5;

/**
 * A summary made without a model, call by call: what the model said, what it called and whether that worked. Results
 * are dropped and counted. When it is too long its end is kept.
 * @param earlier the summary of an earlier compaction
 * @param most UTF-16 code units
 */
export function digestOf(folded: readonly ModelMessage[], earlier: string | undefined, most: number): string {
  const kept = earlier === undefined ? '' : `${tailOf(earlier, Math.floor(most * EARLIER_SHARE))}\n`;
  const lines = folded
    .slice(1)
    .flatMap(({ role, content }) =>
      content.flatMap((block) => (role === 'assistant' ? doneBy(block) : resultIn(block))),
    );
  return kept + lastLines(lines, most - kept.length);
}

function doneBy({ type, text, name, input }: Block): readonly string[] {
  if (type === 'text') return [`You said: ${oneLine(String(text), MAX_WORDS)}`];
  return type === 'tool_use' ? [`${String(name)} ${oneLine(JSON.stringify(input), MAX_INPUT)}`] : [];
}

function resultIn({ type, content, is_error: failed }: Block): readonly string[] {
  if (type !== 'tool_result') return [];
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  if (failed === true) return [`  failed: ${oneLine(text, MAX_FAILURE)}`];
  return [`  worked; its result (${text.length} characters) was dropped, call again what you need`];
}

function lastLines(lines: readonly string[], most: number): string {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.toReversed()) {
    length += line.length + 1;
    if (length > most && shown.length > 0) break;
    shown.unshift(line);
  }
  const left = lines.length - shown.length;
  return [...(left > 0 ? [`(${left} earlier lines left out)`] : []), ...shown].join('\n');
}

/** Longest text, in UTF-16 code units, once everything has to be short. */
const MAX_TEXT = 1000;

/**
 * Shortens the messages to about `most` tokens, for a summary only: results are dropped, the oldest first, then long
 * texts are cut. Thinking is removed, because it is bound to the dropped content before it.
 */
export function shortenHistory(messages: readonly ModelMessage[], most: number): readonly ModelMessage[] {
  const short = [...sendableMessages(messages)];
  for (const shorten of [dropBlock, cutBlock]) {
    let tokens = tokensOf(short);
    for (const [at, message] of short.entries()) {
      if (tokens <= most) return short;
      const less = { ...message, content: message.content.map(shorten) };
      tokens += tokensOf([less]) - tokensOf([message]);
      short[at] = less;
    }
  }
  return short;
}

function dropBlock(block: Block): Block {
  if (block.type === 'image') return textBlock(notices.pictureNotKept);
  if (block.type !== 'tool_result' || typeof block.content !== 'string') return block;
  const note = notices.resultDropped(block.content.length);
  return note.length < block.content.length ? { ...block, content: note } : block;
}

function cutBlock(block: Block): Block {
  if (block.type === 'text' && typeof block.text === 'string')
    return { ...block, text: cutMiddle(block.text, MAX_TEXT) };
  if (block.type !== 'tool_use' || block.input === undefined) return block;
  return { ...block, input: mapStrings(block.input, (text) => cutMiddle(text, MAX_TEXT)) };
}
