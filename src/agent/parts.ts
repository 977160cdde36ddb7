import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Approver } from '../contracts/access.ts';
import type { Assignment, Terms } from '../contracts/assignment.ts';
import type { Bootstrap } from '../contracts/bootstrap.ts';
import type { Checkpoints } from '../contracts/checkpoints.ts';
import type { CodeReader, ProjectMaps } from '../contracts/code.ts';
import type { SessionCrons } from '../contracts/cron-book.ts';
import type { SentFiles } from '../contracts/enclosures.ts';
import type { PathGuard, Supervisor, WorkspaceFiles } from '../contracts/exec.ts';
import type { Git, GitHub } from '../contracts/git.ts';
import type { Announcer, Nudge } from '../contracts/journal.ts';
import type { Model, ToolSpec } from '../contracts/model.ts';
import type { Notes } from '../contracts/notes.ts';
import type { CallRules, CommandPolicy, Redactor, Risk } from '../contracts/policy.ts';
import type { ModelPrice, RunLimits, SessionMode, SessionRecord } from '../contracts/session.ts';
import type { Specialists } from '../contracts/specialists.ts';
import type { CallRecord, Store } from '../contracts/store.ts';
import type { TaskPlan } from '../contracts/task-plan.ts';
import type { AnyTool, LoadedText } from '../contracts/tool.ts';
import type { Tracer } from '../contracts/trace.ts';
import type { WorkspaceRights, Workspaces } from '../contracts/workspaces.ts';
import type { Prompts } from './prompt/prompt.ts';
import type { Transcripts } from './transcript.ts';

/** What belongs to one workspace; made once per session. */
export interface WorkspaceParts {
  readonly guard: PathGuard;
  readonly files: WorkspaceFiles;
  readonly code: CodeReader;
  readonly git: Git;
  readonly github: GitHub | undefined;
  readonly missingGitHub: string;
}

/** Everything the agent is handed by the composition root. */
export interface AgentParts {
  readonly store: Store;
  readonly model: Model;
  readonly tools: readonly AnyTool[];
  /** Tools a session of this mode is shown, sorted by name. */
  specs(mode: SessionMode): readonly ToolSpec[];
  readonly prompts: Prompts;
  readonly transcripts: Transcripts;
  readonly announcer: Announcer;
  /** Everybody who is asked; the first answer counts. Empty when nobody here may allow it. */
  approversOf(session: SessionRecord, risk: Risk): readonly Approver[];
  readonly nudge: Nudge;
  /** Before the commit with which a session may end: it cannot wait for what its report shows. Never throws. */
  lookBeforeEnd(session: SessionRecord): Promise<void>;
  workspace(root: string): WorkspaceParts;
  readonly workspaces: Workspaces;
  /** Which projects the person of this session may know and choose. */
  rightsOf(session: SessionRecord): WorkspaceRights;
  readonly policy: CommandPolicy;
  readonly rules: CallRules;
  readonly redactor: Redactor;
  /** Teaches the redactor what the secret files of a workspace hold. */
  learnSecrets(workspace: string): Promise<void>;
  /**
   * What an assignment comes to, at the first run of its session.
   * @throws Failure with a sentence for the person: then the session fails
   */
  termsOf(session: SessionRecord, assignment: Assignment, signal: AbortSignal): Promise<Terms>;
  /** Who replies in a session. */
  modelOf(session: SessionRecord): Model;
  /**
   * The checklist of a session whose replies no model makes, as these calls, which are not stored yet, and the stored
   * ones say; undefined: leave the one that there is.
   */
  checklistOf(session: SessionRecord, calls: readonly CallRecord[]): Promise<TaskPlan | undefined>;
  /** Whom a session may call in. */
  readonly specialists: Specialists;
  /**
   * What the model is told, once in a session, where the secretary of the project is in the mode `aware`. Never throws for
   * what is on the disk.
   */
  secretaryNote(project: string): Promise<string | undefined>;
  /** Files of the owner, for the system prompt of a new session. */
  readonly bootstrap: Bootstrap;
  /** Whether only an owner reads what this session answers. */
  ownerAlone(session: SessionRecord): boolean;
  /** Whether a session is an owner's, wherever it is. */
  isOwners(session: SessionRecord): boolean;
  /** Lines that the owner has the program keep in those files. */
  readonly notes: Notes;
  crons(session: SessionRecord): SessionCrons;
  /** For the first message of a session; undefined: without one. */
  readonly maps: ProjectMaps | undefined;
  /** Most tokens that such a map may take. */
  readonly mapTokens: number;
  /** See `ToolContext.loadCommand`. */
  loadCommand(
    place: Pick<SessionRecord, 'project' | 'workspace'>,
    wish: { readonly name: string; readonly typed: string },
    signal: AbortSignal,
  ): Promise<LoadedText>;
  readonly supervisor: Supervisor;
  /** States of the project around each change, for the undo. */
  readonly checkpoints: Pick<Checkpoints, 'take' | 'takeFiles'>;
  readonly limits: RunLimits;
  /** Undefined = unknown: such a session is capped by tokens. */
  priceOf(model: string): ModelPrice | undefined;
  readonly sentFiles: Pick<SentFiles, 'imageBytes' | 'hasVision'>;
  readonly writeEnabled: boolean;
  readonly edits: 'auto' | 'ask';
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer: Tracer;
}
