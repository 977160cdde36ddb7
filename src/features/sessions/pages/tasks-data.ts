import { basename } from 'node:path';
import * as z from 'zod';
import { momentOf, TaskData, type WebDataSource } from '../../../contracts/web-data.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import type { ListedTask, TaskList } from './task-list.ts';

const MAX_LIMIT = 200;

const Query = z.object({
  q: z.string().max(200).default('').describe('Part of the words of the task.'),
  state: TaskData.shape.status.optional(),
  before: z.coerce.number().int().min(1).optional().describe('`next` of an earlier answer.'),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(50),
});

const Output = z.object({
  tasks: z.array(TaskData).describe('Newest first.'),
  next: z.int().nullable().describe('Where the next page begins; null: there is none.'),
});

/** The list of tasks as data. */
export function tasksData(list: TaskList): WebDataSource {
  return {
    query: Query,
    output: Output,
    read(request): z.infer<typeof Output> {
      const names = Object.keys(Query.shape);
      const { q, state, before, limit } = Query.parse(
        Object.fromEntries(
          names.flatMap((name) => (request.query(name) === '' ? [] : [[name, request.query(name)]])),
        ),
      );
      const owner = request.visitor.role === 'owner' ? undefined : request.visitor.sender;
      const found = list.find({ owner, status: state, words: q, before, limit });
      return {
        tasks: found.map((task) => dataOf(task, request)),
        next: found.length < limit ? null : (found.at(-1)?.seq ?? null),
      };
    },
  };
}

function dataOf(task: ListedTask, { clean }: Pick<WebRequest, 'clean'>): TaskData {
  return {
    id: task.id,
    task: clean(task.task),
    kind: task.mode === 'agent' ? 'task' : 'talk',
    status: task.status,
    project: clean(basename(task.project)),
    person: task.owner,
    rounds: task.round,
    cost_usd: task.costKnown ? task.costMicroUsd / 1_000_000 : null,
    started_at: momentOf(task.createdAtMs),
  };
}
