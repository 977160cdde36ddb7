import * as z from 'zod';
import type { LandingPlan, MadeWorktree, WorktreeStart, WorktreeStore } from '../contracts/worktrees.ts';
import { id, optionalText, ownJson } from './columns.ts';
import type { Database } from './database.ts';

const Row = z.object({
  session: id<'session'>(),
  kind: z.enum(['dry-run', 'branch']),
  project: z.string(),
  folder: z.string(),
  branch: optionalText,
  state: z.enum(['wanted', 'ready', 'gone']),
  made: ownJson<MadeWorktree>()
    .nullable()
    .transform((value) => value ?? undefined),
  choice: z
    .enum(['apply', 'merge', 'pull-request', 'keep', 'discard'])
    .nullable()
    .transform((value) => value ?? undefined),
  landing: z
    .enum(['wanted', 'acting', 'done', 'refused'])
    .nullable()
    .transform((value) => value ?? undefined),
  plan: ownJson<LandingPlan>()
    .nullable()
    .transform((value) => value ?? undefined),
  chosenBy: optionalText,
  start: ownJson<WorktreeStart>()
    .nullable()
    .transform((value) => value ?? undefined),
  createdAtMs: z.int(),
});

const SELECT = `SELECT w.session, w.kind, w.project, w.folder, w.branch, w.state, w.made, w.choice, w.landing, w.plan,
  w.chosen_by AS chosenBy, w.start, w.created_at_ms AS createdAtMs
  FROM worktrees w`;

export function createWorktreeStore(database: Database): WorktreeStore {
  const add = database.write(`
    INSERT INTO worktrees (session, kind, project, folder, branch, state, start, created_at_ms)
    VALUES (@session, @kind, @project, @folder, @branch, 'wanted', @start, @createdAtMs)`);
  const one = database.read(`${SELECT} WHERE w.session = @session`, Row);
  const of = database.read(`${SELECT} WHERE w.session = @session AND w.folder = @folder`, Row);
  const at = database.read(`${SELECT} WHERE w.folder = @folder`, Row);
  const setMade = database.write(
    `UPDATE worktrees SET made = @made, state = 'ready', choice = NULL, landing = NULL, plan = NULL, chosen_by = NULL
     WHERE session = @session`,
  );
  const setState = database.write('UPDATE worktrees SET state = @state WHERE session = @session');
  const choose = database.write(`
    UPDATE worktrees SET choice = @choice, chosen_by = @by, landing = 'wanted', plan = NULL
    WHERE session = @session AND (landing IS NULL OR landing = 'refused')`);
  const setPlan = database.write(
    "UPDATE worktrees SET plan = @plan, landing = 'acting' WHERE session = @session",
  );
  const finish = database.write('UPDATE worktrees SET landing = @landing WHERE session = @session');
  const open = database.read(
    `${SELECT} JOIN sessions s ON s.id = w.session
     WHERE s.conversation = @conversation AND s.status IN ('parked', 'done', 'failed', 'cancelled')
       AND s.workspace = w.folder AND w.state = 'ready' AND coalesce(w.landing, 'refused') = 'refused'
     ORDER BY s.updated_at_ms`,
    Row,
  );
  const busy = database.read(
    `SELECT w.session FROM worktrees w WHERE w.landing IN ('wanted', 'acting')
       AND (w.session = @session OR (w.choice IN ('apply', 'merge') AND w.project = @workspace)) LIMIT 1`,
    Row.pick({ session: true }),
  );
  const landing = database.read(
    `SELECT w.session FROM worktrees w WHERE w.landing IN ('wanted', 'acting')
       AND w.choice IN ('apply', 'merge') AND w.project = @workspace LIMIT 1`,
    Row.pick({ session: true }),
  );
  const unfinished = database.read(
    `${SELECT} JOIN sessions s ON s.id = w.session
     WHERE w.landing IN ('wanted', 'acting') AND s.instance = @instance ORDER BY w.created_at_ms`,
    Row,
  );
  const olderThan = database.read(
    `${SELECT} JOIN sessions s ON s.id = w.session
     WHERE w.state <> 'gone' AND s.status IN ('parked', 'done', 'failed', 'cancelled')
       AND s.updated_at_ms < @beforeMs AND coalesce(w.landing, 'refused') IN ('done', 'refused')
     ORDER BY w.created_at_ms`,
    Row,
  );

  return {
    add: ({ start, ...record }) => void add.run({ ...record, start: start && JSON.stringify(start) }),
    get: (session) => one.get({ session }),
    findActive: ({ id: session, workspace: folder }) => of.get({ session, folder }),
    findByFolder: (folder) => at.get({ folder }),
    setMade: (session, made) => setMade.runOnRow({ session, made: JSON.stringify(made) }),
    setState: (session, state) => setState.runOnRow({ session, state }),
    choose: (session, choice, by) => choose.run({ session, choice, by }).changes > 0,
    setPlan: (session, plan) => setPlan.runOnRow({ session, plan: JSON.stringify(plan) }),
    finish: (session, landing) => finish.runOnRow({ session, landing }),
    listUndecided: (conversation) => open.all({ conversation }),
    isBusy: (session, workspace) => busy.get({ session, workspace }) !== undefined,
    isLandingIn: (workspace) => landing.get({ workspace }) !== undefined,
    listUnfinished: (instance) => unfinished.all({ instance }),
    listOlderThan: (beforeMs) => olderThan.all({ beforeMs }),
  };
}
