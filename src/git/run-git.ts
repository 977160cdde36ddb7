import { existsSync } from 'node:fs';
import { codeOf, Failure, isFailure, messageOf } from '../core/failure.ts';
import { type Fault, fault } from '../core/texts/faults.ts';
import type { Environment } from '../processes/command-environment.ts';
import { readyToStart, startProgram } from '../processes/process-starter.ts';
import type { StartedProgram } from '../processes/started-program.ts';

interface GitCall {
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
  const { args, cwd, environment, input = '', signal, timeoutMs } = call;
  let failure: Failure | undefined;
  let git: StartedProgram | undefined;
  const stop = (why: Failure): void => {
    failure ??= why;
    git?.stop();
  };
  const onAbort = (): void => stop(stoppedFailure());
  const [stdout, stderr] = [
    createCollector(() => stop(tooMuchOutput())),
    createCollector(() => stop(tooMuchOutput())),
  ];
  await readyToStart();
  if (signal?.aborted) throw stoppedFailure();
  git = startProgram(
    { program: 'git', args, cwd, environment, streams: { kind: 'pipes', input }, isAwaited: true },
    {
      stdout: stdout.add,
      stderr(bytes) {
        call.onErrorText?.(String(bytes));
        stderr.add(bytes);
      },
    },
  );
  const timer = setTimeout(
    () => stop(new Failure('timeout', fault('git-too-slow', args[0] ?? '', timeoutMs))),
    timeoutMs,
  );
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const code = await git.ended.catch((error: unknown) => {
      throw isFailure(error) ? error : notStarted(error, cwd);
    });
    if (failure !== undefined) throw failure;
    const [bytes, errors] = [stdout.all(), stderr.all()];
    return { code, stdout: bytes.toString('utf8'), bytes, stderr: errors.toString('utf8') };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function createCollector(tooMuch: () => void): { add(bytes: Buffer): void; all(): Buffer } {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add(bytes) {
      size += bytes.length;
      if (size > MAX_OUTPUT_BYTES) return tooMuch();
      chunks.push(bytes);
    },
    all: () => Buffer.concat(chunks),
  };
}

function stoppedFailure(): Failure {
  return new Failure('stopped', fault('git-stopped'));
}

function tooMuchOutput(): Failure {
  return new Failure('invalid', fault('git-too-much', MAX_OUTPUT_BYTES), {
    facts: { rule: TOO_MUCH_OUTPUT },
  });
}

function notStarted(error: unknown, cwd: string): Failure {
  return new Failure('unavailable', whyNotStarted(error, cwd), { cause: error });
}

/** A missing program and a missing folder have the same code. */
function whyNotStarted(error: unknown, cwd: string): Fault {
  if (codeOf(error) !== 'ENOENT') return fault('git-not-started', messageOf(error));
  return existsSync(cwd) ? fault('git-not-installed') : fault('git-folder-gone', cwd);
}
