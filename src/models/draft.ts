import type {
  ContentBlock,
  RawContentBlockDelta,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { Usage } from '../contracts/model.ts';
import type { Json } from '../core/json.ts';

/** One block as far as it has come. `inputJson` is the raw text of a call's input, as it was sent. */
export interface DraftBlock {
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
        block.citations = [...listOf(block.citations), delta.citation as unknown as Json];
        break;
      case 'input_json_delta':
        draft.inputJson += delta.partial_json;
        break;
      default:
        break;
    }
  }

  /** Counts are totals of the whole message; a field that is absent keeps what was said before. */
  #count(counts: Partial<Counts> | undefined): void {
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

interface Counts {
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

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
