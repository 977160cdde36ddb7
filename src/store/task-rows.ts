import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import {
  AT_REST,
  type SessionMode,
  type SessionOrigin,
  type SessionRecord,
  type SessionState,
  type SessionStatus,
  type SessionUsage,
} from '../contracts/session.ts';
import type { Database } from './database.ts';
import { SessionColumns } from './session-row.ts';

/** A task or a talk as a list shows it, with its place in the order of all. */
export interface TaskRow extends Pick<SessionRecord, 'id' | 'owner' | 'mode' | 'task' | 'project'> {
  readonly seq: number;
  readonly origin: Pick<SessionOrigin, 'createdAtMs'>;
  readonly state: Pick<SessionState, 'status' | 'reason' | 'updatedAtMs'>;
  readonly usage: Pick<SessionUsage, 'round' | 'costMicroUsd' | 'costKnown'>;
}

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

export interface TaskRowPage {
  /** Newest first. */
  readonly tasks: readonly TaskRow[];
  /** `before` of the next page; undefined: there is none. */
  readonly next: number | undefined;
}

export interface TaskRows {
  /**
   * One look goes through `MAX_LOOKED_AT` tasks at most, which may be less than a page of what is looked for, and lets
   * other work go on meanwhile.
   */
  find(filter: TaskFilter, page: TaskPage): Promise<TaskRowPage>;
  /** How many of this person there are, and one more than `MAX_COUNTED` when there are more: nobody reads so far. */
  count(filter: Pick<TaskFilter, 'owner' | 'mode' | 'isOpen'>): number;
  /**
   * Canonical paths of projects that this person has tasks in; undefined: that anybody has. Of the newest tasks alone.
   */
  projects(owner: string | undefined): readonly string[];
  /** The same. */
  owners(): readonly string[];
}

export const MAX_COUNTED = 1000;
/** A database may hold a million; who looks further back asks for the next page. */
export const MAX_LOOKED_AT = 50_000;
/** How many are looked at in one piece: with their words that takes some milliseconds. */
const SLICE = 1000;
/** Projects and people are offered for a choice from so many of the newest tasks. */
const NEWEST = 5000;

const REST = AT_REST.map((status) => `'${status}'`).join(', ');
/** As the index `sessions_by_folder` says it: the few that are open are found without a look at all others. */
const OPEN = "s.status IN ('queued', 'running', 'waiting', 'paused')";
/** Left to itself, SQLite goes through all tasks in their order to find these few. */
const BY_OPEN = 'INDEXED BY sessions_by_folder';

const COLUMNS = `s.seq, s.id, s.owner, s.mode, t.task, s.project, s.status, s.reason, s.round,
  s.cost_micro_usd AS costMicroUsd, s.cost_known AS costKnown, s.created_at_ms AS createdAtMs,
  s.updated_at_ms AS updatedAtMs`;

/** A word is looked for in small letters and in capitals, because SQLite knows those of ASCII only. */
const MATCHES = `(@mode IS NULL OR s.mode = @mode) AND (@status IS NULL OR s.status = @status)
  AND (@isOpen IS NULL OR (s.status NOT IN (${REST})) = @isOpen)
  AND (@folder IS NULL OR substr(s.project, -length(@folder)) = @folder)
  AND NOT EXISTS (SELECT 1 FROM json_each(@words) w WHERE instr(lower(t.task), lower(w.value ->> 0)) = 0
    AND instr(lower(t.task), lower(w.value ->> 1)) = 0)`;

const Row: z.ZodType<TaskRow> = SessionColumns.safeExtend({ seq: z.int() })
  .pick({
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
  })
  .transform(({ createdAtMs, status, reason, updatedAtMs, round, costMicroUsd, costKnown, ...own }) => ({
    ...own,
    origin: { createdAtMs },
    state: { status, reason, updatedAtMs },
    usage: { round, costMicroUsd, costKnown },
  }));

