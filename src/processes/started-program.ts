import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Environment } from './command-environment.ts';
import { killGroup } from './signal-groups.ts';

/** Passed to the process that starts programs, so that importing its file does nothing. */
export const PROCESS_STARTER = 'start-programs';

/** A message to the process that starts programs. */
export type StarterRequest =
  | { readonly kind: 'start'; readonly id: number; readonly start: ProgramStart }
  /** Kills the program and what it started. */
  | { readonly kind: 'stop'; readonly id: number };

/** A message from it. After `ended` or `failed` nothing more comes under that id. */
export type StarterAnswer =
  /** Once, when it can take requests. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'started'; readonly id: number; readonly pid: number }
  | {
      readonly kind: 'output';
      readonly id: number;
      readonly stream: 'stdout' | 'stderr';
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'ended'; readonly id: number; readonly code: number }
  /** It could not be started; `code` as the system names the error. */
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly code: string | undefined;
      readonly message: string;
    };

export interface ProgramStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Environment;
  readonly streams: ProgramStreams;
  /** This program does not end by itself while such a one runs. */
  readonly isAwaited: boolean;
}

type ProgramStreams =
  /** `input` is written to stdin; what it writes is handed on. */
  | { readonly kind: 'pipes'; readonly input: string }
  /** What it writes goes to new files, so it may outlive this program. `stdin`: an existing file; missing = none. */
  | { readonly kind: 'files'; readonly stdin?: string; readonly stdout: string; readonly stderr: string };

/** Hears of a program that was started. */
export interface ProgramListener {
  /** It exists. */
  started?(pid: number): void;
  stdout?(bytes: Buffer): void;
  stderr?(bytes: Buffer): void;
}

/** A program that was started, by this process or by another one. */
export interface StartedProgram {
  /**
   * Exit code, when all output has come; one that died of a signal counts as failed. Rejects when it could not be
   * started.
   */
  readonly ended: Promise<number>;
  /** Kills it and what it started. */
  stop(): void;
}

/**
 * Starts a program from this process, without a shell, in a process group of its own: what it starts ends with it.
 * @throws for arguments that no program can be given, and when a file for its output cannot be made
 */
export function startFromHere(start: ProgramStart, listener: ProgramListener): StartedProgram {
  const { streams } = start;
  if (streams.kind === 'pipes') {
    const child = spawnGroup(start, ['pipe', 'pipe', 'pipe']);
    // It may end without reading its input; its exit code reports that, not a broken pipe.
    child.stdin?.on('error', () => undefined).end(streams.input);
    return listenTo(child, start, listener);
  }
  const files: number[] = [];
  const opened = (path: string, flags: 'r' | 'wx'): number => {
    const file = openSync(path, flags, 0o600);
    files.push(file);
    return file;
  };
  try {
    const stdin = streams.stdin === undefined ? 'ignore' : opened(streams.stdin, 'r');
    const outputs = [opened(streams.stdout, 'wx'), opened(streams.stderr, 'wx')];
    return listenTo(spawnGroup(start, [stdin, ...outputs]), start, listener);
  } finally {
    for (const file of files) closeSync(file);
  }
}

function spawnGroup(
  { program, args, cwd, environment }: ProgramStart,
  stdio: readonly ('pipe' | 'ignore' | number)[],
) {
  return spawn(program, [...args], { cwd, env: { ...environment }, detached: true, stdio: [...stdio] });
}

function listenTo(
  child: ReturnType<typeof spawnGroup>,
  { isAwaited }: ProgramStart,
  listener: ProgramListener,
): StartedProgram {
  child.once('spawn', () => child.pid !== undefined && listener.started?.(child.pid));
  child.stdout?.on('data', (bytes: Buffer) => listener.stdout?.(bytes));
  child.stderr?.on('data', (bytes: Buffer) => listener.stderr?.(bytes));
  if (!isAwaited) {
    child.unref();
    for (const stream of child.stdio) if (stream instanceof Socket) stream.unref();
  }
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      // Not `exit`: at `close` the streams are complete.
      child.once('close', (code) => resolve(code ?? 128));
    }),
    stop: () => killGroup(child.pid),
  };
}
