/** A conversation must end with a user message, unless the model paused its turn and is to go on from there. */
import type { FinishedMessage } from './finish-reply.ts';
import { type MessagesRequest, repliesSoFar, sessionOf } from './request.ts';

export type Pauses = {
  problemOf(request: MessagesRequest): string | undefined;
  answered(request: MessagesRequest, message: FinishedMessage): void;
};

export function createPauses(): Pauses {
  const paused = new Set<string>();
  return {
    problemOf(request) {
      if (request.messages.at(-1)?.role !== 'assistant') return undefined;
      return paused.has(`${sessionOf(request)} ${repliesSoFar(request)}`)
        ? undefined
        : 'This model does not support assistant message prefill. The conversation must end with a user message.';
    },
    answered(request, { stopReason }) {
      const place = repliesSoFar(request) + 1;
      if (stopReason === 'pause_turn') paused.add(`${sessionOf(request)} ${place}`);
    },
  };
}
