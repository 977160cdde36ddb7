import * as z from 'zod';
import { AT_REST, type SessionMode, type SessionRecord, type SessionStatus } from '../contracts/session.ts';
import type { Database } from './database.ts';
import { SessionRow } from './sessions.ts';

/** A task or a talk as a list shows it, with its place in the order of all. */
export type TaskRow = Pick<
  SessionRecord,
  | 'id'
  | 'owner'
  | 'mode'
  | 'task'
  | 'project'
  | 'status'
  | 'reason'
  | 'round'
  | 'costMicroUsd'
  | 'costKnown'
  | 'createdAtMs'
  | 'updatedAtMs'
> & { readonly seq: number };

/** What is missing does not matter. */
export interface TaskFilter {
  readonly owner?: string | undefined;
  readonly mode?: SessionMode | undefined;
  readonly status?: SessionStatus | undefined;
  /** True: those that have not come to rest; false: all others. */
  readonly isOpen?: boolean | undefined;
  /** Name of the project's folder. */
  readonly project?: string | undefined;
  /** Each of them stands in the task, in any order; large and small letters are the same. */
  readonly words?: readonly string[] | undefined;
}

export interface TaskPage {
  /** Only what stands behind this place in the list; undefined: from the newest on. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface TaskRows {
  /** Newest first. */
  find(filter: TaskFilter, page: TaskPage): readonly TaskRow[];
  /** How many there are in all pages, and one more than `MOST_COUNTED` when there are more: nobody reads so far. */
  count(filter: TaskFilter): number;
  /** Canonical paths of projects that this person has tasks in; undefined: that anybody has. Of the newest tasks alone. */
  projects(owner: string | undefined): readonly string[];
  /** The same. */
  owners(): readonly string[];
}

export const MOST_COUNTED = 1000;
/** Of so many tasks the projects and people are offered: a database may hold a million. */
const NEWEST = 5000;

const REST = AT_REST.map((status) => `'${status}'`).join(', ');
/** As the index `sessions_by_folder` says it: the few that are open are found without a look at all others. */
const OPEN = "s.status IN ('queued', 'running', 'waiting', 'paused')";

const matches = (more: string): string => `FROM sessions s JOIN session_texts t ON t.session = s.id
  WHERE s.forgotten = 0 AND (@owner IS NULL OR s.owner = @owner) AND (@mode IS NULL OR s.mode = @mode)
    AND (@status IS NULL OR s.status = @status) AND ${more}
    AND (@folder IS NULL OR substr(s.project, -length(@folder)) = @folder)
    AND NOT EXISTS (SELECT 1 FROM json_each(@words) w WHERE instr(lower(t.task), lower(w.value)) = 0)`;

const Row: z.ZodType<TaskRow> = SessionRow.safeExtend({ seq: z.int() }).pick({
  seq: true,
  id: true,
  owner: true,
  mode: true,
  task: true,
  project: true,
  status: true,
  reason: true,
  round: true,
  costMicroUsd: true,
  costKnown: true,
  createdAtMs: true,
  updatedAtMs: true,
});

/** Of all chats, as long as their texts exist. */
export function createTaskRows(database: Database): TaskRows {
  const finding = (more: string) =>
    database.read(
      `SELECT s.seq, s.id, s.owner, s.mode, t.task, s.project, s.status, s.reason, s.round,
       s.cost_micro_usd AS costMicroUsd, s.cost_known AS costKnown, s.created_at_ms AS createdAtMs,
       s.updated_at_ms AS updatedAtMs
     ${matches(more)} AND (@before IS NULL OR s.seq < @before) ORDER BY s.seq DESC LIMIT @limit`,
      Row,
    );
  const counting = (more: string) =>
    database.read(
      `SELECT count(*) AS count FROM (SELECT 1 ${matches(more)} LIMIT ${MOST_COUNTED + 1})`,
      z.object({ count: z.int() }),
    );
  const open = { found: finding(`@isOpen = 1 AND ${OPEN}`), counted: counting(`@isOpen = 1 AND ${OPEN}`) };
  const anyState = `(@isOpen IS NULL OR (s.status NOT IN (${REST})) = @isOpen)`;
  const all = { found: finding(anyState), counted: counting(anyState) };
  const queriesFor = ({ isOpen }: TaskFilter) => (isOpen === true ? open : all);
  const newest = `(SELECT project, owner FROM sessions WHERE forgotten = 0 ORDER BY seq DESC LIMIT ${NEWEST})`;
  const projects = database.read(
    `SELECT DISTINCT project FROM ${newest} WHERE @owner IS NULL OR owner = @owner`,
    z.object({ project: z.string() }),
  );
  const owners = database.read(
    `SELECT DISTINCT owner FROM ${newest} ORDER BY owner`,
    z.object({ owner: z.string() }),
  );
  return {
    find: (filter, { before, limit }) => queriesFor(filter).found.all({ ...valuesOf(filter), before, limit }),
    count: (filter) => queriesFor(filter).counted.get(valuesOf(filter))?.count ?? 0,
    projects: (owner) => projects.all({ owner }).map(({ project }) => project),
    owners: () => owners.all({}).map(({ owner }) => owner),
  };
}

function valuesOf({ owner, mode, status, isOpen, project, words = [] }: TaskFilter) {
  const folder = project === undefined ? undefined : `/${project}`;
  return { owner, mode, status, isOpen, folder, words: JSON.stringify(words) };
}
