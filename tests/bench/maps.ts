import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mostTokensOf } from '../../src/agent/context/token-counts.ts';
import { filesWithin, projectMap } from '../../src/agent/prompt/project-map.ts';
import { createProjectMaps } from '../../src/code-reading/map/project-maps.ts';
import type { ProjectMap, ProjectMaps } from '../../src/contracts/code.ts';
import { createProjectFiles } from '../../src/git/project-files.ts';
import { isGitName, isSecretPath } from '../../src/policy/file-classes.ts';
import { createProcessStarter, startProgramsWith } from '../../src/processes/process-starter.ts';
import type { Figure } from './figure.ts';
import { makeRepository } from './make-repository.ts';
import { type Rig, taskFor } from './rig.ts';
import { preciseNowMs } from './running.ts';
import { answeringScript, LAST_WORDS } from './script.ts';
import { median } from './statistics.ts';

const DIST = path.join(process.cwd(), 'dist');
const FOLDER = path.join(DIST, 'code-reading');
const FILES = 10_000;
const TOKENS = 2_000;
const REPEATS = 7;

/** The map of a repository of 10,000 files: the first one, and later ones by programs that have just started. */
export async function mapFigures(rig: Rig): Promise<readonly Figure[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-bench-map-')));
  // As in the program: this process is larger than it, and would stand still for each start.
  const starter = createProcessStarter(path.join(DIST, 'processes/starter.cjs'));
  startProgramsWith(starter);
  try {
    while (!starter.isReady()) await sleep(10);
    const root = makeRepository(path.join(folder, 'project'), FILES);
    const kept = path.join(folder, 'maps');
    const whole = await drawn(mapsIn(kept), root);
    const warm: Drawn[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) warm.push(await drawn(mapsIn(kept), root));
    const known: number[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) known.push(knownMs(mapsIn(kept), root));
    writeFileSync(path.join(root, 'area1/part1/file-1.ts'), 'export const changed = 1;\n');
    const changed = await drawn(mapsIn(kept), root);
    const ms = (name: string, ours: number, limit?: number): Figure => ({
      name,
      unit: 'ms',
      ours,
      ...(limit === undefined ? {} : { bar: { of: 'ours', limit } }),
    });
    return [
      ms('map of 10,000 files: a session waits', median(known), 20),
      ms('  behind it: the first drawing', whole.atMs),
      ms('  a look that finds nothing changed', median(warm.map(({ atMs }) => atMs))),
      ms('  drawn after a change', changed.atMs),
      ms(
        '  longest stop of the program',
        Math.max(...[whole, ...warm, changed].map(({ stopMs }) => stopMs)),
        50,
      ),
      {
        name: `  tokens of the largest, budget ${TOKENS}`,
        unit: '',
        ours: Math.max(...[whole, ...warm, changed].map(({ tokens }) => tokens)),
        bar: { of: 'ours', limit: TOKENS },
      },
      { name: '  files that a session is told of', unit: '', ours: warm[0]?.files ?? 0 },
      { name: 'a known map of 40 files adds to the start', unit: 'ms', ours: await addedToStart(rig) },
    ];
  } finally {
    startProgramsWith(undefined);
    starter.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function knownMs(maps: ProjectMaps, root: string): number {
  const start = preciseNowMs();
  maps.lastDrawn(root);
  return preciseNowMs() - start;
}

interface Drawn {
  readonly atMs: number;
  /** Longest time in which nothing else could run here. */
  readonly stopMs: number;
  readonly tokens: number;
  readonly files: number;
}

async function drawn(maps: ProjectMaps, root: string): Promise<Drawn> {
  const start = preciseNowMs();
  let [stopMs, last] = [0, start];
  const watch = setInterval(() => {
    const now = preciseNowMs();
    [stopMs, last] = [Math.max(stopMs, now - last - 1), now];
  }, 1);
  const map = await maps.draw(root);
  const atMs = preciseNowMs() - start;
  clearInterval(watch);
  const text = map && projectMap(map, TOKENS, (shown) => shown);
  return {
    atMs,
    stopMs,
    tokens: mostTokensOf(text ?? ''),
    files: toldIn(map, text),
  };
}

function toldIn(map: ProjectMap | undefined, text: string | undefined): number {
  return map?.files.filter((file) => text?.includes(`\n${file.path}`)).length ?? 0;
}

function mapsIn(keptIn: string): ProjectMaps {
  const environment = { PATH: process.env.PATH ?? '' };
  return createProjectMaps({
    folder: FOLDER,
    keptIn,
    files: createProjectFiles({ environment, ownFolders: [], isSecret: isSecretPath, isGitName }),
    most: filesWithin(TOKENS),
    broken: (why) => console.log(`map: ${why}`),
  });
}

/** From the start of the process to its request: with a map that an earlier session has left, and without any. */
async function addedToStart(rig: Rig): Promise<number> {
  const dataDir = rig.newDataDir();
  await mapsIn(path.join(dataDir, 'maps')).draw(rig.workspace);
  const times = { with: [] as number[], without: [] as number[] };
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    times.with.push(await firstRequestMs(rig, dataDir, TOKENS));
    times.without.push(await firstRequestMs(rig, dataDir, 0));
  }
  return median(times.with) - median(times.without);
}

async function firstRequestMs(rig: Rig, dataDir: string, tokens: number): Promise<number> {
  const model = await rig.model(answeringScript());
  const settings = { ANTHROPIC_BASE_URL: model.url, DATA_DIR: dataDir, AGENT_MAP_TOKENS: `${tokens}` };
  const program = rig.startWith(settings, 'start');
  program.say(taskFor('ours'));
  await program.hear(LAST_WORDS);
  await program.end();
  const [request] = model.requests();
  await model.end();
  return (request?.timeMs ?? Number.NaN) - program.startedAtMs;
}
