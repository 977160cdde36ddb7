import type { Block, ModelAnswer, ModelFault, ModelMessage } from '../../contracts/model.ts';
import type { CallRecord } from '../../contracts/store.ts';
import type { ActiveSession } from '../active-session.ts';
import { notices } from '../notices.ts';
import { summaryLength } from './compaction-message.ts';
import { digestOf } from './digest.ts';
import { judgeSummary, type SummaryForm, type SummaryStep } from './judge-context.ts';
import { textBlock } from './person-blocks.ts';
import { shownOf } from './session-blocks.ts';
import { shortenHistory } from './shorten-history.ts';

/** Share of the room that a request for a summary may take when the whole conversation does not fit. */
const SHORT_SHARE = 0.5;

export interface SummaryWish {
  /** The conversation as it is sent. */
  readonly messages: readonly ModelMessage[];
  /** The messages that the summary replaces. */
  readonly folded: readonly ModelMessage[];
  /** What the person wants kept in particular; may be empty. */
  readonly words: string;
  readonly roomTokens: number;
  readonly firstForm: SummaryForm;
}

export type Summary =
  | { readonly kind: 'summary' | 'digest'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

/** Makes a summary: by the model, or by the program when the model returns none. Every reply is paid for. */
export async function summarise(session: ActiveSession, wish: SummaryWish): Promise<Summary> {
  let form = wish.firstForm;
  for (let asked = 1; ; asked += 1) {
    // Another tool choice would invalidate the cache for all messages, so it is used only when needed.
    const toolChoice = form === 'whole' && asked === 1 ? 'auto' : 'none';
    const answer = await ask(session, wish, { form, toolChoice });
    if (answer.kind === 'reply') session.addSpendingOf(answer.reply);
    const step = judgeSummary(answer, form, asked);
    if (step.kind !== 'ask') return summaryFrom(session, wish, { answer, step });
    warn(session, answer, step.form);
    form = step.form;
  }
}

interface LastAnswer {
  readonly answer: ModelAnswer;
  readonly step: Exclude<SummaryStep, { kind: 'ask' }>;
}

function summaryFrom(session: ActiveSession, wish: SummaryWish, { answer, step }: LastAnswer): Summary {
  if (step.kind === 'take' && answer.kind === 'reply')
    return { kind: 'summary', text: session.parts.redactor.redact(answer.reply.text) };
  warn(session, answer, step.kind);
  if (step.kind === 'stop' && answer.kind === 'fault') return { kind: 'fault', fault: answer.fault };
  const { folded, roomTokens } = wish;
  const text = digestOf(folded, session.context.compaction?.summary, summaryLength(roomTokens));
  return { kind: 'digest', text };
}

/**
 * The conversation is the beginning of this request too, and cached: the request for a summary follows its last
 * message, and tools and system prompt stay.
 */
async function ask(
  session: ActiveSession,
  wish: SummaryWish,
  { form, toolChoice }: { readonly form: SummaryForm; readonly toolChoice: 'auto' | 'none' },
): Promise<ModelAnswer> {
  const { record, parts, control } = session;
  const { messages, roomTokens } = wish;
  const sent = form === 'whole' ? messages : shortenHistory(messages, roomTokens * SHORT_SHARE);
  const question = textBlock(parts.prompts.compaction(wish.words));
  return parts.model.reply(
    {
      model: record.model,
      system: record.system ?? '',
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
  return openCalls.map((call) => shownOf({ ...call, result: call.result ?? notRun }).block);
}

function warn(session: ActiveSession, answer: ModelAnswer, next: string): void {
  const why =
    answer.kind === 'fault' ? { fault: answer.fault.kind } : { stop_reason: answer.reply.stopReason };
  session.parts.log.warn('agent.compaction.failed', { session_id: session.record.id, ...why, next });
}
