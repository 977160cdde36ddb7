/**
 * Answers as a model with preserved thinking does: a conversation may only grow. Each request must hold the previous
 * one of its session unchanged (cache breakpoints aside), and the thinking of the last reply must come back as it was.
 * Thinking is bound to what stood before it: behind anything else, as behind a compaction, it is refused.
 */
import { createHash } from 'node:crypto';

import type { FinishedMessage } from './finish-reply.ts';
import { blocksOf, isRecord, type MessagesRequest, sessionOf, withoutBreakpoints } from './request.ts';

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
  const bindings = new Map<unknown, Set<string>>();
  return {
    problemOf(request) {
      const key = sessionOf(request);
      const session = sessions.get(key);
      const changed = session === undefined ? undefined : changedPart(session, request);
      if (changed !== undefined && isAside(request)) return undefined;
      if (session !== undefined && changed !== undefined && !allows(session.request, request)) {
        return `${changed}: bound to a different conversation. What was sent before must be sent back unchanged.`;
      }
      const moved = movedThinking(request, bindings);
      if (moved !== undefined) return `${moved}: the thinking block is bound to a different conversation.`;
      sessions.set(key, { request });
      return undefined;
    },
    answered(request, message) {
      sessions.set(sessionOf(request), { request, thinking: thinkingSent(message) });
      const place = placesIn(request).at(-1) ?? '';
      for (const block of message.blocks) {
        if (block.type !== 'thinking') continue;
        bindings.set(block.signature, (bindings.get(block.signature) ?? new Set()).add(place));
      }
    },
  };
}

/** A question beside the conversation: nothing in it is bound to anything, and nothing follows from it. */
function isAside({ messages, tool_choice: choice }: MessagesRequest): boolean {
  const blocks = messages.flatMap(blocksOf);
  return isRecord(choice) && choice.type === 'none' && !blocks.some(({ type }) => type === 'thinking');
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

/** Where a thinking block stands behind something else than when it was given out. */
function movedThinking(
  request: MessagesRequest,
  bindings: ReadonlyMap<unknown, ReadonlySet<string>>,
): string | undefined {
  const places = placesIn(request);
  const at = request.messages.findIndex((message, index) =>
    blocksOf(message).some(({ type, signature }) => {
      const bound = type === 'thinking' ? bindings.get(signature) : undefined;
      return bound !== undefined && !bound.has(places[index] ?? '');
    }),
  );
  return at === -1 ? undefined : `messages.${at}`;
}

/** A hash of everything before each message, and at last one of everything. */
function placesIn({ system, tools, messages }: MessagesRequest): readonly string[] {
  const hash = createHash('sha256').update(withoutBreakpoints([system, tools]));
  const places = [hash.copy().digest('hex')];
  for (const message of messages) {
    hash.update(withoutBreakpoints(message));
    places.push(hash.copy().digest('hex'));
  }
  return places;
}
