import type { Block, ModelMessage } from '../../contracts/model.ts';
import { mapStrings } from '../../core/json.ts';
import { cutAt, tailOf } from '../../core/text.ts';
import { lengthOf, tokensOf } from './size.ts';

/** Rounds at the end that stay as they are. */
const KEPT_TURNS = 2;
/** Share of a shortened text that comes from its beginning; errors are mostly at the end. */
const HEAD_SHARE = 0.2;
/** Longest text in the input of a call when a single round is too large to be kept, in UTF-16 code units. */
const MAX_INPUT_TEXT = 2000;

export interface SplitTurns {
  /** The messages that a summary replaces. */
  readonly folded: readonly ModelMessage[];
  /** Begins with a reply and ends with a user message, without thinking; empty when there is no reply. */
  readonly kept: readonly ModelMessage[];
}

/**
 * Cuts the messages before the last two rounds; before the last one when two exceed `keepTokens`, and the results of
 * a single one that is too large are shortened. A call always stays with its result.
 */
export function splitTurns(messages: readonly ModelMessage[], keepTokens: number): SplitTurns {
  const replies = messages.flatMap(({ role }, at) => (role === 'assistant' ? [at] : []));
  const starts = replies.slice(-KEPT_TURNS);
  for (const start of starts) {
    const kept = sendableMessages(messages.slice(start));
    if (tokensOf(kept) <= keepTokens) return { folded: messages.slice(0, start), kept };
  }
  const last = starts.at(-1);
  if (last === undefined) return { folded: messages, kept: [] };
  return {
    folded: messages.slice(0, last),
    kept: shortenResults(sendableMessages(messages.slice(last)), keepTokens),
  };
}

/**
 * Removes thinking after a compaction: it is bound to everything before it, and the API refuses it anywhere else.
 * Adjacent messages of one role become one.
 */
export function sendableMessages(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const merged: ModelMessage[] = [];
  for (const { role, content } of messages.map(withoutThinking)) {
    const before = merged.at(-1);
    if (before?.role === role) merged[merged.length - 1] = { role, content: [...before.content, ...content] };
    else merged.push({ role, content });
  }
  return merged;
}

/** The first 20 % and the last 80 % of `max` UTF-16 code units, around a note about the missing part. */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = cutAt(text, Math.floor(max * HEAD_SHARE));
  const tail = tailOf(text, max - head.length);
  return `${head}\n[${text.length - head.length - tail.length} characters left out]\n${tail}`;
}

function withoutThinking({ role, content }: ModelMessage): ModelMessage {
  const rest = content.filter(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  // The API takes no empty message.
  return { role, content: rest.length > 0 ? rest : [{ type: 'text', text: '(nothing said)' }] };
}

function shortenResults(messages: readonly ModelMessage[], keepTokens: number): readonly ModelMessage[] {
  const blocks = messages.flatMap(({ content }) => content);
  const results = blocks.filter(({ type }) => type === 'tool_result').length;
  const most = Math.floor(lengthOf(keepTokens) / Math.max(1, results));
  const shorten = (block: Block): Block => {
    if (block.type === 'tool_result' && typeof block.content === 'string')
      return { ...block, content: cutMiddle(block.content, most) };
    if (block.type === 'tool_use' && block.input !== undefined)
      return { ...block, input: mapStrings(block.input, (text) => cutMiddle(text, MAX_INPUT_TEXT)) };
    return block;
  };
  return messages.map(({ role, content }) => ({ role, content: content.map(shorten) }));
}
