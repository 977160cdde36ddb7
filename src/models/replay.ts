import type { Block, Model, ModelAnswer, ModelCall, ModelReply, ModelRequest } from '../contracts/model.ts';
import type { Clock } from '../core/clock.ts';
import type { RecordedReply, Recording } from './recordings.ts';

export interface ReplayOptions {
  /** The first one whose keyword fits speaks for the whole conversation. */
  readonly recordings: readonly Recording[];
  readonly clock: Clock;
  /** How long a reply seems to take, in milliseconds. */
  readonly typingMs: number;
}

/**
 * A model with recorded replies. It keeps no position: the step is the number of replies in the request, so that a
 * program continues correctly after a kill.
 */
export function createReplayModel({ recordings, clock, typingMs }: ReplayOptions): Model {
  return {
    name: 'replay',
    async reply(request) {
      await clock.sleep(typingMs, request.signal);
      if (request.signal.aborted) return { kind: 'fault', fault: { kind: 'stopped' } };
      const recording = recordings.find(({ keyword = '' }) => firstText(request).includes(keyword));
      if (recording === undefined) return refuse('no recording fits this conversation');
      const step = request.messages.filter(({ role }) => role === 'assistant').length;
      const recorded = recording.steps[step];
      if (recorded === undefined) return refuse(`the recording ends after reply ${recording.steps.length}`);
      return { kind: 'reply', reply: replyOf(recorded, step) };
    },
  };
}

function refuse(detail: string): ModelAnswer {
  return { kind: 'fault', fault: { kind: 'request', detail } };
}

function firstText({ messages }: ModelRequest): string {
  const blocks = messages.find(({ role }) => role === 'user')?.content ?? [];
  return blocks.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}

function replyOf({ text, calls: recorded, usage }: RecordedReply, step: number): ModelReply {
  const calls: readonly ModelCall[] = recorded.map(({ tool, input }, position) => ({
    id: `replay_${step + 1}_${position + 1}`,
    name: tool,
    input,
  }));
  const content: readonly Block[] = [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  ];
  return {
    content,
    text: text ?? '',
    calls,
    stopReason: calls.length > 0 ? 'tool_use' : 'end_turn',
    usage: {
      inputTokens: usage.input,
      outputTokens: usage.output,
      cacheReadTokens: usage.cache_read,
      cacheWriteTokens: usage.cache_write,
    },
  };
}
