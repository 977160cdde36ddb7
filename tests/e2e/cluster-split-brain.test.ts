/**
 * One of the long runs: it waits until a lease has run out.
 * @module-tag full
 * @module-tag postgres
 */
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { conversationId } from '../../src/core/ids.ts';
import { EFFECTS_FILE, makeCountingProject } from '../crash/counting-project.ts';
import { type OpenedCluster, useClusters } from '../support/cluster-scene.ts';
import { effectsIn } from '../support/kill-run/judge.ts';
import { leaseRunsOut } from '../support/kill-run/killer.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import { repliesSoFar, taskOf } from '../support/messages-server/request.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import type { Program } from '../support/program.ts';
import { makeProjectWithRemote, remoteBeside } from '../support/project-with-remote.ts';
import { git } from '../support/sample-project.ts';
import { addStoredCrons, hastenStoredCrons } from '../support/stored-crons.ts';
import { storedRows, storedSessions } from '../support/stored-rows.ts';

const WITHIN = { timeout: 90_000 };
const LIMIT = { timeout: 240_000 };

const open = useClusters();

/** The first cell makes the remote, the other one clones it. */
function makeCloned(folder: string): void {
  const remote = remoteBeside(folder);
  if (existsSync(remote)) execFileSync('git', ['clone', '-q', remote, folder]);
  else makeProjectWithRemote(folder);
}

const note = (name: string) =>
  calls(['write_source_file', { path: `docs/${name}.md`, content: `${name}\n` }]);

/** A task that pushes twice: the second push is held back until the test lets it go. */
const STEPS = [
  calls(['git_create_branch', { name: 'notes' }]),
  note('first'),
  calls(['git_commit', { message: 'docs: a first note' }]),
  calls(['git_push', {}]),
  note('second'),
  calls(['git_commit', { message: 'docs: a second note' }]),
];

interface HeldModel {
  isAsked: boolean;
  answer(reply: Reply): void;
}

interface Begun extends OpenedCluster {
  readonly database: string;
  readonly left: Program;
  readonly model: HeldModel;
  readonly remote: string;
}

/** The cell `left` works on Ana's task, with a question about its first push on her phone. */
async function pushesOnLeft(): Promise<Begun> {
  const database = await freshDatabase();
  const model: HeldModel = { isAsked: false, answer: () => undefined };
  const opened = await open(database, {
    project: makeCloned,
    script(request) {
      if (taskOf(request).includes('fresh news')) return says('Here is fresh news.');
      const step = STEPS[repliesSoFar(request)];
      if (step !== undefined) return step;
      model.isAsked = true;
      return new Promise((resolve) => {
        model.answer = resolve;
      });
    },
  });
  const left = opened.machines.startCell('left');
  await opened.machines.startFront();
  await opened.ana.says('/agent write notes and push them');
  const remote = remoteBeside(opened.machines.projectOf('left'));
  return { ...opened, database, left, model, remote };
}

/** Votes for the answer that reads so. */
async function votes({ ana }: OpenedCluster, choice: RegExp): Promise<void> {
  const poll = await ana.poll(60_000);
  const option = poll.options.find((one) => choice.test(one));
  if (option === undefined) throw new Error(`no ${choice} among ${poll.options.join(' · ')}`);
  await ana.votes(poll.id, option);
}

async function movesToRight({ machines, database }: Pick<Begun, 'machines' | 'database'>): Promise<void> {
  machines.startCell('right');
  await expect.poll(() => machines.run('cluster', 'status'), WITHIN).toMatch(/right +running/);
  const rows = await runSql(database, 'SELECT conversation FROM wasap.placements');
  const [row] = z.array(z.object({ conversation: z.string() })).parse(rows);
  const moved = await machines.run('cluster', 'move', row?.conversation ?? '', '--to', 'right');
  expect(moved).toContain('now lives on right');
}

async function hasLeft({ machines }: Pick<Begun, 'machines'>): Promise<void> {
  await expect.poll(() => machines.logOf('left'), WITHIN).toContain('channel.relay.moved_away');
}

/** Empty for a branch that is not there. */
function subjectsIn(remote: string, branch: string): readonly string[] {
  const isThere = git(remote, 'branch', '--list', branch) !== '';
  return isThere ? git(remote, 'log', '--format=%s', `main..${branch}`).split('\n') : [];
}

/** It may arrive this late, and it says which work that "wasn't committed and pushed" stayed behind. */
const isNoticeOfMove = (text: string): boolean => text.includes('📦 This chat moved');

const received = ({ ana }: OpenedCluster): number => ana.person.received.length;

