import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import { isUnread } from './command-line.ts';
import { jsonIn } from './json.ts';

/** The id of a line; null without one. */
export type LineId = string | number | null;

/** The `id` of a question; a schema of questions combines it with its own fields. */
export const Id = z.union([z.string(), z.number(), z.null()]).default(null);
const Named = z.object({ id: Id });

export interface JsonLines<Question> {
  readonly input: Readable;
  readonly output: Writable;
  readonly question: z.ZodType<Question>;
  /** Any JSON value; an error is a bug and ends everything. */
  answerTo(question: Question): unknown;
  /** The answer to an unreadable line; `problem` begins with the number of the line. */
  unread(id: LineId, problem: string): unknown;
}

/**
 * Answers JSON lines one after the other; each answer is written before the next line is read. Only empty lines get
 * none. Returns how many lines could not be read.
 */
export async function answerJsonLines<Question>(lines: JsonLines<Question>): Promise<number> {
  const { input, output, question } = lines;
  let number = 0;
  let unread = 0;
  for await (const line of linesOf(input)) {
    number += 1;
    if (line.trim() === '') continue;
    const tree = jsonIn(line);
    const asked = question.safeParse(tree);
    if (!asked.success) unread += 1;
    const answer = asked.success
      ? await lines.answerTo(asked.data)
      : lines.unread(idOf(tree), `Line ${number}: ${z.prettifyError(asked.error)}`);
    if (!output.write(`${JSON.stringify(answer)}\n`) && !(await isTaken(output))) break;
  }
  return unread;
}

/** Waits until there is room for more; false when the output is no longer read. */
export async function isTaken(output: Writable): Promise<boolean> {
  try {
    await once(output, 'drain');
    return true;
  } catch (error) {
    if (isUnread(error)) return false;
    throw error;
  }
}

function idOf(tree: unknown): LineId {
  const named = Named.safeParse(tree);
  return named.success ? named.data.id : null;
}

/** Only `\n` ends a line: node:readline would also split at U+2028, which JSON may hold as it is. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  input.setEncoding('utf8');
  // Joined once: a line may come in thousands of pieces.
  let pieces: string[] = [];
  let isFirst = true;
  for await (const chunk of input) {
    const text = String(chunk);
    const lines = (isFirst ? text.replace(/^\uFEFF/, '') : text).split('\n');
    isFirst = false;
    const rest = lines.pop() ?? '';
    for (const line of lines) {
      yield pieces.join('') + line;
      pieces = [];
    }
    pieces.push(rest);
  }
  yield pieces.join('');
}
