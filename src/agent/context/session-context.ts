import type { Block, ModelMessage } from '../../contracts/model.ts';
import type { SessionPrompt } from '../../contracts/session.ts';
import type { Compaction, MeasuredContext } from '../../contracts/session-stores.ts';
import type { ModelHistory, Store } from '../../contracts/store.ts';
import type { SessionId } from '../../core/ids.ts';
import { SentReads } from '../calls/unchanged-reads.ts';
import { tokensOf, tokensOfBlock, tokensOfText } from './token-counts.ts';

/** Precedes the messages in every request. */
interface RequestFrame {
  readonly system: string | undefined;
  readonly tools: string | undefined;
}

/**
 * The history of a session as it is sent: the newest compaction, if there is one, and the messages after it. Reads
 * the rows once; its owner, who also writes, keeps it in step.
 */
export class SessionContext {
  readonly #store: ModelHistory & Pick<Store, 'calls'>;
  readonly #id: SessionId;
  #messages: ModelMessage[];
  #reads: SentReads;
  #compaction: Compaction | undefined;
  #measured: MeasuredContext | undefined;
  #count: number;
  /** True when rounds that were taken back stand between the messages that are sent. */
  readonly #hasGaps: boolean;
  #earlierCallIds: readonly string[] | undefined;

  constructor(store: ModelHistory & Pick<Store, 'calls'>, id: SessionId) {
    this.#store = store;
    this.#id = id;
    this.#compaction = store.contexts.latest(id);
    this.#measured = store.contexts.findMeasured(id);
    const { upTo = 0, messages = [] } = this.#compaction ?? {};
    const since = store.history.listCurrent(id, upTo);
    this.#messages = [...messages, ...since.map(({ message }) => message)];
    this.#reads = new SentReads(this.#messages);
    // The last message is never one of those that were taken back: see `HistoryStore.takeBack`.
    this.#count = (since.at(-1)?.seq ?? upTo - 1) + 1;
    this.#hasGaps = this.#count > upTo + since.length;
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** Reads whose results are still in the messages. */
  get reads(): SentReads {
    return this.#reads;
  }

  get compaction(): Compaction | undefined {
    return this.#compaction;
  }

  /** Number of messages in the history, including those that are no longer sent. */
  get count(): number {
    return this.#count;
  }

  /** True when the size is the API's own count, and no part of it is an estimate. */
  get isMeasured(): boolean {
    return this.#measured?.messages === this.#count;
  }

  /** All messages from the rows, also those that are no longer sent. */
  all(): readonly ModelMessage[] {
    const isWhole = this.#compaction === undefined && !this.#hasGaps;
    return isWhole ? this.#messages : this.#store.history.all(this.#id);
  }

  /** The same without the rounds that were taken back. */
  listCurrent(): readonly ModelMessage[] {
    if (this.#compaction === undefined) return this.#messages;
    return this.#store.history.listCurrent(this.#id, 0).map(({ message }) => message);
  }

  /** Returns the index of the message in the history. */
  add(message: ModelMessage): number {
    this.#messages.push(message);
    this.#count += 1;
    return this.#count - 1;
  }

  /**
   * Records the API's count for all messages so far. Returns what is to be stored; undefined from a server without
   * counts.
   */
  measure(tokens: number): MeasuredContext | undefined {
    if (tokens === 0) return undefined;
    this.#measured = { messages: this.#count, tokens };
    return this.#measured;
  }

  /** Call it after the commit that stores `compaction`. */
  replace(compaction: Compaction): void {
    this.#messages = [...compaction.messages];
    this.#reads = new SentReads(this.#messages);
    this.#compaction = compaction;
    this.#measured = undefined;
    this.#earlierCallIds = undefined;
  }

  /** Size in tokens: as the API counted it, plus an estimate for what was added since. */
  tokens(frame: RequestFrame): number {
    const counted = this.#measured;
    if (counted === undefined) return frameTokens(frame) + tokensOf(this.#messages);
    const added = this.#count - counted.messages;
    return counted.tokens + (added === 0 ? 0 : tokensOf(this.#messages.slice(-added)));
  }

  /** Window in tokens: ours, or the model's own if that turned out to be smaller. */
  windowTokens(ours: number): number {
    return Math.min(ours, this.#compaction?.windowTokens ?? ours);
  }

  /** False from a compaction on until the model has replied. */
  get repliedSinceCompaction(): boolean {
    const from = this.#compaction?.messages.length ?? 0;
    return this.#messages.slice(from).some(({ role }) => role === 'assistant');
  }

  /** Ids of calls that are no longer sent; a server that numbers calls may use them again. */
  earlierCallIds(): readonly string[] {
    if (this.#compaction === undefined && !this.#hasGaps) return [];
    this.#earlierCallIds ??= this.#store.calls.listIds(this.#id);
    return this.#earlierCallIds;
  }
}

export function frameTokens({ system = '', tools = '' }: RequestFrame): number {
  return tokensOfText(system) + tokensOfText(tools);
}

/** Share of the working window from which on the older part is compacted. */
export const FULL_SHARE = 0.6;
/** Share of the working window that compaction has to free at least, or it would be paid for again and again. */
const WORTH_SHARE = 0.2;

interface ContextFacts {
  readonly tokens: number;
  readonly windowTokens: number;
  /** Tokens of the part that a compaction would replace. */
  readonly olderTokens: () => number;
}

/** True when the older part of the history has to be compacted before the next request. */
export function isCompactionDue({ tokens, windowTokens, olderTokens }: ContextFacts): boolean {
  return tokens >= windowTokens * FULL_SHARE && olderTokens() >= windowTokens * WORTH_SHARE;
}

/** What fills a context, in tokens. The API counts only the whole: the parts are estimates that add up to it. */
export interface ContextBreakdown {
  readonly tokens: number;
  /** False when `tokens` is an estimate too, at least for content since the last reply. */
  readonly isMeasured: boolean;
  readonly system: number;
  readonly tools: number;
  /** The first message: facts of the moment, project notes, map, task. */
  readonly task: number;
  /** The messages that replace compacted rounds. */
  readonly summary: number;
  /** Text of the person and the model, the model's calls included. */
  readonly conversation: number;
  /** Largest first. */
  readonly results: readonly { readonly tool: string; readonly tokens: number }[];
}

export function breakdownOf(context: SessionContext, prompt: SessionPrompt): ContextBreakdown {
  const [first, ...rest] = context.messages;
  const summaryBlock = context.compaction === undefined ? undefined : first?.content.at(-1);
  const summary = summaryBlock === undefined ? 0 : tokensOfBlock(summaryBlock);
  const results = resultsByTool(rest);
  const resultTokens = [...results.values()].reduce((sum, tokens) => sum + tokens, 0);
  const parts = {
    system: tokensOfText(prompt.system ?? ''),
    tools: tokensOfText(prompt.tools ?? ''),
    task: first === undefined ? 0 : tokensOf([first]) - summary,
    summary,
    conversation: tokensOf(rest) - resultTokens,
  };
  const estimate = Object.values(parts).reduce((sum, tokens) => sum + tokens, resultTokens);
  const tokens = context.tokens(prompt);
  const scaled = (part: number): number => (estimate === 0 ? 0 : Math.round((part * tokens) / estimate));
  return {
    tokens,
    isMeasured: context.isMeasured,
    system: scaled(parts.system),
    tools: scaled(parts.tools),
    task: scaled(parts.task),
    summary: scaled(parts.summary),
    conversation: scaled(parts.conversation),
    results: [...results]
      .map(([tool, part]) => ({ tool, tokens: scaled(part) }))
      .sort((one, other) => other.tokens - one.tokens),
  };
}

function resultsByTool(messages: readonly ModelMessage[]): ReadonlyMap<string, number> {
  const blocks = messages.flatMap(({ content }) => content);
  const tools = new Map(blocks.filter(isCall).map(({ id, name }) => [id, String(name)]));
  const tokens = new Map<string, number>();
  for (const block of blocks) {
    if (block.type !== 'tool_result') continue;
    const tool = tools.get(block.tool_use_id) ?? '';
    tokens.set(tool, (tokens.get(tool) ?? 0) + tokensOfBlock(block));
  }
  return tokens;
}

function isCall({ type }: Block): boolean {
  return type === 'tool_use';
}
