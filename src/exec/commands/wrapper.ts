import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, Failure, messageOf } from '../../base/failure.ts';
import type { Environment } from './command-environment.ts';

/** Largest file a command may write, in the 512-byte blocks that `ulimit -f` counts: 1 GB. */
const FILE_BLOCKS = 2 * 1024 * 1024;

export interface WrappedCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: Environment;
  /** Folder of the record; logs are made in it. */
  readonly record: string;
  /** See `ProcessTable.markScript`. */
  readonly markScript: string;
}

/**
 * Starts the wrapper in a process group of its own, without input. Resolves once it exists.
 * @throws Failure `unavailable` when the system cannot start it, `invalid` for an argument that no program can take
 */
export async function spawnWrapped(command: WrappedCommand): Promise<ChildProcess> {
  const { argv, cwd, environment, record, markScript } = command;
  const logs: number[] = [];
  try {
    for (const name of ['stdout.log', 'stderr.log']) logs.push(openSync(join(record, name), 'wx', 0o600));
    const child = spawn('/bin/sh', ['-c', wrapperScript(markScript), 'wasap', record, ...argv], {
      cwd,
      env: { ...environment },
      detached: true,
      stdio: ['ignore', ...logs],
    });
    await once(child, 'spawn');
    child.unref();
    return child;
  } catch (error) {
    throw spawnFailure(error, cwd);
  } finally {
    for (const log of logs) closeSync(log);
  }
}

function spawnFailure(error: unknown, cwd: string): Failure {
  if (codeOf(error) === 'ERR_INVALID_ARG_VALUE') {
    return new Failure('invalid', 'An argument of the command holds a NUL character.', { cause: error });
  }
  return new Failure('unavailable', `The command could not be started in ${cwd}: ${messageOf(error)}.`, {
    cause: error,
  });
}

/**
 * $1 is the folder of the record, the rest is the argv. The order is what makes a crash readable: the pid record is
 * whole before the claim exists, the claim exists before the command runs. Whoever finds no claim takes it, and the
 * command can never run; whoever finds one finds the pid record too.
 * - Signals are caught, not ignored: an ignored one would be ignored by the command as well.
 * - `exec` in a subshell: a bare "$@" would let names such as `exit` or `echo` be built-ins of this shell.
 * - The end is one short write: whoever reads the file before it is written reads no end, and this shell still lives.
 * - Where memory runs out, the system ends the command first, not this program.
 * - The wrapper's own errors are dropped (`Terminated`); the command gets the real stderr back.
 */
function wrapperScript(markScript: string): string {
  return `exec 3>&2 2>/dev/null
trap : TERM INT HUP
record=$1; shift
ulimit -c 0
ulimit -f ${FILE_BLOCKS}
${markScript}
printf '%s %s\\n' "$$" "$mark" >"$record/pid"
set -C
{ : >"$record/claim"; } || exit 2
set +C
(echo 1000 >/proc/self/oom_score_adj; exec 2>&3 3>&-; exec "$@")
printf '{"code":%d}\\n' "$?" >"$record/exit.json"`;
}
