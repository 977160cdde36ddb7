import type {
  ContentBlock,
  RawContentBlockDelta,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { Block, ModelCall, ModelReply, ModelRequest, StopReason, Usage } from '../contracts/model.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';

/** One block as far as it has come. `inputJson` is the raw text of a call's input, as it was sent. */
interface DraftBlock {
  readonly block: { [field: string]: Json } & { readonly type: string };
  inputJson: string;
}

/**
 * A reply while it streams. The SDK's own helper cannot be used for this: it repairs the incomplete input of a call,
 * and gives the whole reply up when the input is no JSON at all. Blocks and deltas of unknown kinds are tolerated.
 */
export class ReplyDraft {
  /** The last event has come: nothing is missing. */
  complete = false;
  stopReason: string | undefined;
  usage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  readonly #blocks = new Map<number, DraftBlock>();

  /** In the order in which they began. */
  get blocks(): readonly DraftBlock[] {
    return [...this.#blocks.values()];
  }

  take(event: RawMessageStreamEvent): void {
    switch (event.type) {
      case 'message_start':
        this.#count(event.message.usage);
        break;
      case 'content_block_start':
        this.#blocks.set(event.index, { block: copyOf(event.content_block), inputJson: '' });
        break;
      case 'content_block_delta':
        this.#extend(event.index, event.delta);
        break;
      case 'message_delta':
        this.stopReason = event.delta.stop_reason ?? undefined;
        this.#count(event.usage);
        break;
      case 'message_stop':
        this.complete = true;
        break;
      default:
        break;
    }
  }

  #extend(index: number, delta: RawContentBlockDelta): void {
    const draft = this.#blocks.get(index);
    if (draft === undefined) return;
    const { block } = draft;
    switch (delta.type) {
      case 'text_delta':
        block.text = stringOrEmpty(block.text) + delta.text;
        break;
      case 'thinking_delta':
        block.thinking = stringOrEmpty(block.thinking) + delta.thinking;
        break;
      case 'signature_delta':
        block.signature = delta.signature;
        break;
      case 'citations_delta':
        // Safe: a citation came out of JSON.parse.
        block.citations = [...asList(block.citations), delta.citation as unknown as Json];
        break;
      case 'input_json_delta':
        draft.inputJson += delta.partial_json;
        break;
      default:
        break;
    }
  }

  /** Counts are totals of the whole message; a field that is absent keeps what was said before. */
  #count(counts: Partial<TokenCounts> | undefined): void {
    const { usage } = this;
    this.usage = {
      inputTokens: counts?.input_tokens ?? usage.inputTokens,
      outputTokens: counts?.output_tokens ?? usage.outputTokens,
      cacheReadTokens: counts?.cache_read_input_tokens ?? usage.cacheReadTokens,
      cacheWriteTokens: counts?.cache_creation_input_tokens ?? usage.cacheWriteTokens,
      ...hourTokens(counts?.cache_creation?.ephemeral_1h_input_tokens ?? usage.cacheWriteHourTokens),
    };
  }
}

interface TokenCounts {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cache_read_input_tokens: number | null;
  readonly cache_creation_input_tokens: number | null;
  /** Only at the beginning. */
  readonly cache_creation: { readonly ephemeral_1h_input_tokens: number } | null;
}

function hourTokens(count: number | undefined): Pick<Usage, 'cacheWriteHourTokens'> {
  return count === undefined || count === 0 ? {} : { cacheWriteHourTokens: count };
}

function copyOf(block: ContentBlock): DraftBlock['block'] {
  // Safe: a block came out of JSON.parse, and every block has a type.
  return { ...block } as unknown as DraftBlock['block'];
}

