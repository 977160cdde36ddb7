import { basename } from 'node:path';
import * as z from 'zod';
import { momentOf, TaskData, type WebDataSource, type WebRequest } from '../../../contracts/web-page.ts';
import type { TaskRow, TaskRows } from '../../../store/task-rows.ts';
import { MAX_WORDS, searchWords } from './tasks.tsx';

const MAX_LIMIT = 200;

const Query = z.object({
  q: z.string().max(MAX_WORDS).default('').describe('Words of the task, in any order.'),
  state: TaskData.shape.status.optional(),
  project: z.string().max(255).optional().describe('Name of its folder.'),
  person: z.string().max(255).optional().describe('For an owner: whose tasks.'),
  before: z.coerce.number().int().min(1).optional().describe('`next` of an earlier answer.'),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(50),
});

const Output = z.object({
  tasks: z.array(TaskData).describe('Newest first.'),
  next: z.int().nullable().describe('Where the next page begins; null: there is none.'),
});

/** The list of tasks as data. */
export function tasksData(rows: TaskRows): WebDataSource {
  return {
    query: Query,
    output: Output,
    async read(request): Promise<z.infer<typeof Output>> {
      const { visitor } = request;
      const { q, state, project, person, before, limit } = queryOf(Query, request);
      const owner = visitor.role === 'owner' ? person : visitor.sender;
      const { tasks, next } = await rows.find(
        { owner, status: state, project, words: searchWords(q) },
        { before, limit },
      );
      return {
        tasks: tasks.map((task) => listedTask(task, request)),
        next: next ?? null,
      };
    },
  };
}

/** The parameters behind the question mark, which were checked before. */
export function queryOf<Query extends z.ZodObject>(
  query: Query,
  { query: given }: Pick<WebRequest, 'query'>,
): z.infer<Query> {
  const named = Object.keys(query.shape).flatMap((name) => (given(name) === '' ? [] : [[name, given(name)]]));
  return query.parse(Object.fromEntries(named));
}

export function listedTask(
  { id, mode, task, project, owner, origin, state, usage }: Omit<TaskRow, 'seq'>,
  { clean }: Pick<WebRequest, 'clean'>,
): TaskData {
  return {
    id,
    task: clean(task),
    kind: mode === 'agent' ? 'task' : 'talk',
    status: state.status,
    project: clean(basename(project)),
    person: owner,
    rounds: usage.round,
    cost_usd: usage.costKnown ? usage.costMicroUsd / 1_000_000 : null,
    started_at: momentOf(origin.createdAtMs),
  };
}
