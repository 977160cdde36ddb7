/** A finished message as the API returns it: as one JSON object, or as the events of a stream. Sends nothing. */
import type { FinishedBlock, FinishedMessage } from './finish-reply.ts';
import type { BreakPoint } from './reply.ts';
import { isRecord, parseJson } from './request.ts';

type Fields = Readonly<Record<string, unknown>>;

export type StreamEvent = { readonly type: string } & Fields;

const PING: StreamEvent = { type: 'ping' };

/** The body of an answer to a request without `stream: true`. An input that is not a JSON object becomes `{}`. */
export function messageJson(message: FinishedMessage): Fields {
  return {
    ...emptyMessage(message),
    content: message.blocks.map(wholeBlock),
    stop_reason: message.stopReason,
    stop_details: message.stopDetails,
    usage: { ...message.usage, service_tier: 'standard' },
  };
}

/**
 * @param chunkSize the longest delta in code points; deltas grow from 1 to this and start again, so that they end
 *   inside words and inside JSON escapes. Infinity: one delta for each block
 */
export function streamEvents(message: FinishedMessage, chunkSize: number): readonly StreamEvent[] {
  const { usage } = message;
  const start = {
    ...emptyMessage(message),
    usage: { ...usage, output_tokens: Math.min(1, usage.output_tokens), service_tier: 'standard' },
  };
  const { cache_creation: _, ...totals } = usage;
  return [
    { type: 'message_start', message: start },
    ...message.blocks.flatMap((block, index) => blockEvents(block, { index, chunkSize })),
    {
      type: 'message_delta',
      delta: { stop_reason: message.stopReason, stop_sequence: null, stop_details: message.stopDetails },
      usage: totals,
    },
    { type: 'message_stop' },
  ];
}

/** The events that still go out. @throws Error when the reply never comes to this point */
export function eventsUntil(events: readonly StreamEvent[], point: BreakPoint): readonly StreamEvent[] {
  const count = eventsBefore(events, point);
  if (count === undefined) throw new Error(`This reply cannot break after "${point}": it never gets there.`);
  return events.slice(0, count);
}

export function sseText(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function eventsBefore(events: readonly StreamEvent[], point: BreakPoint): number | undefined {
  switch (point) {
    case 'before-headers':
    case 'headers':
      return 0;
    case 'first-text':
      return countTo(events, (event) => deltaType(event) === 'text_delta');
    case 'mid-tool-json':
      return midToolJson(events);
    case 'tool-call':
      return endOfFirstCall(events);
    case 'stop-reason':
      return countTo(events, (event) => event.type === 'message_delta');
  }
}

function countTo(
  events: readonly StreamEvent[],
  wanted: (event: StreamEvent) => boolean,
): number | undefined {
  const at = events.findIndex(wanted);
  return at === -1 ? undefined : at + 1;
}

function midToolJson(events: readonly StreamEvent[]): number | undefined {
  const first = events.find((event) => deltaType(event) === 'input_json_delta');
  const deltas = events.flatMap((event, at) =>
    event.index === first?.index && deltaType(event) === 'input_json_delta' ? [at] : [],
  );
  const middle = deltas[Math.floor(deltas.length / 2)];
  return middle === undefined ? undefined : middle + 1;
}

function endOfFirstCall(events: readonly StreamEvent[]): number | undefined {
  const first = events.find((event) => deltaType(event) === 'input_json_delta');
  if (first === undefined) return undefined;
  return countTo(events, (event) => event.type === 'content_block_stop' && event.index === first.index);
}

function deltaType(event: StreamEvent): unknown {
  return isRecord(event.delta) ? event.delta.type : undefined;
}

function emptyMessage(message: FinishedMessage): Fields {
  return {
    id: message.id,
    type: 'message',
    role: 'assistant',
    model: message.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
  };
}

function wholeBlock(block: FinishedBlock): Fields {
  if (block.type !== 'tool_use') return block.type === 'text' ? { ...block, citations: null } : block;
  const input = parseJson(block.json);
  return { type: 'tool_use', id: block.id, name: block.name, input: isRecord(input) ? input : {} };
}

function blockEvents(block: FinishedBlock, at: { index: number; chunkSize: number }): readonly StreamEvent[] {
  const { index } = at;
  const start = { type: 'content_block_start', index, content_block: emptyBlock(block) };
  const deltas = blockDeltas(block, at.chunkSize);
  return [
    start,
    ...(index === 0 ? [PING] : []),
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function emptyBlock(block: FinishedBlock): Fields {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '', citations: null };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool_use':
      return { type: 'tool_use', id: block.id, name: block.name, input: {} };
  }
}

function blockDeltas(block: FinishedBlock, chunkSize: number): readonly Fields[] {
  switch (block.type) {
    case 'text':
      return pieces(block.text, chunkSize).map((part) => ({ type: 'text_delta', text: part }));
    case 'thinking':
      return [
        ...pieces(block.thinking, chunkSize).map((part) => ({ type: 'thinking_delta', thinking: part })),
        ...(block.signature === '' ? [] : [{ type: 'signature_delta', signature: block.signature }]),
      ];
    case 'tool_use':
      // The API opens each call with an empty delta; a call without parameters has no other.
      return ['', ...pieces(block.json, chunkSize)].map((part) => ({
        type: 'input_json_delta',
        partial_json: part,
      }));
  }
}

function pieces(content: string, chunkSize: number): readonly string[] {
  if (content === '') return [];
  if (chunkSize === Number.POSITIVE_INFINITY) return [content];
  const points = Array.from(content);
  const parts: string[] = [];
  let size = 1;
  for (let start = 0; start < points.length; ) {
    parts.push(points.slice(start, start + size).join(''));
    start += size;
    size = size >= chunkSize ? 1 : size + 1;
  }
  return parts;
}
