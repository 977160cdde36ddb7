import path from 'node:path';
import type { LogLine } from '../support/messages-server/request-log.ts';
import type { ScriptFile } from '../support/messages-server/script-file.ts';
import { commitsIn } from '../support/wal-commits.ts';
import type { Figure } from './figure.ts';
import { type ProgramKind, type Rig, taskFor } from './rig.ts';
import { codingScript, LAST_WORDS, patchingScript, readingScript } from './script.ts';
import { median, medians, slope, steps } from './statistics.ts';

const REPEATS = 5;
/** Before this the compiler of the runtime is still at work, in both programs. */
const SETTLED_ROUND = 20;

interface Reading {
  /** One number for each round, in milliseconds: from its request to the next one's arrival. */
  readonly roundMs: readonly number[];
  readonly peakMb: number;
  readonly requests: readonly LogLine[];
  /** Commits of the database up to the end; ours only. */
  readonly commits: number;
}

/** What a task does in each of its rounds. */
type RoundKind = 'reading' | 'apply_patch' | 'apply_patch of new code';

const SCRIPTS: Readonly<Record<RoundKind, (rounds: number) => ScriptFile>> = {
  reading: readingScript,
  apply_patch: patchingScript,
  'apply_patch of new code': codingScript,
};

/**
 * Time, memory and commits of rounds that read, and what their requests have in common; the time of those that edit.
 */
export async function roundFigures(rig: Rig): Promise<readonly Figure[]> {
  const six = await readings(rig, 6);
  const twentySix = await reading(rig, 'ours', 26);
  const fifty = await readings(rig, 50);
  const many = await readings(rig, 200);
  const edits = await readings(rig, 50, 'apply_patch');
  const code = await readings(rig, 50, 'apply_patch of new code');
  return [
    roundTime('reading', six, 1.8),
    roundTime('reading', fifty, 1.8),
    roundTime('reading', many, 1.8),
    roundTime('apply_patch', edits, 2),
    settledTime('apply_patch', edits, 2),
    roundTime('apply_patch of new code', code, 2),
    settledTime('apply_patch of new code', code, 2),
    {
      name: 'input from the cache, 50 rounds',
      unit: '%',
      ours: cachedPercent(fifty.ours[0]?.requests ?? []),
      bare: cachedPercent(fifty.bare[0]?.requests ?? []),
      bar: { of: 'least', limit: 96 },
    },
    {
      name: 'growth of a round over 200 rounds',
      unit: 'ms',
      ours: growth(many.ours),
      bare: growth(many.bare),
      bar: { of: 'ratio', limit: 1.1 },
    },
    {
      name: 'commits of a reading round',
      unit: '',
      ours: commitsPerRound(six, twentySix),
      bar: { of: 'ours', limit: 4 },
    },
    peakMemory(50, fifty),
    peakMemory(200, many),
    {
      name: 'first request, no bootstrap files',
      unit: 'kB',
      ours: (six.ours[0]?.requests[0]?.bytes ?? Number.NaN) / 1000,
      bare: (six.bare[0]?.requests[0]?.bytes ?? Number.NaN) / 1000,
      bar: { of: 'ours', limit: 14 },
    },
    {
      name: 'of each request, sent unchanged in the next',
      unit: '%',
      ours: unchangedPercent(many.ours[0]?.requests ?? []),
      bare: unchangedPercent(many.bare[0]?.requests ?? []),
      bar: { of: 'least', limit: 100 },
    },
  ];
}

type Readings = Readonly<Record<'ours' | 'bare', readonly Reading[]>>;

/** Both programs in turn, so that a slow minute of the machine meets both. */
async function readings(rig: Rig, rounds: number, kindOfRound: RoundKind = 'reading'): Promise<Readings> {
  const ours: Reading[] = [];
  const bare: Reading[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    ours.push(await reading(rig, 'ours', rounds, kindOfRound));
    bare.push(await reading(rig, 'bare', rounds, kindOfRound));
  }
  return { ours, bare };
}

async function reading(
  rig: Rig,
  kind: ProgramKind,
  rounds: number,
  kindOfRound: RoundKind = 'reading',
): Promise<Reading> {
  const model = await rig.model(SCRIPTS[kindOfRound](rounds));
  const dataDir = rig.newDataDir();
  const workspace = kindOfRound === 'reading' ? rig.workspace : rig.newWorkspace();
  const program = rig.start(kind, model, { dataDir, workspace });
  program.say(taskFor(kind));
  await program.hear(LAST_WORDS);
  const peakMb = program.peakMemoryMb();
  const commits = kind === 'ours' ? commitsIn(path.join(dataDir, 'wasap.db-wal')) : 0;
  await program.end();
  const requests = model.requests();
  await model.end();
  if (requests.length !== rounds + 1) throw new Error(`${requests.length} requests for ${rounds} rounds`);
  return { roundMs: steps(requests.map(({ timeMs }) => timeMs)), peakMb, requests, commits };
}

function roundTime(kindOfRound: RoundKind, { ours, bare }: Readings, limit: number): Figure {
  const mean = ({ roundMs }: Reading) => roundMs.reduce((sum, ms) => sum + ms, 0) / roundMs.length;
  return {
    name: `${kindOfRound} round, of ${ours[0]?.roundMs.length}`,
    unit: 'ms',
    ours: median(ours.map(mean)),
    bare: median(bare.map(mean)),
    bar: { of: 'ratio', limit },
  };
}

/** Without the first rounds, in which both programs compile and ours takes its first look at the project. */
function settledTime(kindOfRound: RoundKind, { ours, bare }: Readings, limit: number): Figure {
  const settled = (runs: readonly Reading[]) =>
    median(medians(runs.map(({ roundMs }) => roundMs)).slice(SETTLED_ROUND));
  return {
    name: `${kindOfRound} round, settled`,
    unit: 'ms',
    ours: settled(ours),
    bare: settled(bare),
    bar: { of: 'ratio', limit },
  };
}

/** From two sessions that are short enough for SQLite not to begin its log anew. */
function commitsPerRound(six: Readings, twentySix: Reading): number {
  return (twentySix.commits - median(six.ours.map(({ commits }) => commits))) / 20;
}

/** Milliseconds that a round takes longer than the one before it. */
function growth(runs: readonly Reading[]): number {
  return slope(medians(runs.map(({ roundMs }) => roundMs)).slice(SETTLED_ROUND));
}

function peakMemory(rounds: number, { ours, bare }: Readings): Figure {
  return {
    name: `peak memory, ${rounds} rounds`,
    unit: 'MB',
    ours: median(ours.map(({ peakMb }) => peakMb)),
    bare: median(bare.map(({ peakMb }) => peakMb)),
    bar: { of: 'ratio', limit: 1.3 },
  };
}

/** The smallest share of a request, up to the end of its messages, that the next request begins with. */
function unchangedPercent(requests: readonly LogLine[]): number {
  const shares = requests.slice(1).map(({ sharedPrefix }, at) => {
    const body = requests[at]?.body ?? '';
    // The end of the list itself moves; nothing behind it holds a bracket.
    return (100 * sharedPrefix) / Buffer.byteLength(body.slice(0, body.lastIndexOf(']')));
  });
  return Math.min(100, ...shares);
}

/** Share of a session's input that the request before held already, so that a cache has it. */
function cachedPercent(requests: readonly LogLine[]): number {
  const sum = (of: (line: LogLine) => number): number => requests.reduce((all, line) => all + of(line), 0);
  return (100 * sum(({ sharedPrefix }) => sharedPrefix)) / sum(({ bytes }) => bytes);
}
