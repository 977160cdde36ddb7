import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Block, Model, ModelAnswer, ModelCall, ModelReply, ModelRequest } from '../contracts/model.ts';
import type { Clock } from '../core/clock.ts';
import { Failure, messageOf } from '../core/failure.ts';
import { isMapping, type JsonObject } from '../core/json.ts';
import { fault } from '../core/texts/faults.ts';

interface ReplayOptions {
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
      if (recording === undefined) return refuseRequest('no recording fits this conversation');
      const step = request.messages.filter(({ role }) => role === 'assistant').length;
      const recorded = recording.steps[step];
      if (recorded === undefined)
        return refuseRequest(`the recording ends after reply ${recording.steps.length}`);
      return { kind: 'reply', reply: replyOf(recorded, step) };
    },
  };
}

function refuseRequest(detail: string): ModelAnswer {
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

const Count = z.int().min(0).default(0);

const RecordedUsage = z.strictObject({
  input: Count,
  output: Count,
  cache_read: Count,
  cache_write: Count,
});

const RecordedReply = z
  .strictObject({
    text: z.string().min(1).optional(),
    /** Inputs are taken as they stand: nothing is substituted, nothing is looked up. */
    calls: z
      .array(
        z.strictObject({
          tool: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/, 'expected the name of a tool'),
          input: z.custom<JsonObject>(isMapping, 'expected an object'),
        }),
      )
      .default([]),
    usage: RecordedUsage.prefault({}),
  })
  .refine((reply) => reply.text !== undefined || reply.calls.length > 0, 'expected `text` or `calls`');
type RecordedReply = z.infer<typeof RecordedReply>;

const ModelRecording = z.strictObject({
  /** Occurs in the first message of the person; without it the recording fits every conversation. */
  keyword: z.string().min(1).optional(),
  steps: z.array(RecordedReply).min(1),
});
export type Recording = z.infer<typeof ModelRecording>;

const RecordingFile = z.strictObject({ recordings: z.array(ModelRecording).min(1) });

/**
 * Reads a file of recorded replies (YAML or JSON).
 * @throws Failure `invalid` that names the file and the field, `not-found` when the file cannot be read
 */
export async function readRecordings(path: string): Promise<readonly Recording[]> {
  const parsed = RecordingFile.safeParse(await parseFile(path));
  if (!parsed.success) throw new Failure('invalid', `${path}: ${z.prettifyError(parsed.error)}`);
  return parsed.data.recordings;
}

async function parseFile(path: string): Promise<unknown> {
  const text = readText(path);
  const { parse } = await import('yaml');
  try {
    return parse(text);
  } catch (error) {
    throw new Failure('invalid', `${path}: ${messageOf(error)}`, { cause: error });
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure('not-found', fault('recording-unreadable', path, messageOf(error)), { cause: error });
  }
}
