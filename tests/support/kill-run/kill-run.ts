/** A whole cluster with people who write, while its parts are killed; and the judge. */
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import * as z from 'zod';
import { type CellName, queueInto } from '../../../src/cluster/names.ts';
import { EFFECTS_FILE, makeCountingProject } from '../../crash/counting-project.ts';
import type { ClusterScene, OpenedCluster } from '../cluster-scene.ts';
import { withoutBreakpoints } from '../messages-server/request.ts';
import type { AllowsChange } from '../messages-server/strict-prefix.ts';
import { type PostgresServer, runSql } from '../postgres.ts';
import type { Program } from '../program.ts';
import { PROJECT_SCRIPTS, type SceneOptions } from '../scene.ts';
import { seeded } from '../seeded.ts';
import { storedRows } from '../stored-rows.ts';
import { crowd, phoneOf } from '../whatsapp-load.ts';
import type { Person } from '../whatsapp-server/person.ts';
import { effectsIn, judge, repeatsOnTheWire, type Verdict } from './judge.ts';
import { type Kept, killAll, leaseRunsOut, targetsOf } from './killer.ts';
import { answersEverything, tokensIn } from './model.ts';
import { choosesProjects, everybodyWrites, projectOf, type Sent, type Writing } from './people.ts';
import { storyOf } from './story.ts';

export interface KillRun {
  readonly seed: number;
  readonly cells: readonly string[];
  readonly people: number;
  /** Of each person. */
  readonly messages: number;
  readonly kills: number;
  readonly everyMs: readonly [number, number];
  readonly answerWithinMs: number;
  /** This cell is killed for good when half of the kills are over, and its chats move. */
  readonly neverBack?: string;
}

export interface Outcome extends Verdict {
  readonly refusals: readonly string[];
}

export const NOTHING_WRONG: Outcome = {
  lost: [],
  doubled: [],
  outOfOrder: [],
  unanswered: [],
  ranTwice: [],
  untrue: [],
  saidTwice: [],
  mixedUp: [],
  dangling: [],
  untold: [],
  refusals: [],
};

const SETTLES_WITHIN = { timeout: 180_000, interval: 500 };

/** For `useClusters`: everybody may write, and nobody is held back. */
export function killRunOptions({ people, neverBack }: Pick<KillRun, 'people' | 'neverBack'>): SceneOptions {
  return {
    script: answersEverything,
    ...(neverBack !== undefined && { allowsChange: goesOnEarlier }),
    project: makeCountingProject,
    agentYaml: `${PROJECT_SCRIPTS}limits:\n  outage_minutes: 0\n  backlog: 1000\n`,
    env: {
      ALLOWED_PHONE_NUMBERS: Array.from({ length: people }, (_, n) => `+${phoneOf(n)}`).join(),
      AGENT_DAILY_COST_USD: 'none',
      AGENT_MAX_COST_USD: 'none',
      AGENT_MAP_TOKENS: '0',
    },
  };
}

/** Prints its figures, and the seed first. */
export async function runKills(
  { place, machines }: OpenedCluster,
  postgres: PostgresServer,
  run: KillRun,
): Promise<Outcome> {
  console.log(`seed ${run.seed}`);
  const projectsOf = (cell: string): string => path.join(place.folder, `projects-${cell}`);
  for (const cell of run.cells) makeProjects(projectsOf(cell), run.people);
  const startCell = (name: string): Program => machines.startCell(name, { PROJECTS_ROOT: projectsOf(name) });
  const kept: Kept = {
    cells: new Map(run.cells.map((cell) => [cell, startCell(cell)])),
    front: await machines.startFront(),
  };
  await expect.poll(() => livingCells(postgres.url), SETTLES_WITHIN).toBe(run.cells.length);
  const sent: Sent[] = [];
  const people = crowd(machines.world, run);
  const losesCell = run.neverBack !== undefined;
  const writing: Writing = { ...run, world: machines.world, people, losesCell };
  await choosesProjects(writing, sent);
  const chance = seeded(run.seed);
  const targets = targetsOf(run.cells, run.kills, chance);
  const half = Math.ceil(run.kills / 2);
  const killing = { machines, postgres, kept, startCell, chance, everyMs: run.everyMs };
  const beganAtMs = performance.now();
  const written = everybodyWrites(writing, sent);
  await killAll(targets.slice(0, half), killing);
  const moved =
    run.neverBack === undefined ? [] : await losesForGood(run.neverBack, machines, postgres, kept);
  await killAll(
    targets.slice(half).filter((target) => target !== run.neverBack),
    killing,
  );
  await written;
  const tookMs = performance.now() - beganAtMs;
  const living = [...kept.cells.keys()];
  const dataDirs = living.map(machines.dataOf);
  await expect.poll(() => unfinished(living, dataDirs, postgres.url), SETTLES_WITHIN).toBe(0);
  const evidence = {
    people,
    sent,
    dataDirs,
    lostDataDirs: run.neverBack === undefined ? [] : [machines.dataOf(run.neverBack)],
    // A chat that moved works in the usual project until its person chooses another one.
    effectFiles: run.cells
      .flatMap((cell) => [projectsOf(cell), path.dirname(machines.projectOf(cell))])
      .map((folder) => path.join(folder, EFFECTS_FILE)),
    moved: people.flatMap((person, n) => (moved.some((address) => isOf(address, person)) ? [n] : [])),
  };
  const outcome = { ...judge(evidence), refusals: [...place.server.refusals] };
  const places = { databaseUrl: postgres.url, frontDataDir: place.dataDir };
  for (const token of [...outcome.unanswered, ...outcome.saidTwice.flatMap(tokensIn)]) {
    const story = await storyOf(token, evidence, places);
    console.log([token, ...story.map((part) => JSON.stringify(part))].join('\n'));
  }
  console.log(
    JSON.stringify({
      ...figuresOf(people, sent),
      killed: targets,
      tookS: Math.round(tookMs / 1000),
      commands: effectsIn(evidence).length,
    }),
  );
  return outcome;
}

