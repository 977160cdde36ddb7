import { join } from 'node:path';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import type { Environment } from './command-environment.ts';
import { startProgram } from './process-starter.ts';
import { PROCESS_ID_VARIABLE } from './process-table.ts';
import { SIGNAL_OWN_PROCESSES } from './talking-program.ts';

/** Largest file a command may write, in the 512-byte blocks that `ulimit -f` counts: 1 GB. */
const FILE_BLOCKS = 2 * 1024 * 1024;

interface WrappedCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: Environment;
  /** Folder of the record; logs are made in it. */
  readonly record: string;
  /** File in the record that it reads as its input; missing = none. */
  readonly stdin?: string | undefined;
  /** See `ProcessTable.markScript`. */
  readonly markScript: string;
  /** After this and `WATCH_GRACE_SECONDS` the wrapper ends the command by itself. */
  readonly limitMs: number;
}

/**
 * The program ends a command at its limit with more care than a shell can; the wrapper only does so if the program
 * does not.
 */
const WATCH_GRACE_SECONDS = 2;

/** A wrapper that runs. */
export interface Wrapper {
  readonly pid: number;
  /** Its exit code. Rejects when nobody can tell any more, because the process that started it is gone. */
  readonly ended: Promise<number>;
}

/**
 * Starts the wrapper in a process group of its own. Resolves once it exists.
 * @throws Failure `unavailable` when the system cannot start it, or when nobody can tell whether it did; `invalid` for
 * an argument that no program can take
 */
export async function spawnWrapped(command: WrappedCommand): Promise<Wrapper> {
  const { argv, cwd, environment, record, stdin, markScript, limitMs } = command;
  const seconds = String(Math.ceil(limitMs / 1000) + WATCH_GRACE_SECONDS);
  try {
    return await new Promise((resolve, reject) => {
      const { ended } = startProgram(
        {
          program: '/bin/sh',
          args: ['-c', wrapperScript(markScript), 'wasap', record, seconds, WATCH_SCRIPT, ...argv],
          cwd,
          environment,
          streams: {
            kind: 'files',
            ...(stdin === undefined ? {} : { stdin }),
            stdout: join(record, 'stdout.log'),
            stderr: join(record, 'stderr.log'),
          },
          isAwaited: false,
        },
        { started: (pid) => resolve({ pid, ended }) },
      );
      ended.catch(reject);
    });
  } catch (error) {
    throw spawnFailure(error, cwd);
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
 * Ends the command at its limit, whether or not the program still lives. $1 is the folder of the record, $2 the
 * seconds, $3 the process group, $4 the variable that the command's processes carry.
 * - It is a process of its own without that variable: after a killed wrapper it would otherwise count as the command,
 *    which would then seem to run until its limit.
 * - It ignores SIGTERM to the group. Only the wrapper ends it, with USR1; the sleep would outlive a plain kill.
 * - A failing sleep ends nothing. The first reason in the record is the true one, so it is not overwritten.
 * - Processes that left the group are found by the variable, where there is a `/proc`.
 */
const WATCH_SCRIPT = `trap '' TERM INT HUP
trap 'kill -9 "$!"; exit' USR1
PATH=/usr/bin:/bin:$PATH
sleep "$2" &
wait "$!" || exit
trap '' USR1
set -C
printf '{"kind":"timed-out","reason":"limit"}' >"$1/kill.json"
own=$4
${SIGNAL_OWN_PROCESSES}
signal TERM
kill -TERM "-$3"
sleep 1
signal KILL
kill -KILL "-$3"`;

/**
 * $1 is the folder of the record, $2 and $3 are for the watch, the rest is the argv. The order makes a crash
 * recoverable: the pid record is complete before the claim exists, the claim exists before the command runs. A
 * program that finds no claim takes it, and the command can never run; one that finds a claim finds the pid record
 * too.
 * - Signals are caught, not ignored: the command would inherit an ignored one.
 * - `exec` in a subshell: with a bare "$@", names such as `exit` or `echo` could be built-ins of this shell.
 * - The end is one short write: before it the file is empty, and this shell still lives.
 * - When memory runs out, the system ends the command before this program.
 * - The wrapper's own errors are dropped (`Terminated`); the command gets the real stderr back.
 */
function wrapperScript(markScript: string): string {
  return `exec 3>&2 2>/dev/null
trap : TERM INT HUP
record=$1 seconds=$2 watch=$3; shift 3
ulimit -c 0
ulimit -f ${FILE_BLOCKS}
${markScript}
printf '%s %s\\n' "$$" "$mark" >"$record/pid"
set -C
{ : >"$record/claim"; } || exit 2
set +C
own=${PROCESS_ID_VARIABLE}=$${PROCESS_ID_VARIABLE}
(unset ${PROCESS_ID_VARIABLE}; exec /bin/sh -c "$watch" wasap "$record" "$seconds" "$$" "$own" >/dev/null 3>&-) &
watcher=$!
(echo 1000 >/proc/self/oom_score_adj; exec 2>&3 3>&-; exec "$@")
code=$?
kill -USR1 "$watcher"
printf '{"code":%d}\\n' "$code" >"$record/exit.json"`;
}
