import { normalize } from 'node:path/posix';
import * as z from 'zod';
import type { Block, ModelMessage } from '../../contracts/model.ts';
import type { CallRecord } from '../../contracts/store.ts';
import { notices, STILL_ABOVE } from '../notices.ts';

/** A call with its whole result. */
export interface CallWithResult {
  readonly name: string;
  readonly input: unknown;
  readonly block: Block;
}

/** Identifies a read, and names it. */
interface FileRead {
  readonly path: string;
  /** Path and lines, for the model. */
  readonly what: string;
  readonly text: string;
}

/**
 * Replaces lines that were read before by a note that says where they are: the same lines of a file are not sent again
 * while an earlier result holds all of them. The note is looked up in what is sent, so nothing has to be stored: after
 * a compaction the lines are sent again, and a restart finds them. Records keep the whole result.
 * @param sent reads in the messages as they are sent, the reply with these calls being the last
 */
export function withoutUnchanged(sent: SentReads, shown: readonly CallWithResult[]): readonly Block[] {
  return shown.map((one, position) => {
    const read = readIn(one);
    if (read === undefined) return one.block;
    const place = sent.placeOf(read) ?? (isAmong(shown.slice(0, position), read) ? 0 : undefined);
    if (place === undefined) return one.block;
    const note = notices.unchanged(read.what, place);
    return note.length < read.text.length ? { ...one.block, content: note } : one.block;
  });
}

/**
 * Positions of reads in messages that are only appended to. Each message is examined once, when it is first needed.
 */
export class SentReads {
  readonly #messages: readonly ModelMessage[];
  /** By path and text: the number of replies when it was last read. */
  readonly #places = new Map<string, Map<string, number>>();
  #looked = 0;
  #replies = 0;
  /** The content of the message that was looked at last. */
  #last: readonly Block[] = [];

  constructor(messages: readonly ModelMessage[]) {
    this.#messages = messages;
  }

  /** How many replies ago it was read, the present one being 0; undefined when no message holds it. */
  placeOf({ path, text }: FileRead): number | undefined {
    for (const message of this.#messages.slice(this.#looked)) this.#lookAt(message);
    const replies = this.#places.get(path)?.get(text);
    return replies === undefined ? undefined : this.#replies - replies;
  }

  #lookAt({ role, content }: ModelMessage): void {
    if (role === 'assistant') this.#replies += 1;
    else for (const read of content.flatMap((block) => readBy(this.#last, block) ?? [])) this.#note(read);
    this.#last = content;
    this.#looked += 1;
  }

  #note({ path, text }: FileRead): void {
    const texts = this.#places.get(path) ?? new Map<string, number>();
    this.#places.set(path, texts.set(text, this.#replies));
  }
}

/** Restores such results to full length in messages that stay while the place they refer to is compacted. */
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

/** Undefined when the result is not one of these calls. */
function readBy(calls: readonly Block[], result: Block): FileRead | undefined {
  const call = calls.find(({ type, id }) => type === 'tool_use' && id === result.tool_use_id);
  return call && readIn({ name: String(call.name), input: call.input, block: result });
}

function isAmong(shown: readonly CallWithResult[], { path, text }: FileRead): boolean {
  return shown.some((one) => {
    const other = one.block.content === text ? readIn(one) : undefined;
    return other?.path === path;
  });
}

const Lines = z.object({ path: z.string(), start: z.int(), end: z.int() });
const Source = z.object({ path: z.string() });

/** Undefined unless it is a successful read of a file. */
function readIn({ name, input, block }: CallWithResult): FileRead | undefined {
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

/** Any other text of a tool that ends like this is sent as its record has it anyway. */
function isNote(content: unknown): boolean {
  return typeof content === 'string' && content.endsWith(STILL_ABOVE);
}
