import type { Approver } from '../contracts/access.ts';
import type { Assignment, Bootstrap, Terms } from '../contracts/assignment.ts';
import type { CallHooks } from '../contracts/call-hooks.ts';
import type { Checkpoints } from '../contracts/checkpoints.ts';
import type { ProjectMaps } from '../contracts/code.ts';
import type { SentFiles } from '../contracts/enclosures.ts';
import type { Supervisor } from '../contracts/exec.ts';
import type { Ownership } from '../contracts/machines.ts';
import type { Model } from '../contracts/model.ts';
import type { CommandPolicy, Redactor, Risk } from '../contracts/policy.ts';
import type { Announcer, Nudge } from '../contracts/run-events.ts';
import type { ModelPrice, SessionRecord, TaskPlan } from '../contracts/session.ts';
import type { Specialists } from '../contracts/specialists.ts';
import type { CallRecord, Store } from '../contracts/store.ts';
import type { SessionWorkspace } from '../contracts/tool.ts';
import type { Tracer } from '../contracts/trace.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Settings } from '../settings/settings.ts';
import type { Toolboxes } from '../tools/toolbox.ts';
import type { Prompts } from './prompt/prompt.ts';
import type { Transcripts } from './transcript.ts';

/** Everything that the composition root supplies to the agent. */
export interface AgentParts {
  readonly store: Store;
  readonly transcripts: Transcripts;
  readonly models: AgentModels;
  readonly settings: AgentSettings;
  readonly toolboxes: Toolboxes;
  readonly outgoing: AgentOutgoing;
  readonly assignments: Assignments;
  readonly people: SessionPeople;
  readonly reading: ReadingPorts;
  readonly commands: CommandPorts;
  readonly redactor: SessionRedactor;
  /** States of the project around each change, for undo. */
  readonly checkpoints: Pick<Checkpoints, 'take' | 'takeFiles'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer: Tracer;
}

/** What a session may cost and change. */
export interface AgentSettings extends Pick<Settings, 'edits' | 'limits' | 'mapTokens'> {
  readonly access: Pick<Settings['access'], 'writeEnabled'>;
  readonly model: Pick<Settings['model'], 'fallback' | 'helper'>;
}

export interface AgentModels {
  /** Replies in sub-agents and writes summaries. */
  readonly model: Model;
  /** Undefined = unknown: such a session is capped by tokens. */
  priceOf(name: string): ModelPrice | undefined;
  /** Working window of a session with this model, in tokens. */
  windowOf(name: string): number;
}

/** What sessions say to people. */
interface AgentOutgoing {
  readonly announcer: Announcer;
  readonly nudge: Nudge;
  /**
   * Called before a commit that may end a session with these words, because the commit cannot wait for the report's
   * data. Never throws.
   */
  lookBeforeEnd(session: SessionRecord, words: string): Promise<void>;
}

/** Turns what sessions begin with into terms, and adds the notes of features to any session. */
export interface Assignments {
  /**
   * Turns an assignment into terms, at the first run of its session.
   * @throws Failure with a sentence for the person: then the session fails
   */
  termsOf(session: SessionRecord, assignment: Assignment, signal: AbortSignal): Promise<Terms>;
  /** The model that replies in a session. */
  modelOf(session: SessionRecord): Model;
  /**
   * The checklist of a session without a model, computed from these calls, which are not stored yet, and the stored
   * ones; undefined to keep the present one.
   */
  checklistOf(session: SessionRecord, calls: readonly CallRecord[]): Promise<TaskPlan | undefined>;
  /** Notes for the model, each once in a session. Never throws for files on the disk. */
  sessionNotes(session: SessionRecord, signal: AbortSignal): Promise<readonly string[]>;
  readonly calls: CallHooks;
}

export interface SessionPeople {
  /** The people who get the question; the first answer counts. Empty when no person may approve it. */
  approversOf(session: SessionRecord, risk: Risk): readonly Approver[];
  /** True when only an owner reads this session's answers. */
  ownerAlone(session: SessionRecord): boolean;
  /** What a person's no says besides it; empty when it is only a no. */
  reasonOfNo(words: string): string;
}

/** What decides about commands, and runs them. */
export interface CommandPorts {
  readonly policy: CommandPolicy;
  readonly supervisor: Supervisor;
  /** Missing when there is no other machine. */
  readonly ownership?: Pick<Ownership, 'beforeCommand'> | undefined;
}

/** What a session reads: its project, and files of the owner and of people. */
export interface ReadingPorts {
  /** Called once per session. */
  workspace(root: string): SessionWorkspace;
  /** True when the folder that a task began in exists and is no link. */
  isRealFolder(path: string): boolean;
  /** Maps for the first message of a session; undefined when there are none. */
  readonly maps: ProjectMaps | undefined;
  readonly prompts: Prompts;
  /** Files of the owner, for the system prompt of a new session. */
  readonly bootstrap: Bootstrap;
  /** Specialists that a session may consult. */
  readonly specialists: Specialists;
  readonly sentFiles: Pick<SentFiles, 'imageBytes' | 'hasVision' | 'bringDocument'>;
}

interface SessionRedactor extends Redactor {
  /** Teaches it the contents of a workspace's secret files. */
  learnSecrets(workspace: string): Promise<void>;
}
