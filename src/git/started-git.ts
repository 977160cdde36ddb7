import { spawn } from 'node:child_process';
import { killGroup } from '../processes/signal-groups.ts';

export interface GitStart {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Written to stdin. */
  readonly input: string;
}

/** Receives the output as it comes. */
export interface GitOutput {
  stdout(bytes: Buffer): void;
  stderr(bytes: Buffer): void;
}

/** A git that was started, in this process or by another one. */
export interface StartedGit {
  /** Exit code, when all output has come; one that died of a signal counts as failed. Rejects when it could not be started. */
  readonly ended: Promise<number>;
  /** Kills it and what it started. */
  stop(): void;
}

/** Starts git without a shell, in a process group of its own: ssh and the http helper end with it. */
export function startGit({ args, cwd, environment, input }: GitStart, output: GitOutput): StartedGit {
  const child = spawn('git', [...args], { cwd, env: { ...environment }, detached: true, stdio: 'pipe' });
  // Git may end without reading its input; its exit code reports that, not a broken pipe.
  child.stdin.on('error', () => undefined).end(input);
  child.stdout.on('data', (bytes: Buffer) => output.stdout(bytes));
  child.stderr.on('data', (bytes: Buffer) => output.stderr(bytes));
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      // Not `exit`: at `close` the streams are complete.
      child.once('close', (code) => resolve(code ?? 128));
    }),
    stop: () => killGroup(child.pid),
  };
}
