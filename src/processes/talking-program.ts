import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import type { Environment } from './command-environment.ts';
import { PROCESS_ID_VARIABLE } from './process-table.ts';

/**
 * A shell function `signal <name>`: signals each process that carries the variable in `$own`, which also finds those
 * that left their group. Does nothing where there is no `/proc`.
 */
export const SIGNAL_OWN_PROCESSES = `signal() {
  for file in $(grep -lsF "$own" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill "-$1" "\${pid%/environ}"
  done
}`;

/** Time to end by itself once its input is closed. */
const GRACE_MS = 1000;
/** By then the watch has killed it. */
const GIVE_UP_MS = 4000;

interface TalkingStart {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** All its variables. `WASAP_PROCESS_ID` is among them: what it starts is found by that. */
  readonly environment: Environment;
}

/** A program that this one talks with over its standard streams. It never outlives this program. */
export interface TalkingProgram {
  /**
   * Resolves when it can take more input.
   * @throws Failure `unavailable` when it has ended
   */
  write(text: string): Promise<void>;
  /** Resolves when it is gone, for whatever reason; what it started may have up to two seconds more. */
  readonly ended: Promise<void>;
  /** Closes its input; what has not ended by then is killed, with everything that it started. */
  end(): Promise<void>;
}

/**
 * Starts it in a process group of its own, without a shell between its words. Resolves once it exists.
 * @throws Failure `unavailable` when it cannot be started
 */
export async function startTalking(
  { argv, cwd, environment }: TalkingStart,
  listener: { stdout(bytes: Buffer): void; stderr(bytes: Buffer): void },
): Promise<TalkingProgram> {
  const child = spawn('/bin/sh', ['-c', WATCHED, 'wasap', WATCH, ...argv], {
    cwd,
    env: { ...environment },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const lifeline = child.stdio[3];
  child.stdout?.on('data', (bytes: Buffer) => listener.stdout(bytes));
  child.stderr?.on('data', (bytes: Buffer) => listener.stderr(bytes));
  // It may end while it is being written to: `ended` reports that, and not a broken pipe.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  // Whatever it has started ends with it.
  const letGo = (): void => {
    if (lifeline instanceof Writable) lifeline.destroy();
  };
  void ended.then(letGo);
  await waitForStart(child, argv[0] ?? '');
  child.unref();
  return {
    ended,
    write: (text) => writeToProgram(child, text),
    async end() {
      child.stdin?.end();
      await Promise.race([ended, delay(GRACE_MS)]);
      letGo();
      await Promise.race([ended, delay(GIVE_UP_MS)]);
    },
  };
}

function waitForStart(child: ChildProcess, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) =>
      reject(
        new Failure('unavailable', `${program} could not be started: ${messageOf(error)}.`, { cause: error }),
      ),
    );
  });
}

function writeToProgram({ stdin, exitCode }: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = new Failure('unavailable', 'The program has ended.');
    if (stdin === null || exitCode !== null || !stdin.writable) return reject(gone);
    stdin.write(text, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(codeOf(error) === undefined ? error : gone);
    });
  });
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * Ends the program when the other end of its input is closed: this program has let go of it, or was killed. $1 is the
 * process group, $2 the variable that its processes carry. It is no process of the program itself: it does not carry
 * the variable, and ignores what the group is told.
 */
const WATCH = `trap '' TERM INT HUP
PATH=/usr/bin:/bin:$PATH
while read -r line; do :; done
own=$2
${SIGNAL_OWN_PROCESSES}
signal TERM
kill -TERM "-$1"
sleep 1
signal KILL
kill -KILL "-$1"`;

/** $1 is the watch, the rest the argv. The program has its three streams and nothing of the fourth. */
const WATCHED = `exec 4>&2 2>/dev/null
trap : TERM INT HUP
ulimit -c 0
watch=$1; shift
own=${PROCESS_ID_VARIABLE}=$${PROCESS_ID_VARIABLE}
(unset ${PROCESS_ID_VARIABLE}; exec /bin/sh -c "$watch" wasap "$$" "$own" <&3 >/dev/null 3<&- 4>&-) &
(exec 2>&4 3<&- 4>&-; exec "$@")
exit $?`;