/** Tasks of all chats, as long as their texts exist. */
export function createTaskRows(database: Database): TaskRows {
  const { ofAll, ofOwner, open, counted } = statementsOf(database);
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
    async find(filter, { before = Number.MAX_SAFE_INTEGER, limit }) {
      const values = valuesOf(filter);
      if (isAmongOpen(filter)) return pageOf(open.all({ ...values, before, limit }), limit);
      return await lookBack(filter.owner === undefined ? ofAll : ofOwner, values, { before, limit });
    },
    count(filter) {
      const { all, owned, openOnes } = counted;
      const statement = filter.isOpen === true ? openOnes : filter.owner === undefined ? all : owned;
      return statement.get(valuesOf(filter))?.count ?? 0;
    },
    projects: (owner) => projects.all({ owner }).map(({ project }) => project),
    owners: () => owners.all({}).map(({ owner }) => owner),
  };
}

/** Slice by slice, until the page is full, or enough was looked at. */
async function lookBack(
  { found, end }: ReturnType<typeof statementsOf>['ofAll'],
  values: ReturnType<typeof valuesOf>,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<TaskRowPage> {
  const tasks: TaskRow[] = [];
  let place = before;
  for (let looked = 0; looked < MAX_LOOKED_AT; looked += SLICE) {
    const slice = { ...values, before: place };
    tasks.push(...found.all({ ...slice, limit: limit - tasks.length }));
    if (tasks.length === limit) return pageOf(tasks, limit);
    const last = end.get(slice);
    if (last === undefined || last.count < SLICE) return { tasks, next: undefined };
    place = last.seq;
    await nextTurn();
  }
  return { tasks, next: place };
}

const OPEN_STATES: readonly (SessionStatus | undefined)[] = ['queued', 'running', 'waiting', 'paused'];

function isAmongOpen({ isOpen, status }: TaskFilter): boolean {
  return isOpen === true || OPEN_STATES.includes(status);
}

function pageOf(tasks: readonly TaskRow[], limit: number): TaskRowPage {
  return { tasks, next: tasks.length < limit ? undefined : tasks.at(-1)?.seq };
}

function statementsOf(database: Database) {
  const slicesOf = (whose: string) => {
    const slice = (columns: string): string =>
      `(SELECT ${columns} FROM sessions WHERE forgotten = 0 ${whose} AND seq < @before ORDER BY seq DESC LIMIT ${SLICE})`;
    return {
      found: database.read(
        `SELECT ${COLUMNS} FROM ${slice('*')} s JOIN session_texts t ON t.session = s.id
         WHERE ${MATCHES} ORDER BY s.seq DESC LIMIT @limit`,
        Row,
      ),
      end: database.read(
        `SELECT min(seq) AS seq, count(*) AS count FROM ${slice('seq')} HAVING count(*) > 0`,
        z.object({ seq: z.int(), count: z.int() }),
      ),
    };
  };
  const counting = (more: string, by = '') =>
    database.read(
      `SELECT count(*) AS count FROM (SELECT 1 FROM sessions s ${by} JOIN session_texts t ON t.session = s.id
         WHERE s.forgotten = 0 AND (@mode IS NULL OR s.mode = @mode) AND ${more} LIMIT ${MAX_COUNTED + 1})`,
      z.object({ count: z.int() }),
    );
  const theirs = '(@owner IS NULL OR s.owner = @owner)';
  const anyState = `(@isOpen IS NULL OR (s.status NOT IN (${REST})) = @isOpen)`;
  return {
    ofAll: slicesOf(''),
    ofOwner: slicesOf('AND owner = @owner'),
    open: database.read(
      `SELECT ${COLUMNS} FROM sessions s ${BY_OPEN} JOIN session_texts t ON t.session = s.id
       WHERE s.forgotten = 0 AND ${OPEN} AND ${theirs} AND ${MATCHES} AND s.seq < @before
       ORDER BY s.seq DESC LIMIT @limit`,
      Row,
    ),
    counted: {
      all: counting(anyState),
      owned: counting(`s.owner = @owner AND ${anyState}`),
      openOnes: counting(`${OPEN} AND ${theirs}`, BY_OPEN),
    },
  };
}

function valuesOf({ owner, mode, status, isOpen, project, words = [] }: TaskFilter) {
  const folder = project === undefined ? undefined : `/${project}`;
  const either = words.map((word) => [word.toLowerCase(), word.toUpperCase()]);
  return { owner, mode, status, isOpen, folder, words: JSON.stringify(either) };
}
