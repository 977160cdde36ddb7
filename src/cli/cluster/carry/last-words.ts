import * as z from 'zod';
import { jsonIn } from '../../../core/json.ts';

const NEWLINE = 10;

const End = z.object({
  type: z.literal('end'),
  outcome: z.object({ kind: z.literal('done'), text: z.string() }),
});

/**
 * What a task said at its end, read from its transcript; undefined when that does not end with an end. A task that went on
 * after one has lines behind it.
 */
export function lastWordsIn(transcript: Uint8Array): string | undefined {
  const whole = transcript.subarray(0, Math.max(0, transcript.lastIndexOf(NEWLINE)));
  const last = whole.subarray(whole.lastIndexOf(NEWLINE) + 1);
  return End.safeParse(jsonIn(Buffer.from(last).toString('utf8'))).data?.outcome.text;
}
