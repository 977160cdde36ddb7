import type * as z from 'zod';
import type { CallId, ProcessId } from '../core/ids.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { DocumentReader } from './binary-files.ts';
import type { CodeReader, ProjectChecks } from './code.ts';
import type { FinalFate, Supervisor } from './exec.ts';
import type { Git, GitHub } from './git.ts';
import type { GrantOffers } from './grants.ts';
import type { ModelSpending } from './model.ts';
import type { CommandPolicy, Verdict } from './policy.ts';
import type { SessionRecord, TaskPlan } from './session.ts';
import type { PathGuard, WorkspaceFiles } from './workspace-files.ts';

/**
 * The effect of a call. `reads`: nothing outside the session's own records; such calls run in parallel, need no
 * record before they run and are simply repeated after a crash. All others run alone and are recorded first. `asks`:
 * only what a person approves each time, and nothing in the project.
 */
export type Effect = 'reads' | 'writes' | 'executes' | 'network' | 'asks';

/**
 * Result of a tool: `text` for the model (English, Latin-1 unless it quotes a file), `data` for reports and jobs.
 */
export interface ToolAnswer<Output> {
  readonly text: string;
  readonly data: Output;
  /** Outcome of a shell command, for the second step of its audit row. */
  readonly audit?: CommandAudit;
  /**
   * A further line of `text` that is still being computed; it may be empty. Later steps need not wait for it. Never
   * rejects; stopping the run does not wait for it.
   */
  readonly note?: Promise<string>;
  /** What a model used for it, beside the session's own replies. */
  readonly spent?: ModelSpending;
}

export interface CommandAudit {
  readonly exitCode: number | undefined;
  readonly stdoutPreview: string;
  readonly stderrPreview: string;
  readonly durationMs: number;
  readonly error?: string;
  /** Bytes of both streams together; for the log, not for the audit row. */
  readonly outputBytes?: number;
}

/** What one particular call needs, beyond the rules for every tool. */
export interface Review {
  readonly verdict: Verdict;
  /** Exactly what is approved. An approval is only valid while the review of the call gives an equal value. */
  readonly binding: Json;
  /** Shown below the question: the whole command, the diff. Never shortened by the tool. */
  readonly details: string;
  /** The question itself says why it is asked and what a yes does: reason, risks and a picture are left out. */
  readonly explainsItself?: true;
  /** An approval under this name holds for the rest of the session (`push`, `pull-request`). */
  readonly grant?: string;
  /** How far a yes may reach beyond this call; only for asked shell commands. */
  readonly offers?: GrantOffers;
  /** The command as the audit row shows it; only for shell commands. */
  readonly command?: string;
  /** Its decoded argv, with the program as it was named; undefined for a shell line. */
  readonly words?: readonly string[];
  /** How the command will be confined; only for shell commands. */
  readonly confinement?: Confinement;
}

/**
 * A sandbox with or without network, or none: then a command has the rights of the person who started the program.
 */
export type Confinement = 'network' | 'no-network' | 'none';

/**
 * Rule of a Failure of `prepare` or `run`: nothing was done, because what would run differs from what was judged. The
 * call is judged, and asked, again.
 */
export const CHANGED = 'changed';

/**
 * State of a call that was started before a crash. `rerun`: it provably had no effect; `prepare` is called again and
 * its new state stored before `run`, because the old state may be used up (a claimed process id).
 */
export type CallRecovery<Output> =
  | { readonly kind: 'done'; readonly answer: ToolAnswer<Output> }
  | { readonly kind: 'rerun' }
  | { readonly kind: 'unknown'; readonly detail: string };

/** A group of tools. A plan names what its tasks do by group and tool: `files.read_lines`. */
export type Service = 'files' | 'shell' | 'git' | 'github' | 'cron' | 'workspace' | 'agent';

/** An input as a person would write it, for people and for the model that plans. */
export interface ToolExample {
  readonly description: string;
  /** `{{task-0.output.field}}` in a string: what an earlier task of the plan handed on. */
  readonly input: JsonObject;
}

/** Where a plan finds the tool. */
type PlaceInPlans =
  | { readonly service: Service; readonly examples: readonly [ToolExample, ...ToolExample[]] }
  /** No plan can name it; `leftOut`: why it makes sense only for a model at work. */
  | { readonly service: { readonly leftOut: string }; readonly examples?: undefined };

/** What a file that is written for Claude Code calls a tool. */
export type ClaudeCodeTool =
  | 'Agent'
  | 'AskUserQuestion'
  | 'Bash'
  | 'BashOutput'
  | 'Edit'
  | 'Glob'
  | 'Grep'
  | 'KillShell'
  | 'LS'
  | 'MultiEdit'
  | 'Read'
  | 'Skill'
  | 'Task'
  | 'TodoWrite'
  | 'WebFetch'
  | 'WebSearch'
  | 'Write';

