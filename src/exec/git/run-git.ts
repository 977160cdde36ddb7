import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { codeOf, Failure, messageOf } from '../../base/failure.ts';
import { turnToStart } from '../../base/turns.ts';
import type { Environment } from '../commands/command-environment.ts';

export interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Environment;
  /** Written to stdin; without it stdin is empty. */
  readonly input?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Receives the error stream as it comes. */
  onErrorText?(text: string): void;
}

export interface GitResult {
  readonly code: number;
  readonly stdout: string;
  /** The same as bytes: file contents need not be text. */
  readonly bytes: Buffer;
  readonly stderr: string;
}

/** Rule of the Failure for more output than is read. */
export const TOO_MUCH_OUTPUT = 'too-much-output';

/** How many bytes of either stream are read; a larger diff is useless. */
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;

/**
 * Runs git with an argv, without a shell, in a process group of its own: ssh and the http helper end with it.
 * @throws Failure `unavailable` (no git), `timeout`, `stopped`, `invalid` (more than 32 MB of output)
 */
export async function runGit(call: GitCall): Promise<GitResult> {
  const { args, cwd, environment, input, signal, timeoutMs } = call;
  await turnToStart();
  if (signal?.aborted) throw stopped();
  const child = spawn('git', [...args], { cwd, env: { ...environment }, detached: true, stdio: 'pipe' });
  let failure: Failure | undefined;
  const stop = (why: Failure): void => {
    failure ??= why;
    killGroup(child);
  };
  const onAbort = (): void => stop(stopped());
  const timer = setTimeout(
    () => stop(new Failure('timeout', `git ${args[0]} took longer than ${timeoutMs} ms.`)),
    timeoutMs,
  );
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    // Git may end without reading its input; its exit code reports that, not a broken pipe.
    child.stdin.on('error', () => undefined).end(input ?? '');
    if (call.onErrorText !== undefined) child.stderr.on('data', (chunk) => call.onErrorText?.(String(chunk)));
    const result = await resultOf(child, cwd, () => stop(tooMuchOutput()));
    if (failure !== undefined) throw failure;
    return result;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

async function resultOf(child: ChildProcess, cwd: string, tooMuch: () => void): Promise<GitResult> {
  const [code, bytes, errors] = await Promise.all([
    exitCodeOf(child, cwd),
    collect(child.stdout, tooMuch),
    collect(child.stderr, tooMuch),
  ]);
  return { code, stdout: bytes.toString('utf8'), bytes, stderr: errors.toString('utf8') };
}

/** `close`, not `exit`: the streams are then complete. A git that a signal ended counts as failed. */
function exitCodeOf(child: ChildProcess, cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(notStarted(error, cwd)));
    child.once('close', (code) => resolve(code ?? 128));
  });
}

function collect(stream: Readable | null, tooMuch: () => void): Promise<Buffer> {
  return new Promise((resolve) => {
    if (stream === null) return resolve(Buffer.alloc(0));
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) return tooMuch();
      chunks.push(chunk);
    });
    stream.once('close', () => resolve(Buffer.concat(chunks)));
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

function stopped(): Failure {
  return new Failure('stopped', 'Git was stopped.');
}

function tooMuchOutput(): Failure {
  return new Failure('invalid', `Git wrote more than ${MAX_OUTPUT_BYTES} bytes; ask for fewer files.`, {
    facts: { rule: TOO_MUCH_OUTPUT },
  });
}

/** A missing program and a missing folder have the same code. */
function notStarted(error: Error, cwd: string): Failure {
  const why =
    codeOf(error) !== 'ENOENT'
      ? messageOf(error)
      : existsSync(cwd)
        ? 'git is not installed. To get it: sudo apt install git (or dnf, pacman, apk, brew)'
        : `${cwd} is gone`;
  return new Failure('unavailable', `Git could not be started: ${why}.`, { cause: error });
}
