import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { Failure, messageOf } from '../core/failure.ts';
import type { JsonObject } from '../core/json.ts';

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
          input: z.custom<JsonObject>(isPlainObject, 'expected an object'),
        }),
      )
      .default([]),
    usage: RecordedUsage.prefault({}),
  })
  .refine((reply) => reply.text !== undefined || reply.calls.length > 0, 'expected `text` or `calls`');
export type RecordedReply = z.infer<typeof RecordedReply>;

const Recording = z.strictObject({
  /** Occurs in the first message of the person; without it the recording fits every conversation. */
  keyword: z.string().min(1).optional(),
  steps: z.array(RecordedReply).min(1),
});
export type Recording = z.infer<typeof Recording>;

const RecordingFile = z.strictObject({ recordings: z.array(Recording).min(1) });

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
    throw new Failure('not-found', `${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
