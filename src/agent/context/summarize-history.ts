import type { Block, ModelAnswer, ModelFault, ModelMessage } from '../../contracts/model.ts';
import type { CallRecord } from '../../contracts/store.ts';
import { mapStrings } from '../../core/json.ts';
import { oneLine, tailOf } from '../../core/text.ts';
import type { ActiveSession } from '../active-session.ts';
import { toCallWithResult } from '../calls/call-record.ts';
import { notices } from '../notices.ts';
import { cutMiddle, sendableMessages, summaryLength } from './compaction-message.ts';
import { textBlock } from './person-blocks.ts';
import { tokensOf } from './token-counts.ts';

/** `whole`: the full conversation, which is cached. `short`: without old results, when the full one does not fit. */
type SummaryForm = 'whole' | 'short';

interface SummaryRequest {
  /** The conversation as it is sent. */
  readonly messages: readonly ModelMessage[];
  /** The messages that the summary replaces. */
  readonly older: readonly ModelMessage[];
  /** What the person wants kept in particular; may be empty. */
  readonly words: string;
  readonly roomTokens: number;
  readonly firstForm: SummaryForm;
}

type SummaryResult =
  | { readonly kind: 'summary' | 'digest'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

/** Makes a summary: by the model, or by the program when the model returns none. Every reply is paid for. */
export async function summarizeHistory(
  session: ActiveSession,
  request: SummaryRequest,
): Promise<SummaryResult> {
  const { settings } = session.parts;
  // A cheaper model, where the settings name one; while that one is away, the session's own.
  let model = settings.model.helper ?? session.record.prompt.model;
  let form = request.firstForm;
  for (let asked = 1; ; asked += 1) {
    // Another tool choice would invalidate the cache for all messages, so it is used only when needed.
    const toolChoice = form === 'whole' && asked === 1 ? 'auto' : 'none';
    const answer = await requestSummary(session, request, { model, form, toolChoice });
    if (answer.kind === 'reply') session.spending.addReply(answer.reply, model);
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

/** Share of the room that a request for a summary may take when the whole conversation does not fit. */
const SHORT_SHARE = 0.5;

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
      tools: session.history.tools(),
      messages: withQuestion(sent, [...resultsOf(session.round.openCalls), question]),
      earlierCallIds: session.history.context.earlierCallIds(),
      toolChoice,
      sessionId: record.id,
      signal: control.signal,
    },
    (retry) => session.control.onEvent({ kind: 'model-retry', ...retry }),
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

type SummaryStep =
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

function summaryFrom(
  session: ActiveSession,
  request: SummaryRequest,
  { answer, step }: { answer: ModelAnswer; step: Exclude<SummaryStep, { kind: 'ask' }> },
): SummaryResult {
  if (step.kind === 'take' && answer.kind === 'reply')
    return { kind: 'summary', text: session.parts.redactor.redact(answer.reply.text) };
  logSummaryFailure(session, answer, step.kind);
  if (step.kind === 'stop' && answer.kind === 'fault') return { kind: 'fault', fault: answer.fault };
  const { older, roomTokens } = request;
  const text = digestOf(older, session.history.context.compaction?.summary, summaryLength(roomTokens));
  return { kind: 'digest', text };
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
export function digestOf(older: readonly ModelMessage[], earlier: string | undefined, most: number): string {
  const kept = earlier === undefined ? '' : `${tailOf(earlier, Math.floor(most * EARLIER_SHARE))}\n`;
  const lines = older
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