/** The fields that every list of tools is made from. None has a default: the author of a tool decides about each. */
interface ToolPlacement {
  /** Shown on the progress card while a call runs: a verb before the object of the call. */
  readonly doing: Readonly<Record<Locale, string>>;
  /**
   * Which sub-agents have it. `all`: also the one that only looks something up. `specialists`: those that an agent file
   * describes. `working`: of these, only those that change files.
   */
  readonly subAgents: 'all' | 'specialists' | 'working' | 'none';
  /**
   * Names in an agent file or a command file that open this tool, beside its own. Empty for a tool that does what none
   * of these do: no file that was written for Claude Code can then mean it.
   */
  readonly claudeCode: readonly ClaudeCodeTool[];
}

export type Tool<Input = unknown, Output = unknown> = ToolAtWork<Input, Output> &
  ToolPlacement &
  PlaceInPlans;

/** In which sessions a tool is offered, where that differs from most: for the lists of tools. */
interface ToolOffer {
  /** Also available in a talk, which otherwise only reads: it never acts without a person's yes. */
  readonly inTalk?: true;
  /** Offered only where there are several projects: with one it would cost bytes in every request for nothing. */
  readonly forSeveralProjects?: true;
  /** Offered only where the model looks at pictures. */
  readonly needsVision?: true;
  /** True when it only speaks with the person and changes nothing, so that people who may only read have it as well. */
  readonly onlySpeaks?: true;
}

/** What may be assumed of a tool's calls, where that differs from most: for checkpoints, and for the loop's guards. */
interface CallTraits<Input> {
  /** True for a call that is known to change nothing, although its effect is recorded first. */
  onlyLooks?(input: Input): boolean;
  /**
   * The files that a call names, if it changes only these: no other file and nothing in the repository. When missing,
   * anything may change.
   */
  files?(input: Input): readonly string[];
  /** True for a result about something that is still running: repeating the call is waiting, not a loop. */
  goesOn?(data: unknown): boolean;
  /**
   * Every call of it asks a person for the same, whatever its details say: three refusals are final for all of them.
   */
  readonly hasOneAim?: true;
  /** All its effects are calls of a sub-agent, each judged, recorded and undone separately. */
  readonly hasOwnCalls?: true;
}

interface ToolAtWork<Input, Output> extends ToolOffer, CallTraits<Input> {
  readonly name: string;
  /** For the model; Latin-1, as short as clarity permits: all tools together must stay small. */
  readonly description: string;
  readonly effect: Effect | ((input: Input) => Effect);
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  /** After this time the call's signal aborts. Default 60 s. Commands and approvals keep their own time. */
  readonly timeoutMs?: number;
  /**
   * May need a person, or be refused. Runs before anything is recorded; must change nothing. Throws Failure for a
   * call that cannot be carried out; its message goes to the model.
   */
  review?(input: Input, context: ToolContext): Promise<Review>;
  /**
   * State from before the call, stored with the intent for `recover`. `reviewed` is the binding of the review that
   * permitted the call (null without `review`): what runs must be what was judged, so a tool throws Failure
   * `conflict` if that may have changed.
   */
  prepare?(input: Input, context: ToolContext, reviewed: Json): Promise<Json>;
  /** Called after a crash for a call with a stored intent and no result. Missing = `unknown`. */
  recover?(input: Input, context: ToolContext, prepared: Json): Promise<CallRecovery<Output>>;
  /** Throws Failure for expected errors; its message goes to the model. `prepared` is null without `prepare`. */
  run(input: Input, context: ToolContext, prepared: Json): Promise<ToolAnswer<Output>>;
}

/** The answer of a sub-agent that only reads. */
export interface Exploration {
  readonly answer: string;
  /** Undefined when it ended by itself. Otherwise a sentence on why it had to stop. */
  readonly cutShort: string | undefined;
  readonly rounds: number;
  readonly calls: number;
}

/** The project folder that a session works in. */
export interface SessionWorkspace {
  readonly guard: PathGuard;
  readonly files: WorkspaceFiles;
  readonly code: CodeReader;
  readonly documents: DocumentReader;
  /** Undefined where they are switched off. */
  readonly checks: ProjectChecks | undefined;
  readonly git: Git;
  /** Undefined without token or repository; `missingGitHub` then says what to set. */
  readonly github: GitHub | undefined;
  readonly missingGitHub: string;
}