/** A session goes on as far as it was copied: what the lost cell had sent after that is not there. */
const goesOnEarlier: AllowsChange = (previous, current) =>
  ['system', 'tools'].every(
    (field) => withoutBreakpoints(previous[field]) === withoutBreakpoints(current[field]),
  );

function makeProjects(root: string, people: number): void {
  mkdirSync(root);
  const first = path.join(root, projectOf(0));
  mkdirSync(first);
  makeCountingProject(first);
  for (let n = 1; n < people; n += 1) cpSync(first, path.join(root, projectOf(n)), { recursive: true });
}

/** Resolves with the people whose chats it had. */
async function losesForGood(
  cell: string,
  machines: ClusterScene,
  { url }: PostgresServer,
  { cells }: Kept,
): Promise<readonly string[]> {
  await cells.get(cell)?.kill();
  cells.delete(cell);
  await leaseRunsOut(url, cell);
  const rows = await runSql(url, 'SELECT person FROM wasap.placements WHERE cell = $1', [cell]);
  console.log(await machines.run('cluster', 'move', '--from', cell));
  return z
    .array(z.object({ person: z.string() }))
    .parse(rows)
    .map(({ person }) => person);
}

function isOf(address: string, { jid }: Person): boolean {
  return [jid('pn'), jid('lid')].some((one) => address.split('@')[0] === one.split('@')[0]);
}

async function livingCells(url: string): Promise<number> {
  const rows = await runSql(
    url,
    `SELECT name FROM wasap.members WHERE kind = 'cell' AND NOT has_left AND heartbeat > now() - interval '45 seconds'`,
  ).catch(() => []);
  return rows.length;
}

/** What still has to be handled or sent, anywhere but in a cell that is lost. */
async function unfinished(
  cells: readonly string[],
  dataDirs: readonly string[],
  url: string,
): Promise<number> {
  const rows = await runSql(
    url,
    `SELECT count(*)::int AS count FROM pgboss.job WHERE state < 'completed' AND (name LIKE 'out.%' OR name = ANY($1))`,
    [cells.map((cell) => queueInto(cell as CellName))],
  );
  const [{ count: jobs } = { count: 0 }] = z.array(z.object({ count: z.int() })).parse(rows);
  const onDisk = dataDirs.flatMap((dataDir) =>
    storedRows(
      dataDir,
      `SELECT id FROM outbox WHERE state IN ('queued', 'sending')
       UNION ALL SELECT message_id FROM inbox WHERE state = 'accepted'`,
      z.object({ id: z.string() }),
    ),
  );
  return jobs + onDisk.length;
}

function figuresOf(people: readonly Person[], sent: readonly Sent[]): object {
  const answeredMs = sent.flatMap(({ answeredMs: ms }) => ms ?? []).sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(answeredMs[Math.floor(answeredMs.length * share)] ?? Number.NaN);
  return {
    sent: sent.length,
    received: people.flatMap(({ received }) => received).length,
    repeatsOnTheWire: repeatsOnTheWire(people),
    answerMs: { p50: at(0.5), p95: at(0.95), max: Math.round(answeredMs.at(-1) ?? Number.NaN) },
  };
}
