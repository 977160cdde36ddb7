import type { ApprovalId, ConversationId, SessionId } from '../base/ids.ts';
import type { Texts } from '../base/texts/texts.ts';
import type { Person } from './access.ts';
import type { Assignment } from './assignment.ts';
import type { Bootstrap } from './bootstrap.ts';
import type { OutboundBody } from './channel.ts';
import type { SeenCommands } from './command-files.ts';
import type { Enclosure } from './enclosures.ts';
import type { SandboxState } from './exec.ts';
import type { ApprovalScope } from './grants.ts';
import type { JobId, JobSource } from './jobs.ts';
import type { NoteFile } from './notes.ts';
import type { PullChoice } from './pull-requests.ts';
import type { RoutingAnswer } from './routings.ts';
import type { RunLimits, SessionMode, SessionRecord } from './session.ts';
import type { ActivationMode } from './specialists.ts';
import type { Store } from './store.ts';
import type { TrustedFile } from './trust.ts';
import type { Workspaces } from './workspaces.ts';
import type { WorktreeChoice, WorktreeKind } from './worktrees.ts';

/** What a decision wants done. The gateway carries out all actions of one message in one transaction. */
export type Action =
  | ReplyAction
  | {
      readonly kind: 'start';
      readonly mode: SessionMode;
      readonly task: string;
      /** In a worktree of its own; undefined = in the workspace. */
      readonly apart?: Apart | undefined;
      readonly assignment?: Assignment | undefined;
      /** The job whose session it is; `outputs` as in its assignment. */
      readonly job?: { readonly id: JobId; readonly outputs: string | undefined };
      /** Undefined: that of the program. */
      readonly model?: string | undefined;
    }
  | ResumeAction
  /** As `resume`, for an id that no row knows: its transcript may still be on disk. */
  | { readonly kind: 'restore'; readonly session: SessionId }
  /** Adds up the figures of a period, of this chat alone or of all, and replies them. */
  | { readonly kind: 'add-up'; readonly periodMs: number; readonly ofChat: boolean }
  /** Looks for changes in the record of commands, and replies what was found. */
  | { readonly kind: 'check-audit' }
  /** Looks at everything that has to work, which takes some seconds, and replies what was found. */
  | { readonly kind: 'check-up' }
  /** Words for a session that runs, waits or is queued. */
  | {
      readonly kind: 'steer';
      readonly session: SessionId;
      readonly text: string;
      /** What goes with it besides what came with the message. */
      readonly enclosure?: Enclosure | undefined;
    }
  /** Other words for steering that nobody has read; undefined takes it back. */
  | { readonly kind: 'rewrite-steering'; readonly seq: number; readonly text: string | undefined }
  /** Another task for a session that has not begun. */
  | {
      readonly kind: 'rewrite-task';
      readonly session: SessionId;
      readonly task: string;
      readonly assignment?: Assignment;
    }
  | { readonly kind: 'cancel'; readonly session: SessionId }
  /** Ends what this session left running in the background. */
  | { readonly kind: 'end-background'; readonly session: SessionId }
  /** Adds a line to a file of the owner, and replies with it. */
  | { readonly kind: 'remember'; readonly file: NoteFile; readonly text: string }
  /** Takes back the last of these lines, and replies what became of it. */
  | { readonly kind: 'forget' }
  /** Takes back the steps of a session up to the one of this number. */
  | { readonly kind: 'undo'; readonly session: SessionId; readonly through: number }
  /** Looks up what a session changed, which takes git a moment, and shows it. */
  | { readonly kind: 'find-diff'; readonly session: SessionId }
  /** Where sessions of this conversation work that begin from now on; canonical path. */
  | { readonly kind: 'choose-workspace'; readonly path: string }
  /** A new workspace: a clone of the url, or without one an empty repository. */
  | { readonly kind: 'add-workspace'; readonly url: string | undefined; readonly name: string }
  | { readonly kind: 'cancel-workspace'; readonly seq: number }
  /** Looks at a workspace, which takes git a moment, and tells what is there. */
  | { readonly kind: 'look-at-workspace'; readonly path: string }
  /** Folds the older part of a session's history; `words`: what is to be kept in particular. */
  | { readonly kind: 'compact'; readonly session: SessionId; readonly words: string }
  | {
      readonly kind: 'answer';
      readonly approval: ApprovalId;
      /** How far the yes goes; undefined = no. */
      readonly scope: ApprovalScope | undefined;
      /** The person's words, as typed. */
      readonly words: string;
    }
  /** What becomes of what a task did in a worktree. */
  | { readonly kind: 'choose'; readonly session: SessionId; readonly choice: WorktreeChoice }
  /** To a question about a pull request. */
  | { readonly kind: 'answer-pull'; readonly question: string; readonly choice: PullChoice }
  /**
   * Has the secretary look for who fits a request; what the sender has open with it here is replaced. `isPlain`: plain
   * words, which are handled as ever when nobody fits.
   */
  | { readonly kind: 'route'; readonly request: string; readonly isPlain: boolean }
  /** Answers to the questions of the secretary, with those before; complete ones are looked at by it again. */
  | {
      readonly kind: 'tell-secretary';
      readonly routing: number;
      readonly answers: readonly RoutingAnswer[];
      readonly isComplete: boolean;
    }
  | { readonly kind: 'end-routing'; readonly routing: number; readonly as: 'accepted' | 'cancelled' }
  /** Shows what the file of a specialist of a project opens, accepts the very file that was shown, or takes that back. */
  | {
      readonly kind: 'trust-specialist';
      readonly path: string;
      readonly agent: string;
      readonly answer: 'ask' | 'yes' | 'off';
    }
  /** Looks at the secretary's mode in a project, or sets it, and replies with it. */
  | {
      readonly kind: 'secretary-mode';
      readonly path: string;
      readonly mode: ActivationMode | undefined;
    }
  /** Has a job planned, and the plan shown. */
  | { readonly kind: 'plan-job'; readonly source: JobSource; readonly request: string }
  /** Gives up one that is being planned or was not run yet. */
  | { readonly kind: 'cancel-job'; readonly job: JobId }
  /** Shows a command file to an owner who may accept it, accepts it, or takes that back. */
  | { readonly kind: 'trust'; readonly change: 'show' | 'accept' | 'revoke'; readonly file: TrustedFile }
  /** Numbers of standing approvals of this conversation, or all of them. */
  | { readonly kind: 'revoke'; readonly grants: readonly number[] | 'all' }
  | FeatureAction;

