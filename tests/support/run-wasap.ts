import { spawn } from 'node:child_process';
import path from 'node:path';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');

export interface WasapCall {
  /** Where it is started, and its home. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** `wasap check <args>` of the built program, to its end. */
export function check(args: readonly string[], call: WasapCall) {
  return wasap(['check', ...args], call);
}

/** `wasap <args>` of the built program, to its end. */
export async function wasap(args: readonly string[], { folder, env = {}, input = '' }: WasapCall) {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, COLUMNS: '80', ...env },
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      texts[name] += chunk;
    });
  }
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { ...texts, code };
}
