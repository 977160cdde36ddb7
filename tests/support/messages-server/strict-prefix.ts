/**
 * Answers as a model with preserved thinking does: a conversation may only grow. Each request must hold the previous
 * one of its session unchanged (cache breakpoints aside), and the thinking of the last reply must come back as it was.
 */
import type { FinishedMessage } from './finish-reply.ts';
import { blocksOf, type MessagesRequest, sessionOf, withoutBreakpoints } from './request.ts';

/** @returns true when this change of the conversation is meant, as after a compaction */
export type AllowsChange = (previous: MessagesRequest, current: MessagesRequest) => boolean;

export type StrictPrefix = {
  /** Remembers the request, unless it is refused. @returns what is wrong, or undefined */
  problemOf(request: MessagesRequest): string | undefined;
  /** The reply reached the client as a whole. */
  answered(request: MessagesRequest, message: FinishedMessage): void;
};

type Session = { readonly request: MessagesRequest; readonly thinking?: string };

export function createStrictPrefix(allows: AllowsChange): StrictPrefix {
  const sessions = new Map<string, Session>();
  return {
    problemOf(request) {
      const key = sessionOf(request);
      const session = sessions.get(key);
      const changed = session === undefined ? undefined : changedPart(session, request);
      if (session !== undefined && changed !== undefined && !allows(session.request, request)) {
        return `${changed}: bound to a different conversation. What was sent before must be sent back unchanged.`;
      }
      sessions.set(key, { request });
      return undefined;
    },
    answered(request, message) {
      sessions.set(sessionOf(request), { request, thinking: thinkingSent(message) });
    },
  };
}

function changedPart(session: Session, current: MessagesRequest): string | undefined {
  const previous = session.request;
  for (const field of ['system', 'tools']) {
    if (withoutBreakpoints(previous[field]) !== withoutBreakpoints(current[field])) return field;
  }
  const at = previous.messages.findIndex(
    (message, index) => withoutBreakpoints(message) !== withoutBreakpoints(current.messages[index]),
  );
  return at === -1 ? changedReply(session, current) : `messages.${at}`;
}

function changedReply({ request, thinking }: Session, current: MessagesRequest): string | undefined {
  const at = request.messages.length;
  const message = current.messages[at];
  if (thinking === undefined || message?.role !== 'assistant') return undefined;
  const kept = blocksOf(message).filter((block) => block.type === 'thinking');
  return JSON.stringify(kept.map((block) => block.thinking)) === thinking ? undefined : `messages.${at}`;
}

function thinkingSent({ blocks }: FinishedMessage): string {
  return JSON.stringify(blocks.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])));
}
