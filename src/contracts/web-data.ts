import * as z from 'zod';
import type { WebRequest } from './web-page.ts';

/** Data of the read API, `/api/v1/<name>`: what a page shows, for programs. Names and fields stay; new ones may come. */
export interface WebResource {
  readonly name: string;
  /** A sentence for the description of the API. */
  readonly summary: string;
  /** Loads its code, when it is asked for. */
  load(): Promise<WebDataSource>;
}

export interface WebDataSource {
  /** What may stand behind the question mark. */
  readonly query: z.ZodObject;
  readonly output: z.ZodType;
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

export const QuestionData = z.object({
  id: z.string(),
  task_id: z.string(),
  person: z.string().describe('Who is asked.'),
  tool: z.string(),
  details: z.string().describe('The command, the change, or the question in words.'),
  asked_at: Moment,
});
export type QuestionData = z.infer<typeof QuestionData>;
