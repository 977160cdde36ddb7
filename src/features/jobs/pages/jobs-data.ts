import { basename } from 'node:path';
import * as z from 'zod';
import type { WebDataSource, WebRequest } from '../../../contracts/web-page.ts';
import { isoTime } from '../../../core/clock.ts';
import { jobName, jobState } from '../commands/job-text.ts';
import type { JobRecord } from '../job.ts';
import type { JobPagesParts } from './job-commands.ts';
import { jobStanding, type TaskStanding } from './job-standing.tsx';

const MAX_LIMIT = 100;

const Query = z.object({ limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(20) });

const Moment = z.iso.datetime();

const Task = z.object({
  id: z.string(),
  command: z.string(),
  effect: z.enum(['reads', 'writes', 'executes', 'network', 'asks']),
  after: z.array(z.string()).describe('Tasks that it waits for.'),
  state: z.enum(['pending', 'in_progress', 'done', 'failed', 'skipped']),
  note: z.string().nullable().describe('Why it failed or was skipped.'),
});

const ListedJob = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum([
    'planning',
    'planned',
    'refused',
    'cancelled',
    'started',
    'queued',
    'running',
    'waiting',
    'paused',
    'parked',
    'done',
    'failed',
  ]),
  project: z.string().describe('Name of its folder.'),
  person: z.string().describe('Digits of a phone number, or local.'),
  task_id: z.string().nullable().describe('The task that carries it out; null: it has not begun.'),
  tasks: z.array(Task).describe('In the order of the plan; empty: there is none.'),
  requested_at: Moment,
});
type ListedJob = z.infer<typeof ListedJob>;

const Output = z.object({ jobs: z.array(ListedJob).describe('Newest first.') });

/** Jobs with the state of each of their tasks, as data. */
export function jobsData({ rows, store }: Pick<JobPagesParts, 'rows' | 'store'>): WebDataSource {
  return {
    query: Query,
    output: Output,
    read(request): z.infer<typeof Output> {
      const { visitor } = request;
      const limit = request.query('limit');
      const owner = visitor.role === 'owner' ? undefined : visitor.sender;
      const found = rows.listOfPerson(owner, Query.parse(limit === '' ? {} : { limit }).limit);
      return { jobs: found.map((job) => listedJob(job, request, store)) };
    },
  };
}

function listedJob(job: JobRecord, { clean, texts }: WebRequest, store: JobPagesParts['store']): ListedJob {
  const tasks = jobStanding(job, { store, texts })?.tasks ?? [];
  return {
    id: job.id,
    name: clean(jobName(job)),
    state: jobState(job, store),
    project: clean(basename(job.workspace)),
    person: job.owner,
    task_id: job.session ?? null,
    tasks: tasks.map((task) => taskOf(task, clean)),
    requested_at: isoTime(job.createdAtMs),
  };
}

function taskOf(
  { task, status, note }: TaskStanding,
  clean: WebRequest['clean'],
): ListedJob['tasks'][number] {
  const { id, service, command, effect, dependsOn } = task;
  return {
    id,
    command: `${service}.${command}`,
    effect,
    after: [...dependsOn],
    state: status,
    note: note === undefined ? null : clean(note),
  };
}
