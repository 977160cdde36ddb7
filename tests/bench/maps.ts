import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mostTokensOf } from '../../src/agent/context/size.ts';
import { filesWithin, projectMap } from '../../src/agent/prompt/project-map.ts';
import { createCodeReader } from '../../src/code-reading/code-reader.ts';
import { createProjectMaps } from '../../src/code-reading/map/project-maps.ts';
import type { ProjectMap, ProjectMaps } from '../../src/contracts/code.ts';
import { createProjectFiles } from '../../src/exec/files/project-files.ts';
import { isGitName, isSecretPath } from '../../src/policy/file-classes.ts';
import type { Figure } from './figure.ts';
import { type Rig, taskFor } from './rig.ts';
import { preciseNowMs } from './running.ts';
import { answeringScript, LAST_WORDS } from './script.ts';
import { median } from './statistics.ts';

const FOLDER = path.join(process.cwd(), 'dist/code-reading');
const AREAS = 20;
const PARTS = 25;
const FILES = 20;
const TOKENS = 2_000;
const REPEATS = 7;
/** Nothing is cut off by it. */
const LONG_MS = 120_000;

/** The map of a repository of 10,000 files: the first one, and later ones by programs that have just started. */
export async function mapFigures(rig: Rig): Promise<readonly Figure[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-bench-map-')));
  try {
    const root = makeRepository(path.join(folder, 'project'));
    const inTime = await drawn(mapsIn(path.join(folder, 'in-time')), root);
    const kept = path.join(folder, 'maps');
    const whole = await drawn(mapsIn(kept, LONG_MS), root);
    const warm: Drawn[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) warm.push(await drawn(mapsIn(kept, LONG_MS), root));
    writeFileSync(path.join(root, 'area1/part1/file-1.ts'), 'export const changed = 1;\n');
    const changed = await drawn(mapsIn(kept, LONG_MS), root);
    const all = [inTime, whole, ...warm, changed];
    const ms = (name: string, { atMs }: Pick<Drawn, 'atMs'>, limit?: number): Figure => ({
      name,
      unit: 'ms',
      ours: atMs,
      ...(limit === undefined ? {} : { bar: { of: 'ours', limit } }),
    });
    return [
      ms('map of 10,000 files: the first session waits', inTime, 800),
      ms('  until it is whole', whole),
      ms('  a later session waits', { atMs: median(warm.map(({ atMs }) => atMs)) }),
      // What the waiting is made of on a machine that does nothing else, git aside.
      ms('  and works', { atMs: median(warm.map(({ cpuMs }) => cpuMs)) }, 150),
      ms('  after a change', changed),
      ms('  longest stop of the program meanwhile', { atMs: Math.max(...all.map(({ stopMs }) => stopMs)) }),
      {
        name: `  tokens of the largest, budget ${TOKENS}`,
        unit: '',
        ours: Math.max(...all.map(({ tokens }) => tokens)),
        bar: { of: 'ours', limit: TOKENS },
      },
      { name: '  files that the first session is told of', unit: '', ours: inTime.files },
      { name: '  and a later one', unit: '', ours: warm[0]?.files ?? 0 },
      { name: 'a known map of 40 files adds to the start', unit: 'ms', ours: await addedToStart(rig) },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Drawn {
  readonly atMs: number;
  /** Processor time of this program, all threads together. */
  readonly cpuMs: number;
  /** Longest time in which nothing else could run here. */
  readonly stopMs: number;
  readonly tokens: number;
  readonly files: number;
}

async function drawn(maps: ProjectMaps, root: string): Promise<Drawn> {
  const start = preciseNowMs();
  const cpu = process.cpuUsage();
  let [stopMs, last] = [0, start];
  const watch = setInterval(() => {
    const now = preciseNowMs();
    [stopMs, last] = [Math.max(stopMs, now - last - 1), now];
  }, 1);
  const map = await maps.of(root);
  const atMs = preciseNowMs() - start;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(watch);
  const text = map && projectMap(map, { tokens: TOKENS, redact: (shown) => shown });
  return {
    atMs,
    cpuMs: (user + system) / 1000,
    stopMs,
    tokens: mostTokensOf(text ?? ''),
    files: toldIn(map, text),
  };
}

function toldIn(map: ProjectMap | undefined, text: string | undefined): number {
  return map?.files.filter((file) => text?.includes(`\n${file.path}`)).length ?? 0;
}

function mapsIn(keptIn: string, limitMs?: number): ProjectMaps {
  const environment = { PATH: process.env.PATH ?? '' };
  return createProjectMaps({
    folder: FOLDER,
    keptIn,
    files: createProjectFiles({ environment, ownFolders: [], isSecret: isSecretPath, isGitName }),
    code: createCodeReader({ folder: FOLDER }),
    most: filesWithin(TOKENS),
    broken: (why) => console.log(`map: ${why}`),
    limitMs,
  });
}

/** Real sources under names of their own, as many as it takes. */
function makeRepository(root: string): string {
  const texts = execFileSync('git', ['ls-files', '-z', 'src'], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'));
  for (let file = 0; file < AREAS * PARTS * FILES; file += 1) {
    const folder = path.join(root, `area${file % AREAS}/part${Math.floor(file / AREAS) % PARTS}`);
    mkdirSync(folder, { recursive: true });
    const text = (texts[file % texts.length] ?? '').replace(
      /^export (function|class|interface|const) (\w+)/gm,
      (_, what, name) => `export ${what} ${name}${file}`,
    );
    writeFileSync(path.join(folder, `file-${Math.floor(file / AREAS / PARTS)}.ts`), text);
  }
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', 'commit', '-q', '-m', 'feat: parts');
  return root;
}

/** From the start of the process to its request: with a map that an earlier session has left, and without any. */
async function addedToStart(rig: Rig): Promise<number> {
  const dataDir = rig.newDataDir();
  await mapsIn(path.join(dataDir, 'maps'), LONG_MS).of(rig.workspace);
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
