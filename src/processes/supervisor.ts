import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  CollectedProcesses,
  CommandFate,
  CommandOutput,
  CommandStart,
  Execution,
  LearnSecrets,
  OutputOffsets,
  Sandbox,
  SandboxState,
  Supervisor,
} from '../contracts/exec.ts';
import type { Redactor } from '../contracts/policy.ts';
import type { LinkedFolders } from '../contracts/worktrees.ts';
import type { Clock } from '../core/clock.ts';
import { Failure, messageOf } from '../core/failure.ts';
import type { ProcessId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import { unlessAborted } from '../core/waiting.ts';
import { type Environment, findProgram } from './command-environment.ts';
import { outputSizes, readNewOutput, readOutput } from './command-output.ts';
import {
  type Claim,
  type CommandRecords,
  createCommandRecords,
  type KillNote,
  type SupervisedCommand,
} from './command-record.ts';
import { endGroups } from './end-groups.ts';
import { hasTooMuchOutput, TaskGrowth, TIMED_OUT, TOO_MANY_TASKS, TOO_MUCH_OUTPUT } from './limits.ts';
import { readyToStart } from './process-starter.ts';
import { type GroupLeader, PROCESS_ID_VARIABLE, type ProcessTable } from './process-table.ts';
import { createWatchedSupervisor } from './watched-supervisor.ts';
import { spawnWrapped, type Wrapper } from './wrapper.ts';

export interface SupervisorParts {
  /** Holds one folder per command; outside every workspace. */
  readonly folder: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly learnSecrets?: LearnSecrets;
  /** Environment of commands; see `commandEnvironment`. */
  readonly environment: Environment;
  /** See `hostProcesses`. */
  readonly processes: ProcessTable;
  /** Without it commands have the rights of this program. */
  readonly sandbox?: Sandbox;
  readonly linked?: LinkedFolders;
  readonly log: Log;
}

/**
 * Commands run in process groups of their own and write their own record, so they outlive this program; a later one
 * with the same folder takes them over. A running one is watched until its end, whether or not anybody waits.
 */
export function createSupervisor(parts: SupervisorParts): Supervisor {
  const supervisor = new CommandSupervisor(parts);
  const { sandbox, log } = parts;
  return sandbox === undefined ? supervisor : createWatchedSupervisor(supervisor, sandbox, log);
}

const POLL_MS = 50;
const NO_SANDBOX: SandboxState = { kind: 'off', problem: 'unsupported', detail: '' };

/** A running wrapper that this program started. */
interface OwnCommand {
  readonly pid: number;
  /** Aborts when the wrapper ends, so that no waiter needs the next poll. */
  readonly ended: AbortSignal;
}

class CommandSupervisor implements Supervisor {
  readonly #parts: SupervisorParts;
  readonly #records: CommandRecords;
  readonly #own = new Map<ProcessId, OwnCommand>();
  readonly #followed = new Map<ProcessId, Promise<CommandFate>>();
  readonly #killings = new Map<ProcessId, Promise<void>>();
  readonly #growth = new Map<ProcessId, TaskGrowth>();
  /** Commands that this program has seen running: it measures their duration. */
  readonly #seenRunning = new Set<ProcessId>();

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
    this.#records = createCommandRecords(parts.folder);
  }

  async sandbox(): Promise<SandboxState> {
    return (await this.#parts.sandbox?.state()) ?? NO_SANDBOX;
  }

  async start(command: CommandStart): Promise<void> {
    const { id, cwd, timeoutMs } = command;
    const { log } = this.#parts;
    const wrapper = await this.#spawn(command);
    if (wrapper !== undefined) this.#adopt(id, wrapper);
    this.#seenRunning.add(id);
    log.info('processes.command.start', { id, cwd, limitMs: timeoutMs });
    this.#follow(id).catch((error: unknown) =>
      log.error('processes.command.follow', { id, error: messageOf(error) }),
    );
  }

  async wait(id: ProcessId, signal: AbortSignal): Promise<CommandFate> {
    const ended = await unlessAborted(this.#follow(id), signal);
    return ended ?? this.kill(id, typeof signal.reason === 'string' ? signal.reason : 'stopped');
  }

  async fate(id: ProcessId): Promise<CommandFate> {
    const ended = this.#recordedEnd(id);
    if (ended !== undefined) return ended;
    // Read before its processes are looked for: behind a taken claim there is a record of who they are, so none alive
    // means that they have ended. A claim that is taken only during the look says nothing of the sort.
    const claim = this.#records.claim(id);
    if (await this.#isAlive(id))
      return { kind: 'running', sinceMs: this.#records.spec(id)?.startedAtMs ?? 0 };
    // Read again: the end may have been recorded between the first read and the death of the group.
    return this.#recordedEnd(id) ?? this.#recordedKill(id) ?? this.#fateWithoutEnd(id, claim);
  }

  kill(id: ProcessId, reason: string): Promise<CommandFate> {
    return this.#end(id, { kind: 'killed', reason });
  }

  sizes(id: ProcessId): Promise<OutputOffsets> {
    return outputSizes(this.#records.folderOf(id));
  }

  async output(id: ProcessId, limit: number): Promise<CommandOutput> {
    await this.#learnSecrets(id);
    return readOutput(this.#records.folderOf(id), limit, this.#parts.redactor);
  }

  async read(
    id: ProcessId,
    from: OutputOffsets,
    limit: number,
  ): Promise<{ readonly text: string; readonly next: OutputOffsets }> {
    // Asked before reading: output from before its end is then certainly in the log.
    const hasEnded = (await this.fate(id)).kind !== 'running';
    await this.#learnSecrets(id);
    return readNewOutput(this.#records.folderOf(id), { from, limit, hasEnded }, this.#parts.redactor);
  }

  async collect(ageMs: number): Promise<CollectedProcesses> {
    const collected = { removed: [] as ProcessId[], killed: [] as ProcessId[] };
    const survey = await this.#parts.processes.survey();
    for (const id of this.#records.list()) {
      await nextTurn();
      const done = await this.#collectOne(id, ageMs, survey);
      if (done !== undefined) collected[done].push(id);
    }
    return collected;
  }

  /** The command may have printed, or even created, a file of secrets. */
  async #learnSecrets(id: ProcessId): Promise<void> {
    const spec = this.#records.spec(id);
    if (spec !== undefined) await this.#parts.learnSecrets?.(spec.cwd, spec.argv);
  }

  /** Does not take the claim: another program on the same folder may be about to start this command. */
  async #collectOne(
    id: ProcessId,
    ageMs: number,
    survey: Awaited<ReturnType<ProcessTable['survey']>>,
  ): Promise<keyof CollectedProcesses | undefined> {
    const isOverdue = this.#isOverdue(id);
    const leader = this.#records.leader(id);
    const isAlive = this.#own.has(id) || (leader !== undefined && survey(id, leader));
    if (!this.#records.kills.isSwept(id) && isAlive) {
      if (!isOverdue) return undefined;
      if (this.#recordedEnd(id) === undefined) this.#records.kills.add(id, TIMED_OUT);
      await this.#killGroups(id);
      return 'killed';
    }
    // Reading all processes takes time: after the limit, the first look that finds nothing is the last one.
    if (isOverdue) this.#records.kills.noteSwept(id);
    if (this.#parts.clock.nowMs() - this.#records.lastSignMs(id) <= ageMs) return undefined;
    this.#records.remove(id);
    return 'removed';
  }

  /** @returns undefined when it runs as one that an earlier program started: only its record tells of it */
  async #spawn(command: CommandStart): Promise<Wrapper | undefined> {
    const { id, execution, cwd, folder = cwd, timeoutMs, input, lastLook } = command;
    const { clock, processes, sandbox } = this.#parts;
    const environment = { ...this.#parts.environment, [PROCESS_ID_VARIABLE]: id };
    const argv = argvOf(execution, this.#parts.environment.PATH ?? '');
    const { access = { network: false, writable: [] } } = execution;
    const linked = command.linked ?? this.#parts.linked?.(cwd) ?? [];
    const confined = { workspace: cwd, folder, access, environment, linked };
    const contained = (await sandbox?.wrap(argv, confined, id)) ?? argv;
    this.#records.create(id, {
      argv,
      cwd,
      limitMs: timeoutMs,
      startedAtMs: clock.nowMs(),
      startedUpMs: clock.upMs(),
    });
    const stdin = input === undefined ? undefined : this.#records.putInput(id, input);
    try {
      // Before the last look, behind which nothing but the start may come.
      await readyToStart();
      await lastLook?.();
      return await spawnWrapped({
        argv: contained,
        cwd: folder,
        environment,
        record: this.#records.folderOf(id),
        stdin,
        markScript: processes.markScript,
        limitMs: timeoutMs,
      });
    } catch (error) {
      // It may have been started after all, by a process that died before it could record that.
      if (this.#records.withdraw(id) || this.#records.claim(id) !== 'taken') throw error;
      return undefined;
    }
  }

  #adopt(id: ProcessId, wrapper: Wrapper): void {
    const ended = new AbortController();
    this.#own.set(id, { pid: wrapper.pid, ended: ended.signal });
    const forget = (): void => {
      this.#own.delete(id);
      ended.abort();
    };
    // Rejected: from now on only its record tells of it.
    void wrapper.ended.then(forget, forget);
  }

  /** One loop per command enforces its limits and notices its end; all waiters share it. */
  #follow(id: ProcessId): Promise<CommandFate> {
    const known = this.#followed.get(id);
    if (known !== undefined) return known;
    this.#growth.set(id, new TaskGrowth(this.#parts.processes));
    const ending = this.#untilEnd(id).finally(() => {
      this.#followed.delete(id);
      this.#seenRunning.delete(id);
      this.#growth.delete(id);
    });
    this.#followed.set(id, ending);
    return ending;
  }

  async #untilEnd(id: ProcessId): Promise<CommandFate> {
    for (;;) {
      const fate = await this.fate(id);
      if (fate.kind !== 'running') {
        // The wrapper may have ended while a descendant that ignores SIGTERM still has its second.
        await this.#killings.get(id);
        return fate;
      }
      this.#seenRunning.add(id);
      const broken = await this.#brokenLimit(id);
      if (broken !== undefined) return this.#end(id, broken);
      await this.#parts.clock.sleep(POLL_MS, this.#own.get(id)?.ended);
    }
  }

  async #brokenLimit(id: ProcessId): Promise<KillNote | undefined> {
    if (this.#isOverdue(id)) return TIMED_OUT;
    if (await hasTooMuchOutput(this.#records.folderOf(id))) return TOO_MUCH_OUTPUT;
    return this.#growth.get(id)?.isTooMuch(id) ? TOO_MANY_TASKS : undefined;
  }

  #isOverdue(id: ProcessId): boolean {
    const spec = this.#records.spec(id);
    return spec !== undefined && this.#elapsedMs(spec) >= spec.limitMs;
  }

  #elapsedMs({ startedAtMs, startedUpMs }: SupervisedCommand): number {
    const { clock } = this.#parts;
    const elapsedMs = startedUpMs === undefined ? clock.nowMs() - startedAtMs : clock.upMs() - startedUpMs;
    return Math.max(0, Math.round(elapsedMs));
  }

  #noteLasted(id: ProcessId): void {
    const spec = this.#seenRunning.has(id) ? this.#records.spec(id) : undefined;
    if (spec !== undefined) this.#records.noteLasted(id, this.#elapsedMs(spec));
  }

  async #end(id: ProcessId, note: KillNote): Promise<CommandFate> {
    const before = await this.fate(id);
    if (before.kind !== 'running') {
      await this.#killings.get(id);
      return before;
    }
    // The first reason is the true one.
    if (this.#records.kills.find(id) === undefined) this.#records.kills.add(id, note);
    this.#noteLasted(id);
    await this.#killGroups(id);
    return this.#recordedKill(id) ?? this.fate(id);
  }

  #killGroups(id: ProcessId): Promise<void> {
    const known = this.#killings.get(id);
    if (known !== undefined) return known;
    const killing = this.#killGroupsOnce(id).finally(() => this.#killings.delete(id));
    this.#killings.set(id, killing);
    return killing;
  }

  async #killGroupsOnce(id: ProcessId): Promise<void> {
    const leader = this.#records.leader(id) ?? (await this.#ownLeader(id));
    if (leader === undefined) return;
    const atOnce = this.#growth.get(id)?.isCrowd() ?? false;
    const { processes, clock, log } = this.#parts;
    const areGone = await endGroups({ processes, clock, atOnce }, id, leader);
    log.warn('processes.command.kill', { id, areGone, reason: this.#records.kills.find(id)?.reason });
  }

  /** A wrapper of this program that has not written its record yet. */
  async #ownLeader(id: ProcessId): Promise<GroupLeader | undefined> {
    const pid = this.#own.get(id)?.pid;
    const mark = pid === undefined ? undefined : await this.#parts.processes.markOf(pid);
    return pid === undefined || mark === undefined ? undefined : { pid, mark };
  }

  async #isAlive(id: ProcessId): Promise<boolean> {
    if (this.#own.has(id)) return true;
    const leader = this.#records.leader(id);
    if (leader === undefined) return false;
    const { processes } = this.#parts;
    return (await processes.isAlive(leader)) || (await processes.groups(id, leader)).length > 0;
  }

  #recordedEnd(id: ProcessId): CommandFate | undefined {
    if (this.#records.exit(id) === undefined) return undefined;
    this.#noteLasted(id);
    const exit = this.#records.exit(id);
    return (
      this.#recordedKill(id) ?? (exit && { kind: 'exited', exitCode: exit.code, durationMs: exit.durationMs })
    );
  }

  #recordedKill(id: ProcessId): CommandFate | undefined {
    const note = this.#records.kills.find(id);
    if (note === undefined) return undefined;
    const { kind, reason, durationMs } = note;
    return kind === 'timed-out' ? { kind, durationMs } : { kind, reason, durationMs };
  }

  #fateWithoutEnd(id: ProcessId, claim: Claim): CommandFate | Promise<CommandFate> {
    if (claim === 'withdrawn') return { kind: 'never-ran' };
    if (claim === 'taken') return { kind: 'interrupted' };
    // When the claim cannot be withdrawn, the wrapper has just taken it and runs: read everything again.
    return this.#records.withdraw(id) ? { kind: 'never-ran' } : this.fate(id);
  }
}

/**
 * The argv for a decided command. A line is handed to bash as it was approved: another shell may read it differently
 * from how it was judged, so without bash it does not run at all.
 * @param searchPath folders as in `PATH`
 * @throws Failure `invalid` for a name that no program can have, `unavailable` when a line needs bash and there is
 * none
 */
function argvOf(execution: Execution, searchPath: string): string[] {
  if (execution.kind === 'shell') return [bashIn(searchPath), '-c', '--', execution.line];
  // The wrapper hands the name to `exec`, which would read it as an option.
  if (execution.file === '' || execution.file.startsWith('-')) {
    throw new Failure('invalid', `${JSON.stringify(execution.file)} is no program name.`);
  }
  return [execution.file, ...execution.args];
}

function bashIn(searchPath: string): string {
  const bash = findProgram('bash', searchPath);
  if (bash !== undefined) return bash;
  throw new Failure(
    'unavailable',
    'A line with shell operators runs under bash, and bash is not installed here. Nothing was executed. Run the commands one by one without operators, or ask the person to install bash.',
  );
}
