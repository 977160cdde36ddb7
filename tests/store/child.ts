import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Packages resolve from here. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/wasap-agent/', import.meta.url));

export interface CompiledChild {
  /** @param env beside the own one */
  start(argv: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  /** Runs to its end; resolves to what it printed and how it ended. */
  run(argv: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }>;
  remove(): void;
}

/** Compiles a program of `children/` so that it can run in a process of its own. `nodeFlags` come before the script. */
export async function compileChild(source: URL, nodeFlags: readonly string[] = []): Promise<CompiledChild> {
  const entry = fileURLToPath(source);
  const script = path.join(CACHE, `${path.basename(entry, '.ts')}-${process.pid}.mjs`);
  await build({
    entryPoints: [entry],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.sql': 'text' },
    logLevel: 'warning',
  });
  const start: CompiledChild['start'] = (argv, env = {}) =>
    spawn(process.execPath, [...nodeFlags, script, ...argv], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    start,
    run: (argv) => finished(start(argv)),
    remove: () => rmSync(script, { force: true }),
  };
}

function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
