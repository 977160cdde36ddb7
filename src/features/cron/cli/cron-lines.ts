import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import { isFailure } from '../../../core/failure.ts';
import { answerJsonLines, Id, type LineId } from '../../../core/json-lines.ts';
import { nextTimes } from './next-times.ts';

/** What is missing is told by whoever reads schedules. */
const Missing = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

const Question = z.object({
  id: Id,
  schedule: Missing,
  timezone: Missing,
  from: z
    .string()
    .nullish()
    .transform((text) => text ?? undefined),
});
type Question = z.infer<typeof Question>;

export interface CronLines {
  readonly input: Readable;
  readonly output: Writable;
  /** Counted from where a line does not say. */
  readonly nowMs: number;
  readonly starts: 'agent' | 'message';
}

/** Answers schedules with their next times; tells how many lines could not be read. */
export function cronLines({ input, output, nowMs, starts }: CronLines): Promise<number> {
  return answerJsonLines({ input, output, question: Question, answerTo, unread });

  function answerTo({ id, schedule, timezone, from }: Question): unknown {
    try {
      const { runs } = nextTimes({ schedule, timezone, from }, { nowMs, starts });
      return { id, next: runs.map((ms) => new Date(ms).toISOString()) };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { id, error: error.message };
    }
  }
}

function unread(id: LineId, error: string): unknown {
  return { id, error };
}