function stringOrEmpty(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

type EarlierRequest = Pick<ModelRequest, 'messages' | 'earlierCallIds'>;

/**
 * Turns a complete draft into a reply. Blocks stay as they came, with four exceptions, each of which the API would
 * refuse when it is sent back: blank text blocks and thinking that was cut off before it was signed are left out, an
 * input that cannot be used becomes `{}`, and a call id that was used before, or that the API would not take, is
 * replaced by a free one.
 * @param earlier the request, for the call ids it holds
 */
export function finishReply(draft: ReplyDraft, earlier: EarlierRequest): ModelReply {
  const stopReason = stopReasonOf(draft.stopReason);
  const spoiled = whySpoiled(stopReason);
  const used = usedIds(earlier);
  const content: Block[] = [];
  const calls: ModelCall[] = [];
  for (const { block, inputJson } of wholeBlocks(draft, stopReason)) {
    if (block.type === 'tool_use') {
      const input = spoiled ?? readToolInput(inputJson, block.input);
      const call = callOf(block, { id: freeId(block.id, used), input });
      calls.push(call);
      content.push({ ...block, id: call.id, input: call.input });
    } else if (inputJson !== '') {
      const input = readToolInput(inputJson, undefined);
      content.push({ ...block, input: input.kind === 'usable' ? input.input : {} });
    } else if (block.type !== 'text' || visibleText(block) !== '') {
      content.push(block);
    }
  }
  return {
    content,
    text: content.map(visibleText).filter(Boolean).join('\n\n'),
    calls,
    stopReason,
    usage: draft.usage,
  };
}

/** Only the last block can be cut off. A server that never signs may have its thinking back. */
function wholeBlocks({ blocks }: ReplyDraft, stopReason: StopReason): readonly DraftBlock[] {
  const last = blocks.at(-1)?.block;
  const isUnsigned = last?.type === 'thinking' && (last.signature ?? '') === '';
  return isUnsigned && stopReason === 'max_tokens' ? blocks.slice(0, -1) : blocks;
}

function callOf(
  block: DraftBlock['block'],
  { id, input }: { readonly id: string; readonly input: ToolInput },
): ModelCall {
  const name = typeof block.name === 'string' ? block.name : '';
  return input.kind === 'usable'
    ? { id, name, input: input.input }
    : { id, name, input: {}, malformed: input.why };
}

/** A call of such a reply may be cut off even where its JSON happens to be valid. */
function whySpoiled(stopReason: StopReason): ToolInput | undefined {
  if (stopReason === 'max_tokens' || stopReason === 'window-full') {
    return { kind: 'malformed', why: 'The reply was cut off at the token limit, maybe inside this call.' };
  }
  if (stopReason === 'refusal') {
    return { kind: 'malformed', why: 'The reply was broken off by a refusal, maybe inside this call.' };
  }
  return undefined;
}

function stopReasonOf(reason: string | undefined): StopReason {
  switch (reason) {
    case 'end_turn':
    case 'tool_use':
    case 'max_tokens':
    case 'refusal':
    case 'pause_turn':
      return reason;
    case 'stop_sequence':
      return 'end_turn';
    case 'model_context_window_exceeded':
      return 'window-full';
    default:
      return 'other';
  }
}

function visibleText(block: Block): string {
  const text = block.type === 'text' ? block.text : undefined;
  return typeof text === 'string' && text.trim() !== '' ? text : '';
}

interface UsedIds {
  has(id: string): boolean;
  add(id: string): void;
}

/** The history's ids are searched, not collected: a long one has hundreds, and a reply few. */
function usedIds({ messages, earlierCallIds = [] }: EarlierRequest): UsedIds {
  const ofReply = new Set<string>();
  const isCall = (id: string) => (block: Block) => block.type === 'tool_use' && block.id === id;
  return {
    has: (id) =>
      ofReply.has(id) ||
      earlierCallIds.includes(id) ||
      messages.some(({ content }) => content.some(isCall(id))),
    add: (id) => void ofReply.add(id),
  };
}

/** Gives the id itself when it is free, else the id with the first free number; the answer counts as used. */
function freeId(proposed: unknown, used: UsedIds): string {
  const stem = typeof proposed === 'string' ? proposed.replace(/[^a-zA-Z0-9_-]/g, '_') : '';
  const base = stem === '' ? 'call' : stem;
  let id = base;
  for (let number = 2; used.has(id); number += 1) id = `${base}-${number}`;
  used.add(id);
  return id;
}

/** The model's input for a tool, or why it may not be used. */
type ToolInput =
  | { readonly kind: 'usable'; readonly input: JsonObject }
  | { readonly kind: 'malformed'; readonly why: string };

/**
 * Reads the raw text of a call's input. Strict on purpose: a repaired input is a guess, and a guess may be a command.
 * @param raw every `partial_json` of the call, joined
 * @param given what the block held when it began; used when nothing was streamed
 */
function readToolInput(raw: string, given: Json | undefined): ToolInput {
  const parsed = raw === '' ? { value: given ?? {} } : parseJson(raw);
  if (parsed === undefined) return malformedInput('The input of this call is not complete, valid JSON.');
  const { value } = parsed;
  if (!isJsonObject(value)) return malformedInput('The input of this call must be a JSON object.');
  // The API refuses a history that holds half a surrogate pair, in every request from then on.
  if (HALF_ESCAPE.test(raw) && holdsHalfCharacter(value)) {
    return malformedInput('The input of this call holds half of a Unicode character.');
  }
  return { kind: 'usable', input: value };
}

const HALF_ESCAPE = /\\u[dD][89a-fA-F]/;
const HALF_CHARACTER = /\p{Surrogate}/u;

function malformedInput(why: string): ToolInput {
  return { kind: 'malformed', why };
}

function parseJson(raw: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(raw) as Json }; // safe: JSON.parse makes nothing else
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function holdsHalfCharacter(value: Json): boolean {
  if (typeof value === 'string') return HALF_CHARACTER.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, member]) => HALF_CHARACTER.test(key) || holdsHalfCharacter(member),
  );
}
