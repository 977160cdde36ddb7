import type { ProcessId } from '../core/ids.ts';

/**
 * The command to start, as it was decided: an argv that nothing interprets, or a line for `bash -c` that a person
 * approved or that was composed here from judged words.
 */
export type Execution = (
  | { readonly kind: 'argv'; readonly file: string; readonly args: readonly string[] }
  | { readonly kind: 'shell'; readonly line: string }
) & {
  /** Missing = only the ordinary files of the project. */
  readonly access?: Access;
};

/** What a command may touch in a sandbox beyond the ordinary files of its project; only a person's yes grants it. */
export type Access = {
  readonly network: boolean;
  /** Paths: relative to the project, absolute, or beginning with `~/`. */
  readonly writable: readonly string[];
  /** Paths outside the project that it may only read. Missing = none. */
  readonly readable?: readonly string[];
  /** The project, too, may only be read. Missing = it is writable, but for its protected files. */
  readonly projectIsReadOnly?: true;
};

/**
 * `switched-off`: the person uses none. `unsupported`: this system has none. `missing`: the program is not installed.
 * `broken`: it is installed, but does not run. `container`, `namespaces-off`, `apparmor`: what prevents it: the
 * container around this program, a setting of the system, AppArmor. `forbidden`: something else. `leaky`: it runs,
 * but does not confine.
 */
export type SandboxProblem =
  | 'switched-off'
  | 'unsupported'
  | 'missing'
  | 'broken'
  | 'container'
  | 'namespaces-off'
  | 'apparmor'
  | 'forbidden'
  | 'leaky';

export type SandboxState =
  | { readonly kind: 'on'; readonly name: string; readonly version: string }
  | { readonly kind: 'off'; readonly problem: SandboxProblem; readonly detail: string };

/** Confines commands: they write only in their project, have no network, and see no secrets of the person. */
export interface Sandbox {
  /** Determined by running it, once; later calls answer at once. Never throws. */
  state(): Promise<SandboxState>;
  /** Undefined before the first `state` has resolved. */
  knownState(): SandboxState | undefined;
  /** The argv to start instead of this one; the same without a sandbox. `id` is the command's. */
  wrap(argv: readonly string[], inside: SandboxOptions, id: ProcessId): Promise<readonly string[]>;
  /**
   * Protected files that changed since this command began; call it when it has ended. Files that would run outside
   * the sandbox are moved aside first.
   */
  changes(id: ProcessId): readonly ProtectedChange[];
  /** Drops the command's record; moved files stay where they are. */
  forget(id: ProcessId): void;
}

/** A file that changes what other tools execute, created or changed during a command without an approval. */
export interface ProtectedChange {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'removed';
  /** Absolute path of its new place, if it was moved because it would have run outside the sandbox. */
  readonly movedTo?: string | undefined;
}

export interface SandboxOptions {
  /** Canonical directory. */
  readonly workspace: string;
  /** Where in it the command starts. Missing = at its root. */
  readonly folder?: string | undefined;
  readonly access: Access;
  readonly environment: Readonly<Record<string, string>>;
  /** Folders outside of it that its links lead to; see `LinkedFolders`. Missing = none. */
  readonly linked?: readonly string[];
}

export interface CommandStart {
  /** Generated before the intent is stored, so that the record can be found after a crash. */
  readonly id: ProcessId;
  readonly execution: Execution;
  /** Root of the project: canonical directory, no symlink components. */
  readonly cwd: string;
  /** Where in the project it starts. Missing = at its root. */
  readonly folder?: string;
  /** Replaces the known folders of the project; see `LinkedFolders`. */
  readonly linked?: readonly string[];
  /** Hard limit; the whole process group is killed after it. */
  readonly timeoutMs: number;
  /** Text of its standard input, kept as long as its record. Missing = none. */
  readonly input?: string;
  /** Called right before the start; if it throws, the command never runs. */
  readonly lastLook?: () => Promise<void>;
}

/**
 * The fate of a command according to its own record. `never-ran`: the claim was withdrawn, so it did not run and
 * never will. `interrupted`: it ran and its end is unknown. `running`: it still runs.
 */
export type CommandFate =
  | { readonly kind: 'exited'; readonly exitCode: number; readonly durationMs: number }
  | { readonly kind: 'timed-out'; readonly durationMs: number }
  | { readonly kind: 'killed'; readonly reason: string; readonly durationMs: number }
  | { readonly kind: 'running'; readonly sinceMs: number }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'never-ran' };

/** The fate of a command that no longer runs. */
export type FinalFate = Exclude<CommandFate, { kind: 'running' }>;

export interface CommandOutput {
  /**
   * Redacted, without escape sequences, progress lines reduced to their last state, valid UTF-16. Head and tail if it
   * was longer than `limit`.
   */
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes written, before any shortening. */
  readonly bytes: number;
  /** Folder that holds the full `stdout.log` and `stderr.log`, outside the workspace. */
  readonly folder: string;
  /** Set when the command has ended; missing = no changes. */
  readonly changes?: readonly ProtectedChange[];
}

/** Starts commands under a supervisor that survives this program, and finds them again. */
export interface Supervisor {
  /** State of the sandbox for commands. */
  sandbox(): Promise<SandboxState>;
  /** Spawns; resolves once the process exists. Throws Failure `unavailable` when it cannot. */
  start(command: CommandStart): Promise<void>;
  /** Waits for the end, the limit, or `signal` (which kills the group); also for a command of an earlier program. */
  wait(id: ProcessId, signal: AbortSignal): Promise<CommandFate>;
  /** The present fate; withdraws the claim of a command that provably never ran, so that it never will. */
  fate(id: ProcessId): Promise<CommandFate>;
  /** SIGTERM to the group, SIGKILL after 1 s; resolves when it is gone. */
  kill(id: ProcessId, reason: string): Promise<CommandFate>;
  /** Bytes of output so far. */
  sizes(id: ProcessId): Promise<OutputOffsets>;
  /** Output so far, at most `limit` characters for both streams together. */
  output(id: ProcessId, limit: number): Promise<CommandOutput>;
  /** New output since byte offsets `from`, at most `limit` characters, and the offsets for the next call. */
  read(
    id: ProcessId,
    from: OutputOffsets,
    limit: number,
  ): Promise<{ readonly text: string; readonly next: OutputOffsets }>;
  /** Deletes records of commands that ended more than `ageMs` ago, and kills commands that exceed their limit. */
  collect(ageMs: number): Promise<CollectedProcesses>;
}

export interface CollectedProcesses {
  readonly removed: readonly ProcessId[];
  readonly killed: readonly ProcessId[];
}

export interface OutputOffsets {
  readonly stdout: number;
  readonly stderr: number;
}

/**
 * Learns the values in a workspace's secret files, and in those of outside folders that a command there, given as
 * argv, names: a person's yes lets the command read them, though it may have been meant for another file there.
 */
export type LearnSecrets = (workspace: string, argv?: readonly string[]) => Promise<void>;