test(
  'a cell that stood still until its lease was lost pushes nothing and says nothing, though the push was allowed',
  LIMIT,
  async () => {
    const begun = await pushesOnLeft();
    const { ana, machines, left, model, remote } = begun;
    await votes(begun, /Yes/);
    await expect.poll(() => model.isAsked, WITHIN).toBe(true);
    const pushedBefore = subjectsIn(remote, 'notes');
    left.process.kill('SIGSTOP');
    await movesToRight(begun);
    await ana.says('/agent tell me fresh news');
    await ana.reads(/Here is fresh news\./, 60_000);
    await expect.poll(() => machines.run('cluster', 'status'), WITHIN).not.toMatch(/left +running/);
    const seenBefore = received(begun);
    // The reply lies in the socket when the cell goes on: the push is the first thing that it would do.
    model.answer(calls(['git_push', {}]));
    left.process.kill('SIGCONT');
    await hasLeft(begun);
    await ana.says('/agent tell me more fresh news');
    await ana.reads(/Here is fresh news\./, 60_000);
    const since = ana.person.received.slice(seenBefore).map(({ content }) => JSON.stringify(content));
    expect({
      pushedBefore,
      pushed: subjectsIn(remote, 'notes'),
      ofTheOldTask: since.filter((text) => !isNoticeOfMove(text) && /notes|push/.test(text)),
    }).toEqual({ pushedBefore: ['docs: a first note'], pushed: ['docs: a first note'], ofTheOldTask: [] });
  },
);

test(
  'a yes to a push that is given while the cell stands still and the chat moves pushes nothing',
  LIMIT,
  async () => {
    const begun = await pushesOnLeft();
    const { ana, left, remote } = begun;
    const poll = await ana.poll(60_000);
    left.process.kill('SIGSTOP');
    await ana.votes(poll.id, poll.options[0] ?? '');
    await movesToRight(begun);
    const seenBefore = received(begun);
    left.process.kill('SIGCONT');
    await hasLeft(begun);
    await ana.says('/agent tell me fresh news');
    await ana.reads(/Here is fresh news\./, 60_000);
    const since = ana.person.received.slice(seenBefore).map(({ content }) => JSON.stringify(content));
    expect({
      pushed: subjectsIn(remote, 'notes'),
      claims: since.filter((text) => !isNoticeOfMove(text) && /[Pp]ushed|✅ Allowed/.test(text)),
    }).toEqual({ pushed: [], claims: [] });
  },
);

/** The first cell copies the schedules of a chat when it has a reason to look at that. */
async function areSchedulesCopied(database: string): Promise<boolean> {
  const rows = await runSql(database, "SELECT FROM wasap.chats WHERE facts->'schedules'->'crons' @> '[{}]'");
  return rows.length > 0;
}

test(
  'a task that comes due while its cell stands still begins once, in the cell to which its chat has moved',
  LIMIT,
  async () => {
    const database = await freshDatabase();
    const { machines, ana } = await open(database, {
      project: makeCountingProject,
      script: (request) =>
        repliesSoFar(request) === 0 ? calls(['run_command', { command: 'mocha nightly' }]) : says('Counted.'),
    });
    const left = machines.startCell('left');
    await machines.startFront();
    await ana.says('/help');
    await ana.reads(/\/agent/, 60_000);
    const Written = z.object({ chat: z.string(), sender: z.string() });
    const [written] = storedRows(machines.dataOf('left'), 'SELECT chat, sender FROM inbox', Written);
    if (written === undefined) throw new Error('the message is not in the inbox');
    const nightly = {
      name: 'kd',
      message: '/agent count it',
      conversation: conversationId('whatsapp', written.chat),
      sender: written.sender,
      workspace: realpathSync(machines.projectOf('left')),
    };
    addStoredCrons(machines.dataOf('left'), [{ ...nightly, inMs: 3_600_000 }]);
    await ana.says('/cron');
    await ana.reads(/kd/, 60_000);
    await expect.poll(() => areSchedulesCopied(database), WITHIN).toBe(true);
    left.process.kill('SIGSTOP');
    // Its time comes, on the disk of the cell that stands still and in the copy.
    const dueMs = Date.now();
    hastenStoredCrons(machines.dataOf('left'), dueMs);
    const due = JSON.stringify({ nextAtMs: dueMs, schedule: new Date(dueMs).toISOString() });
    await runSql(
      database,
      `UPDATE wasap.chats SET facts =
         jsonb_set(facts, '{schedules,crons,0}', facts->'schedules'->'crons'->0 || $1::jsonb)`,
      [due],
    );
    await leaseRunsOut(database, 'left');
    await movesToRight({ machines, database });
    const effects = (cell: string) =>
      effectsIn({ effectFiles: [path.join(path.dirname(machines.projectOf(cell)), EFFECTS_FILE)] });
    await ana.reads(/Counted\./, 60_000);
    left.process.kill('SIGCONT');
    await hasLeft({ machines });
    const Cron = z.object({ active: z.int(), nextAtMs: z.int().nullable() });
    const cronsOf = (cell: string) =>
      storedRows(machines.dataOf(cell), 'SELECT active, next_at_ms AS nextAtMs FROM user_cron_jobs', Cron);
    expect({
      effects: [effects('left'), effects('right')],
      tasks: [storedSessions(machines.dataOf('left')), storedSessions(machines.dataOf('right')).length],
      crons: [cronsOf('left'), cronsOf('right')],
      reports: ana.buzzes().filter(({ content }) => JSON.stringify(content).includes('Counted.')).length,
    }).toEqual({
      effects: [[], ['nightly']],
      tasks: [[], 1],
      crons: [[{ active: 0, nextAtMs: null }], [{ active: 0, nextAtMs: null }]],
      reports: 1,
    });
  },
);
