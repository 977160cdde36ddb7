import { basename } from 'node:path';
import * as z from 'zod';
import type { RoundSpending } from '../../../contracts/session-stores.ts';
import type { Store } from '../../../contracts/store.ts';
import { TaskData, TaskDetails, type WebDataSource, type WebRequest } from '../../../contracts/web-page.ts';
import { isoTime } from '../../../core/clock.ts';
import { shorten } from '../../../core/text.ts';
import { type ReadableTasks, readableTask } from '../../../gateway/people/readable-task.ts';
import type { TaskRow, TaskRows } from '../../../store/task-rows.ts';
import { MAX_SHOWN, type RoundShown, type TaskRounds } from './task-rounds.ts';
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
function queryOf<Query extends z.ZodObject>(
  query: Query,
  { query: given }: Pick<WebRequest, 'query'>,
): z.infer<Query> {
  const named = Object.keys(query.shape).flatMap((name) => (given(name) === '' ? [] : [[name, given(name)]]));
  return query.parse(Object.fromEntries(named));
}

function listedTask(
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
    started_at: isoTime(origin.createdAtMs),
  };
}

const TaskQuery = z.object({
  id: z.string().min(1).max(40).describe('Of a task in `tasks`.'),
  before: z.coerce.number().int().min(1).optional().describe('Rounds before this one.'),
});

export interface TaskDataParts extends ReadableTasks {
  readonly store: Pick<Store, 'history' | 'spending'> & ReadableTasks['store'];
  readonly taskRounds: Pick<TaskRounds, 'rounds' | 'reports'>;
}

/** One task as data: what its page shows. */
export function taskData(parts: TaskDataParts): WebDataSource {
  const { store, taskRounds } = parts;
  return {
    query: TaskQuery,
    output: TaskDetails,
    read(request): TaskDetails | undefined {
      const { id, before } = queryOf(TaskQuery, request);
      const session = readableTask(id, request, parts);
      if (session === undefined) return undefined;
      const { rounds, earlier } = taskRounds.rounds(session.id, before);
      const report = taskRounds.reports(session.id)[0];
      const steps = store.history.plan(session.id)?.steps ?? [];
      return {
        ...listedTask(session, request),
        plan: steps.map(({ title, status, note }) => ({
          title: request.clean(title),
          status,
          note: note === undefined ? null : request.clean(note),
        })),
        costs: store.spending.byRound(session.id).map((one) => costOf(one, session.usage.costKnown)),
        course: rounds.map((round) => roundOf(round, request)),
        earlier_rounds: earlier,
        report: report === undefined ? null : request.clean(report),
      };
    },
  };
}

function costOf({ round, microUsd, usage }: RoundSpending, isKnown: boolean): TaskDetails['costs'][number] {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage;
  return {
    round,
    cost_usd: isKnown ? microUsd / 1_000_000 : null,
    tokens_read: inputTokens + cacheReadTokens + cacheWriteTokens,
    tokens_written: outputTokens,
  };
}

function roundOf(
  { round, words, calls, more }: RoundShown,
  { clean }: Pick<WebRequest, 'clean'>,
): TaskDetails['course'][number] {
  return {
    round,
    said: clean(words),
    calls: calls.map((call) => ({
      id: call.id,
      tool: clean(call.tool),
      subject: call.subject === undefined ? null : clean(call.subject),
      state: call.state,
      ok: call.isOk ?? null,
      decision: call.decision ?? call.asked ?? null,
      duration_ms: call.durationMs ?? null,
      input: shorten(clean(call.input), MAX_SHOWN),
      output: call.output === undefined ? null : shorten(clean(call.output), MAX_SHOWN),
    })),
    calls_left_out: more,
  };
}