/** Everything one call of a tool may use. A tool takes the few members it needs by destructuring. */
export interface ToolContext {
  readonly session: SessionRecord;
  readonly callId: CallId;
  readonly signal: AbortSignal;
  readonly writeEnabled: boolean;
  /** `ask`: every edit is shown and asked. */
  readonly edits: 'auto' | 'ask';
  readonly workspace: SessionWorkspace;
  readonly policy: CommandPolicy;
  /** Hides secrets in a text, including present values in the project's secret files. */
  redaction(): Promise<(text: string) => string>;
  readonly supervisor: Supervisor;
  readonly processes: SessionProcesses;
  readonly plan: Checklist;
  readonly ledger: SessionLedger;
  readonly person: CallPerson;
  readonly clock: CallClock;
  readonly subAgents: SubAgents;
}

/** The person's words on this call, and during it. */
export interface CallPerson {
  /** The words of the person who approved this call, if one did. */
  readonly approvalWords: string | undefined;
  /** True while there are messages of a person that the model has not read. */
  isSpokenTo(): boolean;
}

export interface CallClock {
  nowMs(): number;
  /** Resolves after this time, or at once when the call has to stop. */
  pause(ms: number): Promise<void>;
}

/** Sub-agents, on this session's budget and within its permissions. */
export interface SubAgents {
  /**
   * Has a sub-agent look something up, by reading only.
   * @param specialist named by an agent file (`plugin:name`, or a unique name); an empty name lists them
   * @throws Failure without an answer, or when there is no such specialist that only reads
   */
  explore(task: string, specialist?: string): Promise<Exploration>;
  /**
   * Has a specialist do work.
   * @param specialist `plugin:name`, or a unique name
   * @throws Failure when there is no such specialist, when it may not work here, or without an answer
   */
  begin(task: string, specialist: string): Promise<Exploration>;
  /** The work that `begin` carried out before a crash; undefined when there was none. */
  findEarlierWork(): Promise<Exploration | undefined>;
}

/** The checklist of the session; stored together with the results of the round. */
export interface Checklist {
  get(): TaskPlan | undefined;
  set(plan: TaskPlan): void;
}

/** One file the session wrote. Hashes are SHA-256 of the bytes; undefined = there was no file. */
export interface WrittenFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** True when the file already held uncommitted changes of others. */
  readonly heldForeignChanges: boolean;
}

/** Files that the session has read and changed; stored together with the results of the call. */
export interface SessionLedger {
  /** Hash of the file's content that the model last saw, or undefined. */
  lastSeen(path: string): string | undefined;
  /**
   * Called by a tool only if its answer shows content of the file, or the model itself wrote it; never for a name, a
   * size or an outline. Otherwise the model could overwrite a file that it has never read, and an edit or a deletion
   * that it decided on by older content would pass: both are refused by comparing with this hash.
   */
  noteSeen(path: string, hash: string): void;
  noteWritten(file: WrittenFile): void;
  /** In order of first write; `before` is the content before the session's first write. */
  listWritten(): readonly WrittenFile[];
  /** Paths that had uncommitted changes before the session changed anything. */
  listDirtyAtStart(): Promise<readonly string[]>;
  noteCommit(hash: string): void;
  listCommits(): readonly string[];
  /** Branch that the session made for itself, if any: pushing it is asked once. */
  ownBranch(): string | undefined;
  noteOwnBranch(name: string): void;
}

/**
 * How long a background command may run: till its task ends, till its own limit because a person said so, or no
 * longer.
 */
export type ProcessLifetime = 'task' | 'limit' | 'stopped';

export interface BackgroundProcess {
  readonly id: ProcessId;
  readonly command: string;
  readonly startedAtMs: number;
  readonly readFrom: { readonly stdout: number; readonly stderr: number };
  readonly lasts: ProcessLifetime;
  /** Undefined until its end is recorded. */
  readonly fate?: FinalFate | undefined;
}

/** Background commands of the session, durable. At most 5 run at a time; ended ones are removed after 10 minutes. */
export interface SessionProcesses {
  list(): readonly BackgroundProcess[];
  /** `process` was started by the present call. */
  add(process: BackgroundProcess): void;
  /** Records its end and completes its audit row, once. */
  end(process: BackgroundProcess, end: { readonly fate: FinalFate; readonly audit: CommandAudit }): void;
  /** Records that the present call tells the model of its end. */
  markReported(process: BackgroundProcess): void;
  setReadFrom(id: string, offsets: { readonly stdout: number; readonly stderr: number }): void;
}

/** Keeps the input and output types of a tool together while it is written; the list holds `AnyTool`. */
export function defineTool<Input, Output>(tool: Tool<Input, Output>): AnyTool {
  return tool as AnyTool;
}

/** A tool whose input type only its own schema knows. */
// The cast in `defineTool` is safe because every caller passes input through `tool.input` first.
export type AnyTool = Tool<unknown, unknown>;