/** What a feature wants done, `<feature>.<what>`: its own fields are known to the feature alone (see `Feature.actions`). */
export interface FeatureAction {
  readonly kind: `${string}.${string}`;
}

export type CoreAction = Exclude<Action, FeatureAction>;

export function isFeatureAction(action: Action): action is FeatureAction {
  return action.kind.includes('.');
}

/** Why a task works in a worktree. */
export interface Apart {
  readonly kind: WorktreeKind;
}

export interface ReplyAction {
  readonly kind: 'reply';
  readonly text: string;
  /** What the text becomes in its chat, where that is known already. */
  readonly parts?: readonly OutboundBody[] | undefined;
  /**
   * What says the same on a channel that has it, without one more message that makes a phone buzz: the living card of
   * a task that begins now, the reaction on the person's message, or the question that was answered, edited.
   */
  readonly instead?: 'card' | 'reaction' | { readonly question: ApprovalId };
}

/** A new stretch of rounds and time for a session; money counts on. */
export interface ResumeAction {
  readonly kind: 'resume';
  readonly session: SessionId;
  /** Granted on top of the cap, in millionths of a dollar. */
  readonly extraMicroUsd: number;
  /** Reaches the model as the person's words; undefined = just go on. */
  readonly instructions: string | undefined;
  /** What goes with them besides what came with the message. */
  readonly enclosure?: Enclosure | undefined;
}

/** What the program is set up to do, for `/status` and for new sessions. */
export interface ProgramFacts {
  readonly name: string;
  readonly version: string;
  readonly model: string;
  readonly workspaces: Workspaces;
  readonly writeEnabled: boolean;
  /** Undefined until somebody needed to know. */
  readonly sandbox: () => SandboxState | undefined;
  /** What becomes of a command that is not configured: asked, or refused. */
  readonly policyMode: 'interactive' | 'strict';
  readonly limits: RunLimits;
  readonly worktrees: WorktreeFacts;
  /** IANA name; undefined = none is set, and each conversation has to name its own. */
  readonly timezone: string | undefined;
  /** What a session that begins now would be told of the owner's files. */
  readonly bootstrap: Bootstrap;
  /** Names of jobs that were saved, as the disk is now. */
  savedJobs(): readonly string[];
}

export interface WorktreeFacts {
  /** Canonical path of the folder in which a session works apart from this workspace. */
  folderOf(session: SessionId, workspace: string): string;
  /** Tasks of one conversation that may be at work at the same time, the one in the workspace included; 1 = one after the other. */
  readonly mostParallel: number;
  /** False when this workspace has no git repository: then no task can work apart from it. */
  hasRepository(workspace: string): boolean;
  /** True when a token and a repository are set. */
  readonly canOpenPullRequests: boolean;
}

/** What a command may look at; it changes nothing itself. */
export interface CommandContext {
  readonly conversation: ConversationId;
  /** Canonical path of where a session of this conversation works that begins now. */
  readonly workspace: string;
  readonly sender: string;
  /** The sender, as far as they may do something. */
  readonly person: Person;
  /** Others read the answer too. */
  readonly isGroup: boolean;
  readonly texts: Texts;
  readonly nowMs: number;
  readonly program: ProgramFacts;
  readonly store: Pick<
    Store,
    | 'inbox'
    | 'conversations'
    | 'sessions'
    | 'history'
    | 'contexts'
    | 'jobs'
    | 'forgetting'
    | 'calls'
    | 'approvals'
    | 'pullRequests'
    | 'routings'
    | 'grants'
    | 'spending'
    | 'trust'
    | 'audit'
    | 'metrics'
    | 'processes'
    | 'checkpoints'
    | 'undos'
    | 'worktrees'
    | 'chosenWorkspaces'
    | 'newWorkspaces'
  >;
  /** The task that the message names by its number, or replies to: to its card, its report, a question of it. */
  readonly meant?: SessionRecord | undefined;
  /** All commands, in the order of `/help`. */
  readonly commands: readonly ChatCommand[];
  /** True when something in this chat already waits for a bare word: then an answer has to name what it answers. */
  awaitsBareWord(): boolean;
  /** Command files that the message may mean. */
  readonly seen: SeenCommands;
}

export interface CommandText {
  /** How it is typed: `/agent <task>`. */
  readonly usage: string;
  /** One short line for `/help`. */
  readonly summary: string;
  /** Further lines for `/help <command>`. */
  readonly more: string;
}

export interface ChatCommand {
  /** Without the slash, lower case. */
  readonly name: string;
  readonly aliases: readonly string[];
  describe(texts: Texts): CommandText;
  /** `rest` is what stands after the name, trimmed. Decides only: reads, and says what should be done. */
  run(rest: string, context: CommandContext): readonly Action[];
}
