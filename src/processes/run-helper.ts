import type { Options, ResultPromise } from 'execa';
import { turnToStart } from '../core/work-queues.ts';
import type { Environment } from './command-environment.ts';
import { killGroup } from './signal-groups.ts';

/** A program that this one starts for its own purposes. What the model asks for is started by the supervisor. */
export interface HelperCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All its variables: those of this program hold keys. */
  readonly environment: Environment;
  /** Aborts when it is to be stopped, and at its time limit. */
  readonly signal: AbortSignal;
}

interface HelperResult {
  /** Undefined when the program could not be started, was ended, or wrote too much. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Why the code is not 0. */
  readonly reason: string;
}

/** How many characters of either stream are read. */
const MAX_OUTPUT = 32 * 1024 * 1024;

/** Runs a helper to its end, without input. One that fails is no exception. */
export async function runHelper(call: HelperCall, maxOutput = MAX_OUTPUT): Promise<HelperResult> {
  const execa = await turnToStartHelper();
  if (call.signal.aborted) return { code: undefined, stdout: '', stderr: '', reason: 'It was stopped.' };
  const helper = execa(call.program, call.args, { ...optionsFor(call), maxBuffer: maxOutput });
  endWithGroup(helper, call.signal);
  for (const stream of [helper.stdout, helper.stderr]) {
    // execa stops reading what is too much, and waits for the end nevertheless.
    stream?.once('close', () => stream.readableEnded || killGroup(helper.pid));
  }
  const { exitCode, stdout, stderr, isMaxBuffer, originalMessage, shortMessage } = await helper;
  const code = isMaxBuffer ? undefined : exitCode;
  return { code, stdout: stdout ?? '', stderr: stderr ?? '', reason: originalMessage || shortMessage || '' };
}

/** Standard output line by line, as it comes; nothing of a helper that cannot be started. */
export async function* linesOfHelper(call: HelperCall): AsyncGenerator<string, void> {
  const execa = await turnToStartHelper();
  if (call.signal.aborted) return;
  const helper = execa(call.program, call.args, { ...optionsFor(call), buffer: false, stderr: 'ignore' });
  endWithGroup(helper, call.signal);
  yield* helper.iterable();
}

/** Loaded with the first helper: most tasks send their first request before. */
async function turnToStartHelper() {
  const { execa } = await import('execa');
  await turnToStart();
  return execa;
}

function optionsFor({ cwd, environment }: HelperCall) {
  return {
    cwd,
    env: environment,
    extendEnv: false,
    stdin: 'ignore',
    // Also keeps execa from listening to the signals of this program, to end the helper with it.
    detached: true,
    reject: false,
    stripFinalNewline: false,
  } as const satisfies Options;
}

/**
 * execa's own limits end the helper alone, and then wait until whatever it has started lets go of its output.
 */
function endWithGroup(helper: ResultPromise, signal: AbortSignal): void {
  const end = (): void => killGroup(helper.pid);
  signal.addEventListener('abort', end, { once: true });
  helper.once('close', () => signal.removeEventListener('abort', end));
}
