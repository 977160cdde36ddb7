import type * as z from 'zod';
import type { CallId, ProcessId } from '../base/ids.ts';
import type { Json } from '../base/json.ts';
import type { CodeReader } from './code.ts';
import type { FinalFate, PathGuard, Supervisor, WorkspaceFiles } from './exec.ts';
import type { Git, GitHub } from './git.ts';
import type { Offers } from './grants.ts';
import type { Metrics, MetricsPeriod } from './metrics.ts';
import type { NoteFault, NoteFile, NotePlan, Notes, PlannedNote } from './notes.ts';
import type { CommandPolicy, Verdict } from './policy.ts';
import type { SessionRecord } from './session.ts';
import type { TaskPlan } from './task-plan.ts';
import type { WorkspaceBoard } from './workspaces.ts';

/**
 * What a call does to the world. `reads`: nothing outside the session's own records; such calls run together, need no
 * record before they run and are simply run again after a crash. Everything else runs alone and is recorded first.
 * `asks`: nothing but what a person says yes to each time, and nothing of the project.
 */
export type Effect = 'reads' | 'writes' | 'executes' | 'network' | 'asks';

/** Result of a tool: `text` for the model (English, Latin-1 unless it quotes a file), `data` for reports and jobs. */
export interface ToolAnswer<Output> {
  readonly text: string;
  readonly data: Output;
  /** Outcome of a shell command, for the second step of its audit row. */
  readonly audit?: CommandAudit;
  /**
   * A further line of `text` that is still being found, empty if there is none: what has to be done after the call need
   * not wait for it. Never rejects; a person who stops the run does not wait for it.
   */
  readonly note?: Promise<string>;
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

/** What one particular call needs, beyond the rules that hold for every tool. */
export interface Review {
  readonly verdict: Verdict;
  /** What exactly is approved. An approval holds only while the review of the call gives an equal value. */
  readonly binding: Json;
  /** What the person sees under the question: the whole command, the diff. Never shortened by the tool. */
  readonly details: string;
  /** An approval under this name holds for the rest of the session (`push`, `pull-request`). */
  readonly grant?: string;
  /** How far a yes may reach beyond this call; only for shell commands that are asked. */
  readonly offers?: Offers;
  /** The command as the audit row shows it; only for shell commands. */
  readonly command?: string;
  /** Its decoded argv, the program as it was named; undefined for what a shell would run. */
  readonly words?: readonly string[];
  /** What will hold the command; only for shell commands. */
  readonly confinement?: Confinement;
}

/** A sandbox with or without network, or none: then a command has the rights of the person who started the program. */
export type Confinement = 'network' | 'no-network' | 'none';

/**
 * Rule of a Failure by which `prepare` or `run` says that nothing was done, because what was judged is no longer what
 * would run. The call is judged, and asked, again.
 */
export const CHANGED = 'changed';

/**
 * What is known of a call that was started before a crash. `rerun`: it provably had no effect; `prepare` is called
 * again and its new state stored before `run`, because the old state may be used up (a claimed process id).
 */
export type Recovered<Output> =
  | { readonly kind: 'done'; readonly answer: ToolAnswer<Output> }
  | { readonly kind: 'rerun' }
  | { readonly kind: 'unknown'; readonly detail: string };

export interface Tool<Input = unknown, Output = unknown> {
  readonly name: string;
  /** For the model; Latin-1, as short as clarity allows: all tools together must stay small. */
  readonly description: string;
  readonly effect: Effect | ((input: Input) => Effect);
  /** Offered in a talk as well, which only reads otherwise: it never acts without a person's yes. */
  readonly inTalk?: true;
  /** True for a call that changes nothing for all that anyone knows, although its effect is recorded first. */
  onlyLooks?(input: Input): boolean;
  /**
   * The files, as the call names them, of a call that changes these and nothing else in the world: no other file and
   * nothing of the repository. Missing: anything may change.
   */
  files?(input: Input): readonly string[];
  /** True for a result that says that something still goes on: to ask again is to wait, and no repetition. */
  goesOn?(data: unknown): boolean;
  /** Whatever it does to the world are calls of a sub-agent, each judged, recorded and undone as a call of its own. */
  readonly hasOwnCalls?: true;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<Output>;
  /** After this the call's signal aborts. Default 60 s. Commands and approvals keep their own time. */
  readonly timeoutMs?: number;
  /**
   * May need a person, or be refused. Runs before anything is recorded; must change nothing. Throws Failure for a call
   * that cannot be carried out at all; its message goes to the model.
   */
  review?(input: Input, context: ToolContext): Promise<Review>;
  /**
   * State from before the call, stored with the intent: whatever `recover` needs to tell what happened. `reviewed` is
   * the binding of the review that let the call through (null without `review`): what runs must be what was judged,
   * so a tool whose world may have changed since throws Failure `conflict`.
   */
  prepare?(input: Input, context: ToolContext, reviewed: Json): Promise<Json>;
  /** Asked after a crash for a call whose intent was stored and whose result was not. Missing = `unknown`. */
  recover?(input: Input, context: ToolContext, prepared: Json): Promise<Recovered<Output>>;
  /** Throws Failure for what can be expected; its message goes to the model. `prepared` is null without `prepare`. */
  run(input: Input, context: ToolContext, prepared: Json): Promise<ToolAnswer<Output>>;
}

/** What a sub-agent found out by reading. */
export interface Exploration {
  readonly answer: string;
  /** Undefined: it ended by itself. Otherwise a sentence on why it had to stop. */
  readonly cutShort: string | undefined;
  readonly rounds: number;
  readonly calls: number;
}

/** Everything a tool may touch. A tool takes the few members it needs by destructuring. */
export interface ToolContext {
  readonly session: SessionRecord;
  readonly callId: CallId;
  readonly signal: AbortSignal;
  readonly writeEnabled: boolean;
  /** `ask`: every edit is shown and asked. */
  readonly edits: 'auto' | 'ask';
  readonly guard: PathGuard;
  readonly files: WorkspaceFiles;
  readonly code: CodeReader;
  readonly git: Git;
  /** Undefined without token or repository; `missingGitHub` then says what to set. */
  readonly github: GitHub | undefined;
  readonly missingGitHub: string;
  readonly policy: CommandPolicy;
  /** Hides secrets in a text, also the values that stand in the secret files of the project at this moment. */
  redaction(): Promise<(text: string) => string>;
  readonly supervisor: Supervisor;
  readonly processes: SessionProcesses;
  readonly plan: PlanBoard;
  readonly workspaces: WorkspaceBoard;
  readonly ledger: SessionLedger;
  /** The words of the person who approved this call, if it was asked. */
  readonly approvalWords: string | undefined;
  readonly nowMs: () => number;
  /** Resolves after this time, or at once when the call is to stop. */
  pause(ms: number): Promise<void>;
  /** True while there are words of a person that the model has not read. */
  isSpokenTo(): boolean;
  readonly notes: SessionNotes;
  /**
   * Covers all chats for an owner who is alone, else the session's chat: everybody in it may read the model's answer.
   */
  metrics(period: MetricsPeriod): Promise<{ readonly figures: Metrics; readonly ofChat: boolean }>;
  /** A command file of the project, expanded; `typed`: what stands behind its name. Never throws for what is wrong with it. */
  loadCommand(name: string, typed: string): Promise<LoadedText>;
  /**
   * Has a sub-agent look something up, by reading only, on this session's budget.
   * @param specialist whom an agent file describes (`plugin:name`, or a name that one alone has); empty: the answer is a list
   * @throws Failure when no answer came, or when there is no such specialist for what only reads
   */
  explore(task: string, specialist?: string): Promise<Exploration>;
  readonly delegated: DelegatedWork;
}

/** Work that this call hands over to a specialist, on this session's budget and within what it may. */
export interface DelegatedWork {
  /**
   * @param specialist `plugin:name`, or a name that one alone has
   * @throws Failure when there is no such specialist, when it may not work here, or when no answer came
   */
  begin(task: string, specialist: string): Promise<Exploration>;
  /** What a program that died had carried out of it; undefined: nothing. */
  left(): Promise<Exploration | undefined>;
}

/** What is needed of a loaded command file to tell it; the whole is as `library/command-answer.ts` has it. */
export type LoadedText =
  | {
      readonly success: true;
      readonly command: { readonly name: string; readonly path: string; readonly content: string };
    }
  | {
      readonly success: false;
      readonly error: { readonly message: string; readonly searchedPaths?: readonly string[] };
    };

/** Lines that the owner has the program keep, for this call. */
export interface SessionNotes {
  /** Changes nothing. `owners-only`: whose session it is may not. `not-alone`: others read what is said here. */
  plan(file: NoteFile, text: string): NotePlan | 'owners-only' | 'not-alone';
  /** Returns what was in the way. */
  add(note: PlannedNote): NoteFault | undefined;
  /** What a program that died may have left of this call. */
  fate(): ReturnType<Notes['fate']>;
}

/** The checklist of the session; stored together with the results of the round. */
export interface PlanBoard {
  get(): TaskPlan | undefined;
  set(plan: TaskPlan): void;
}

/** One file the session wrote. Hashes are SHA-256 of the bytes; undefined = there was no file. */
export interface WrittenFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** True when the file already held uncommitted changes that are not the session's. */
  readonly heldForeignChanges: boolean;
}

