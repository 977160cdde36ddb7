import { normalize } from 'node:path/posix';
import * as z from 'zod';
import type { Block, ModelMessage } from '../contracts/model.ts';
import type { CallRecord } from '../contracts/store.ts';
import { notices, STILL_ABOVE } from './notices.ts';

/** A call with its result, whole. */
export interface Shown {
  readonly name: string;
  readonly input: unknown;
  readonly block: Block;
}

/** What tells one read from another, and how it is named. */
interface Read {
  readonly path: string;
  /** Path and lines, for the model. */
  readonly what: string;
  readonly text: string;
}

const Lines = z.object({ path: z.string(), start: z.int(), end: z.int() });
const Source = z.object({ path: z.string() });

/**
 * The results of a reply as they are sent: the same lines of the same file are not sent again while they stand, whole,
 * in an earlier result; a line says where. Looked up in what is sent, so that nothing has to be remembered: what a
 * compaction took or shortened is read anew, and a restart finds what stood there. Records keep the whole result.
 * @param messages as they are sent, the reply with these calls being the last
 */
export function withoutUnchanged(
  messages: readonly ModelMessage[],
  shown: readonly Shown[],
): readonly Block[] {
  return shown.map((one, position) => {
    const read = readIn(one);
    if (read === undefined) return one.block;
    const place = placeOf(read, messages) ?? (isAmong(shown.slice(0, position), read) ? 0 : undefined);
    if (place === undefined) return one.block;
    const note = notices.unchanged(read.what, place);
    return note.length < read.text.length ? { ...one.block, content: note } : one.block;
  });
}

/** The messages with such results whole again, for what is to stay when the place that they name is folded. */
export function withWholeReads(
  messages: readonly ModelMessage[],
  calls: readonly CallRecord[],
): readonly ModelMessage[] {
  const whole = new Map<unknown, string | undefined>(calls.map(({ id, result }) => [id, result?.text]));
  const restore = (block: Block): Block => {
    if (block.type !== 'tool_result' || !isNote(block.content)) return block;
    // A session that was made from its transcript has no records of its calls.
    return { ...block, content: whole.get(block.tool_use_id) ?? notices.readAgain };
  };
  return messages.map(({ role, content }) => ({ role, content: content.map(restore) }));
}

/** How many replies ago it was read, the present one being 0; undefined when it no longer stands there. */
function placeOf(read: Read, messages: readonly ModelMessage[]): number | undefined {
  let replies = 0;
  for (const [back, { role, content }] of messages.toReversed().entries()) {
    if (role === 'assistant') {
      replies += 1;
      continue;
    }
    const same = content.filter((block) => block.content === read.text);
    if (same.length === 0) continue;
    const calls = messages.at(-back - 2)?.content ?? [];
    if (
      isAmong(
        same.flatMap((block) => shownBy(calls, block)),
        read,
      )
    )
      return replies;
  }
  return undefined;
}

function shownBy(calls: readonly Block[], block: Block): readonly Shown[] {
  const call = calls.find(({ type, id }) => type === 'tool_use' && id === block.tool_use_id);
  return call === undefined ? [] : [{ name: String(call.name), input: call.input, block }];
}

function isAmong(shown: readonly Shown[], { path, text }: Read): boolean {
  return shown.some((one) => {
    const other = one.block.content === text ? readIn(one) : undefined;
    return other?.path === path;
  });
}

/** Undefined for what is no successful read of a file. */
function readIn({ name, input, block }: Shown): Read | undefined {
  const { content: text, is_error: hasFailed } = block;
  if (typeof text !== 'string' || hasFailed === true) return undefined;
  if (name === 'read_lines') {
    const lines = Lines.safeParse(input).data;
    if (lines === undefined) return undefined;
    const { path, start, end } = lines;
    return { path: normalize(path), what: `${path}: lines ${start}-${end}.`, text };
  }
  const source = name === 'read_source_file' ? Source.safeParse(input).data : undefined;
  if (source === undefined) return undefined;
  // The first line names path and lines already.
  return { path: normalize(source.path), what: text.slice(0, text.search(/\n|$/)), text };
}

/** Whatever else a tool says that ends like this is as its record has it anyway. */
function isNote(content: unknown): boolean {
  return typeof content === 'string' && content.endsWith(STILL_ABOVE);
}
