import type { Block, ModelMessage } from '../../contracts/model.ts';
import { mapStrings } from '../../core/json.ts';
import { notices } from '../notices.ts';
import { textBlock } from './person-blocks.ts';
import { tokensOf } from './size.ts';
import { cutMiddle, sendable } from './split-turns.ts';

/** Longest text, in UTF-16 code units, once everything has to be short. */
const MAX_TEXT = 1000;

/**
 * Shortens the messages to about `most` tokens, for a summary only: results are dropped, the oldest first, then long
 * texts are cut. Thinking is removed, because it is bound to the dropped content before it.
 */
export function shortenHistory(messages: readonly ModelMessage[], most: number): readonly ModelMessage[] {
  const short = [...sendable(messages)];
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
