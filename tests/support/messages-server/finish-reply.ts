/** Turns a scripted reply into the message that goes out: ids, signatures, stop reason and usage filled in. */
import { createHash } from 'node:crypto';

import type { MessageReply, ReplyBlock, Usage } from './reply.ts';
import { blocksOf, type MessagesRequest, repliesSoFar } from './request.ts';

export type FinishedBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly json: string };

export type FinishedMessage = {
  readonly id: string;
  readonly model: string;
  readonly blocks: readonly FinishedBlock[];
  readonly stopReason: string;
  readonly stopDetails: Readonly<Record<string, unknown>> | null;
  readonly usage: Usage;
};

const USAGE: Usage = {
  input_tokens: 100,
  output_tokens: 20,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
};

/**
 * The same transcript gets the same ids, whatever process asks and however often: `msg_<step>` and
 * `toolu_<step>_<call>`, both counted from 1. They repeat in other conversations; the real API's do not.
 */
export function finishReply(reply: MessageReply, request: MessagesRequest): FinishedMessage {
  const step = repliesSoFar(request) + 1;
  const used = usedToolIds(request);
  let call = 0;
  const blocks = reply.blocks.map((block, at) => {
    if (isCall(block)) call += 1;
    const isCut = reply.stopReason === 'max_tokens' && at === reply.blocks.length - 1;
    return finishBlock(block, { id: freeId(`toolu_${step}_${call}`, used), isCut });
  });
  return {
    id: `msg_${step}`,
    model: typeof request.model === 'string' ? request.model : 'unknown',
    blocks,
    stopReason: reply.stopReason ?? (call > 0 ? 'tool_use' : 'end_turn'),
    stopDetails: reply.stopDetails ?? null,
    usage: { ...USAGE, ...reply.usage },
  };
}

/** Signs the thinking text, so that a changed one is noticed without any memory of what was sent. */
export function signatureOf(thinking: string): string {
  return createHash('sha256').update(`thinking:${thinking}`).digest('base64');
}

type Place = { readonly id: string; readonly isCut: boolean };

function finishBlock(block: ReplyBlock, { id, isCut }: Place): FinishedBlock {
  switch (block.type) {
    case 'text':
      return block;
    case 'thinking':
      // Thinking that the token limit cut off was never signed.
      return { ...block, signature: isCut ? '' : signatureOf(block.thinking) };
    case 'tool_use':
      return finishCall(block.id ?? id, block.name, JSON.stringify(block.input));
    case 'raw_tool_use':
      return finishCall(block.id ?? id, block.name, block.json);
  }
}

function finishCall(id: string, name: string, json: string): FinishedBlock {
  return { type: 'tool_use', id, name, json };
}

function isCall(block: ReplyBlock): boolean {
  return block.type === 'tool_use' || block.type === 'raw_tool_use';
}

function usedToolIds(request: MessagesRequest): ReadonlySet<unknown> {
  const blocks = request.messages.flatMap(blocksOf);
  return new Set(blocks.filter((block) => block.type === 'tool_use').map((block) => block.id));
}

// After a compaction the count starts again, while calls of the kept turns still carry the old numbers.
function freeId(id: string, used: ReadonlySet<unknown>): string {
  let free = id;
  for (let again = 2; used.has(free); again += 1) free = `${id}_${again}`;
  return free;
}
