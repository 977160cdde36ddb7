import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { LogLine } from '../support/messages-server/request-log.ts';
import type { ScriptFile } from '../support/messages-server/script-file.ts';

const ENTRY = path.resolve(import.meta.dirname, '../support/messages-server/main.ts');

/** The scripted model as a process of its own: it goes on while the program that it talks to is killed. */
export interface ModelProcess {
  readonly url: string;
  /** Why requests were refused, in order; a history that is always valid leaves it empty. */
  refusals(): readonly string[];
  stop(): Promise<void>;
}

/** @param folder takes the bundle, the script and the log */
export async function startModelProcess(folder: string, script: ScriptFile): Promise<ModelProcess> {
  const [bundle, scriptFile, log] = ['model.mjs', 'script.json', 'requests.jsonl'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string]; // three names give three paths
  await build({ entryPoints: [ENTRY], outfile: bundle, bundle: true, platform: 'node', format: 'esm' });
  writeFileSync(scriptFile, JSON.stringify(script));
  const child = spawn(process.execPath, [bundle, '--script', scriptFile, '--log', log], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await addressOf(child);
  return {
    url,
    refusals: () => linesOf(log).flatMap(({ refusal }) => (refusal === null ? [] : [refusal])),
    async stop() {
      const ended = once(child, 'exit');
      child.stdin?.end();
      await ended;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The model has no output.');
  const [line] = await once(child.stdout, 'data');
  return String(line)
    .replace(/^listening /, '')
    .trim();
}

function linesOf(log: string): readonly LogLine[] {
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}
