/** Builders for replies of a model that is well. Ids that are not given come from the place in the transcript. */
import type { MessageOptions, MessageReply, Reply, ReplyBlock, ToolUseReply, Usage } from './reply.ts';

type Input = Readonly<Record<string, unknown>>;

export function text(content: string): ReplyBlock {
  return { type: 'text', text: content };
}

/** @param content may be empty: the API returns empty thinking blocks when their display is omitted */
export function thinking(content: string): ReplyBlock {
  return { type: 'thinking', thinking: content };
}

export function toolUse(name: string, input: Input, id?: string): ToolUseReply {
  return id === undefined ? { type: 'tool_use', name, input } : { type: 'tool_use', name, input, id };
}

export function reply(blocks: readonly ReplyBlock[], options: MessageOptions = {}): MessageReply {
  return { kind: 'message', blocks, ...options };
}

export function says(content: string): MessageReply {
  return reply([text(content)]);
}

export function thinks(content: string): MessageReply {
  return reply([thinking(content)]);
}

/** One reply with one or more calls, in this order: `calls(['read_lines', { path: 'a.ts' }], ['git_status', {}])`. */
export function calls(
  ...list: readonly (readonly [name: string, input: Input, id?: string])[]
): MessageReply {
  return reply(list.map(([name, input, id]) => toolUse(name, input, id)));
}

export function withUsage(of: MessageReply, usage: Partial<Usage>): MessageReply {
  return { ...of, usage: { ...of.usage, ...usage } };
}

/** Nothing is sent, not even headers, before `ms` milliseconds have passed. */
export function slow<R extends Reply>(of: R, ms: number): R {
  return { ...of, delayMs: ms };
}

/** The client is expected to send the reply back as it is, as last message, so that the model goes on. */
export function pausesTurn(of: MessageReply): MessageReply {
  return { ...of, stopReason: 'pause_turn' };
}

export function maxTokensText(content: string): MessageReply {
  return reply([text(content)], { stopReason: 'max_tokens' });
}

/** A reply without any content that claims to have ended in an orderly way. */
export function emptyReply(): MessageReply {
  return reply([], { stopReason: 'end_turn' });
}

export function refuses(explanation = 'The request was declined.', partial?: string): MessageReply {
  return reply(partial === undefined ? [] : [text(partial)], {
    stopReason: 'refusal',
    stopDetails: { type: 'refusal', category: 'cyber', explanation },
  });
}
