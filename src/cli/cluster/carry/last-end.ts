import * as z from 'zod';
import { jsonIn } from '../../../core/json.ts';

const NEWLINE = 10;

const End = z.object({
  type: z.literal('end'),
  at: z.string(),
  outcome: z.object({ kind: z.literal('done'), text: z.string() }),
});

/** How a task ended, as recorded in its transcript. */
interface LastEnd {
  readonly at: string;
  readonly words: string;
}

/** Undefined unless the transcript ends with the end of a finished task. A task that went on has further lines. */
export function lastEndIn(transcript: Uint8Array): LastEnd | undefined {
  const whole = transcript.subarray(0, Math.max(0, transcript.lastIndexOf(NEWLINE)));
  const last = whole.subarray(whole.lastIndexOf(NEWLINE) + 1);
  const { data } = End.safeParse(jsonIn(Buffer.from(last).toString('utf8')));
  return data && { at: data.at, words: data.outcome.text };
}
