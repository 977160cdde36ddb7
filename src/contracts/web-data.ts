import * as z from 'zod';
import { StepStatus } from './task-plan.ts';
import type { WebRequest } from './web-page.ts';

/**
 * Data of the read API, `/api/v1/<name>`: what a page shows, for programs. Names and fields stay; new ones may come.
 */
export interface WebResource {
  readonly name: string;
  /** A sentence for the description of the API. */
  readonly summary: string;
  /** Loads its code, when it is asked for. */
  load(): Promise<WebDataSource>;
}

export interface WebDataSource {
  /** The parameters behind the question mark. */
  readonly query: z.ZodObject;
  readonly output: z.ZodType;
  /** Undefined when there is no such thing, or this person may not see it. */
  read(request: WebRequest): unknown;
}

/** A moment as ISO 8601 in UTC. */
const Moment = z.iso.datetime();

export function momentOf(ms: number): string {
  return new Date(ms).toISOString();
}

export const TaskData = z.object({
  id: z.string(),
  task: z.string(),
  kind: z.enum(['task', 'talk']),
  status: z.enum(['queued', 'running', 'waiting', 'paused', 'parked', 'done', 'failed', 'cancelled']),
  project: z.string().describe('Name of its folder.'),
  person: z.string().describe('Digits of a phone number, or local.'),
  rounds: z.int(),
  cost_usd: z.number().nullable().describe('Null: the price of the model is not known.'),
  started_at: Moment,
});
export type TaskData = z.infer<typeof TaskData>;

/** One task with what it did. Texts that are long are cut. */
export const TaskDetails = TaskData.extend({
  plan: z
    .array(z.object({ title: z.string(), status: StepStatus, note: z.string().nullable() }))
    .describe('Empty without a plan.'),
  costs: z
    .array(
      z.object({
        round: z.int(),
        cost_usd: z.number().nullable(),
        tokens_read: z.int(),
        tokens_written: z.int(),
      }),
    )
    .describe('What each round cost, its sub-agents included.'),
  course: z
    .array(
      z.object({
        round: z.int(),
        said: z.string().describe('What the model said before its calls.'),
        calls: z.array(
          z.object({
            id: z.string(),
            tool: z.string(),
            subject: z.string().nullable().describe('The command, the file.'),
            state: z.enum(['open', 'waiting', 'started', 'done']),
            ok: z.boolean().nullable().describe('Null until it has ended.'),
            decision: z.string().nullable().describe('What was decided; null: nothing had to be.'),
            duration_ms: z.number().nullable(),
            input: z.string(),
            output: z.string().nullable(),
          }),
        ),
        calls_left_out: z.int(),
      }),
    )
    .describe('The last rounds, or those before `before`; oldest first.'),
  earlier_rounds: z.int().describe('How many there were before these: ask with `before`.'),
  report: z.string().nullable().describe('What the chat was told last.'),
});
export type TaskDetails = z.infer<typeof TaskDetails>;

export const QuestionData = z.object({
  id: z.string(),
  task_id: z.string(),
  person: z.string().describe('Who is asked.'),
  tool: z.string(),
  details: z.string().describe('The command, the change, or the question in words.'),
  asked_at: Moment,
});
export type QuestionData = z.infer<typeof QuestionData>;
