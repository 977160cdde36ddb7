import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { LogLine } from '../support/messages-server/request-log.ts';
import type { ScriptFile } from '../support/messages-server/script-file.ts';
import type { Figure } from './figure.ts';
import { type Rig, taskFor } from './rig.ts';
import { answeringScript, LAST_WORDS, readingScript } from './script.ts';
import { median } from './statistics.ts';

/** Pairs, each of both in turn: what the machine does beside them meets both alike. */
const REPEATS = 11;
/** Enough that what one round differs by chance is small beside 2 %. */
const ROUNDS = 120;
const SERVERS = ['tickets', 'pages', 'metrics'];
const TOOLS = 60;
const KB = 1_000;
const SERVER = path.resolve('tests/support/mcp-servers/scripted.mjs');

/**
 * What three servers of 60 tools cost: bytes of the first request, its time, and that of a round in which nobody calls
 * them.
 */
export async function mcpFigures(rig: Rig): Promise<readonly Figure[]> {
  const without = rig.newDataDir();
  const config = configure(rig);
  const [bare, ours]: [Measured[], Measured[]] = [[], []];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const first = async () => bare.push(await measure(rig, without, {}));
    const second = async () =>
      ours.push(await measure(rig, config.dataDir, { CONFIG_DIR: config.configDir }));
    // Each goes first as often as the other: a machine that slows down slows down both.
    for (const one of repeat % 2 === 0 ? [first, second] : [second, first]) await one();
  }
  const of = (all: readonly Measured[], pick: (one: Measured) => number): number => median(all.map(pick));
  const bytes = ({ firstBytes }: Measured): number => firstBytes / KB;
  const start = ({ requestMs }: Measured): number => requestMs;
  const round = ({ roundMs }: Measured): number => roundMs;
  return [
    {
      name: 'first request, 3 servers of 60 tools (none)',
      unit: 'kB',
      ours: of(ours, bytes),
      bare: of(bare, bytes),
      bar: { of: 'ours', limit: 16 },
    },
    {
      name: '  start to request, lists known (none)',
      unit: 'ms',
      ours: of(ours, start),
      bare: of(bare, start),
      bar: { of: 'ratio', limit: 1.3 },
    },
    {
      name: '  a round, servers idle (none)',
      unit: 'ms',
      // The median of the pairs' ratios: of two medians the difference would be lost in that between the pairs.
      ours: of(bare, round) * median(ours.map((one, pair) => round(one) / round(bare[pair] ?? one))),
      bare: of(bare, round),
      bar: { of: 'ratio', limit: 1.02 },
    },
  ];
}

interface Measured {
  readonly firstBytes: number;
  readonly requestMs: number;
  readonly roundMs: number;
}

function configure(rig: Rig): { readonly dataDir: string; readonly configDir: string } {
  const dataDir = rig.newDataDir();
  const configDir = rig.newDataDir();
  mkdirSync(configDir);
  const tools = Array.from({ length: TOOLS }, (_, n) => ({
    name: `look_up_thing_number_${n}`,
    description: `Looks up thing number ${n} by its name, its owner or the day on which it was made, and says all about it.`,
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', description: 'Name of the thing.' }, limit: { type: 'integer' } },
      required: ['name'],
    },
  }));
  const script = path.join(rig.folder, 'mcp-script.json');
  writeFileSync(script, JSON.stringify({ tools }));
  const entry = { command: process.execPath, args: [SERVER, script] };
  const mcpServers = Object.fromEntries(SERVERS.map((name) => [name, entry]));
  writeFileSync(path.join(configDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  return { dataDir, configDir };
}

async function measure(
  rig: Rig,
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<Measured> {
  // The lists of the servers are known by then.
  await runTask(rig, answeringScript(), { dataDir, settings });
  const { requests, startedAtMs } = await runTask(rig, readingScript(ROUNDS), { dataDir, settings });
  const [first, ...others] = requests;
  const last = others.at(-1);
  return {
    firstBytes: first?.bytes ?? Number.NaN,
    requestMs: (first?.timeMs ?? Number.NaN) - startedAtMs,
    roundMs: ((last?.timeMs ?? Number.NaN) - (first?.timeMs ?? Number.NaN)) / others.length,
  };
}

interface Task {
  readonly requests: readonly LogLine[];
  readonly startedAtMs: number;
}

async function runTask(
  rig: Rig,
  script: ScriptFile,
  own: { readonly dataDir: string; readonly settings: Readonly<Record<string, string>> },
): Promise<Task> {
  const model = await rig.model(script);
  const program = rig.start('ours', model, own);
  program.say(taskFor('ours'));
  await program.hear(LAST_WORDS);
  await program.end();
  const requests = model.requests();
  await model.end();
  return { requests, startedAtMs: program.startedAtMs };
}