/** What the session has read and changed; stored together with the results of the call. */
export interface SessionLedger {
  /** Hash of the content the model last saw of this file, or undefined. */
  lastSeen(path: string): string | undefined;
  noteSeen(path: string, hash: string): void;
  noteWritten(file: WrittenFile): void;
  /** In order of first write; `before` is the content before the session's first write. */
  written(): readonly WrittenFile[];
  /** Paths that had uncommitted changes before the session changed anything. */
  dirtyAtStart(): Promise<readonly string[]>;
  noteCommit(hash: string): void;
  commits(): readonly string[];
  /** Branch that the session made for itself, if any: pushing it is asked once. */
  ownBranch(): string | undefined;
  noteOwnBranch(name: string): void;
}

/** How long a background command goes on: till its task ends, till its own limit because a person said so, no longer. */
export type Lasts = 'task' | 'limit' | 'stopped';

export interface BackgroundProcess {
  readonly id: ProcessId;
  readonly command: string;
  readonly startedAtMs: number;
  readonly readFrom: { readonly stdout: number; readonly stderr: number };
  readonly lasts: Lasts;
  /** Undefined until its end is recorded. */
  readonly fate?: FinalFate | undefined;
}

/** Background commands of the session, durable. At most 5 run at a time; ended ones leave it after 10 minutes. */
export interface SessionProcesses {
  list(): readonly BackgroundProcess[];
  /** `process` was started by the present call. */
  add(process: BackgroundProcess): void;
  /** Records how it ended and completes its audit row, once. */
  end(process: BackgroundProcess, end: { readonly fate: FinalFate; readonly audit: CommandAudit }): void;
  /** The model learns of its end from the present call. */
  markTold(process: BackgroundProcess): void;
  setReadFrom(id: string, offsets: { readonly stdout: number; readonly stderr: number }): void;
}

/** Keeps the input and output types of a tool together while it is written; the list holds `AnyTool`. */
export function defineTool<Input, Output>(tool: Tool<Input, Output>): AnyTool {
  return tool as AnyTool;
}

/** A tool whose input is only known through its own schema. */
// The cast in `defineTool` is safe because every caller passes input through `tool.input` first.
export type AnyTool = Tool<unknown, unknown>;
