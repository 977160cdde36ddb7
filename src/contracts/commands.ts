import type { ApprovalId, ConversationId, SessionId } from '../core/ids.ts';
import type { Texts } from '../core/texts/texts.ts';
import type { Person } from './access.ts';
import type { Assignment, Bootstrap } from './assignment.ts';
import type { OutboundBody } from './channel.ts';
import type { Enclosure } from './enclosures.ts';
import type { SandboxState } from './exec.ts';
import type { ApprovalScope } from './grants.ts';
import type { ModelPrice, RunLimits, SessionMode, SessionRecord, TaskPlan } from './session.ts';
import type { ConsentStores, Store, TaskStores } from './store.ts';
import type { WrittenFile } from './tool.ts';
import type { Workspaces } from './workspaces.ts';
import type { WorktreeKind, WorktreeStart } from './worktrees.ts';

/** An effect that a decision asks for. The gateway carries out all actions of one message in one transaction. */
export type Action =
  | ReplyAction
  | ShowAction
  | {
      readonly kind: 'start';
      readonly mode: SessionMode;
      readonly task: string;
      /** In a worktree of its own; undefined = in the workspace. */
      readonly worktree?: WorktreeReason | undefined;
      readonly assignment?: Assignment | undefined;
      /** The model for this task; when undefined, the usual one. */
      readonly model?: string | undefined;
      /** Set when it continues from the state of another task, beside it. */
      readonly copy?: SessionCopy | undefined;
      /** Words of the person that its model reads beneath the task. */
      readonly said?: string | undefined;
      /** Attachments beside those of the message. */
      readonly enclosure?: Enclosure | undefined;
    }
  | ResumeAction
  /** Like `resume`, for an id without a row: its transcript may still be on disk. */
  | { readonly kind: 'restore'; readonly session: SessionId }
  /** Words for a session that runs, waits or is queued. */
  | {
      readonly kind: 'steer';
      readonly session: SessionId;
      readonly text: string;
      /** Attachments beside those of the message. */
      readonly enclosure?: Enclosure | undefined;
    }
  /** Replaces unread steering; undefined removes it. */
  | { readonly kind: 'rewrite-steering'; readonly seq: number; readonly text: string | undefined }
  /** Replaces the task of a session that has not begun. */
  | {
      readonly kind: 'rewrite-task';
      readonly session: SessionId;
      readonly task: string;
      readonly assignment?: Assignment;
    }
  | { readonly kind: 'cancel'; readonly session: SessionId }
  /** Ends the background commands of this session. */
  | { readonly kind: 'end-background'; readonly session: SessionId }
  /** Compacts the older part of a session's history; `words`: what to keep in particular. */
  | { readonly kind: 'compact'; readonly session: SessionId; readonly words: string }
  | {
      readonly kind: 'answer';
      readonly approval: ApprovalId;
      /** Scope of the yes; undefined = no. */
      readonly scope: ApprovalScope | undefined;
      /** The person's words, as typed. */
      readonly words: string;
    }
  /** Numbers of standing approvals of this conversation, or all of them. */
  | { readonly kind: 'revoke'; readonly grants: readonly number[] | 'all' }
  | FeatureAction;

/** An action of a feature, `<feature>.<what>`: only the feature knows its own fields (see `Feature.actions`). */
export interface FeatureAction {
  readonly kind: `${string}.${string}`;
}

export type CoreAction = Exclude<Action, FeatureAction>;

export function isFeatureAction(action: Action): action is FeatureAction {
  return action.kind.includes('.');
}

/** Why a task works in a worktree. */
export interface WorktreeReason {
  readonly kind: WorktreeKind;
  /** The files that it begins with; when undefined, those of the project. */
  readonly start?: WorktreeStart | undefined;
}

/** What a task gets at its start when it begins as a copy of another one. */
export interface SessionCopy {
  readonly source: SessionId;
  /** The messages of its history before this index. */
  readonly toMessage: number;
  /** How to go on, in the person's words. */
  readonly words: string;
  readonly plan: TaskPlan | undefined;
  /** Files that the other task had written by then. */
  readonly written: readonly WrittenFile[];
}

export interface ReplyAction {
  readonly kind: 'reply';
  readonly text: string;
  /** The messages to send for it, if they are known already. */
  readonly parts?: readonly OutboundBody[] | undefined;
  /**
   * Says the same without another message that rings a phone, if the channel supports it: the live card of a task
   * that begins now, the reaction to the person's message, or the answered question, edited.
   */
  readonly instead?: 'card' | 'reaction' | { readonly question: ApprovalId };
}

/** An answer among other actions. */
export function replyAction(text: string): ReplyAction {
  return { kind: 'reply', text };
}

/** An answer that is all there is to do. */
export function replyWith(text: string): readonly ReplyAction[] {
  return [replyAction(text)];
}

/** A message to this conversation that is more than words. */
export interface ShowAction {
  readonly kind: 'show';
  readonly body: OutboundBody;
  /** The messages to send for it, if they are known already. */
  readonly parts?: readonly OutboundBody[] | undefined;
}

/** Begins a new run of rounds and time; the cost continues to add up. */
export interface ResumeAction {
  readonly kind: 'resume';
  readonly session: SessionId;
  /** Granted on top of the cap, in millionths of a dollar. */
  readonly extraMicroUsd: number;
  /** Sent to the model as the person's words; undefined = just continue. */
  readonly instructions: string | undefined;
  /** Attachments beside those of the message. */
  readonly enclosure?: Enclosure | undefined;
}

/** A model that may be chosen, as people are shown it. */
export interface ModelFacts {
  readonly name: string;
  /** Undefined when its cost is not known. */
  readonly price: ModelPrice | undefined;
  /** Working window of a task, in tokens. */
  readonly windowTokens: number;
  /** How much it thinks: `low` to `max`; when undefined, the API decides. */
  readonly effort: string | undefined;
}

/** The program's configuration, for `/status` and for new sessions. */
export interface ProgramFacts {
  readonly name: string;
  readonly version: string;
  /** Name of the usual one. */
  readonly model: string;
  /** In the order of `agent.yaml`. */
  readonly models: readonly ModelFacts[];
  readonly workspaces: Workspaces;
  readonly writeEnabled: boolean;
  /** Undefined until the sandbox was first needed. */
  readonly sandbox: () => SandboxState | undefined;
  /** Whether a command that is not configured needs an approval or is refused. */
  readonly policyMode: 'interactive' | 'strict';
  readonly limits: RunLimits;
  readonly worktrees: WorktreeFacts;
  /** IANA name; undefined = each conversation has to name its own. */
  readonly timezone: string | undefined;
  /** The owner's files for a session that begins now. */
  readonly bootstrap: Bootstrap;
}

export interface WorktreeFacts {
  /** Canonical path of this session's worktree for this workspace. */
  folderOf(session: SessionId, workspace: string): string;
  /**
   * How many tasks of one conversation may run at the same time, including the one in the workspace; 1 = one after
   * the other.
   */
  readonly maxParallelTasks: number;
  /** False when this workspace has no git repository, and so no worktrees. */
  hasRepository(workspace: string): boolean;
  /** True when a token and a repository are set. */
  readonly canOpenPullRequests: boolean;
}

/** Input of a command, which itself changes nothing. */
export interface CommandContext {
  readonly conversation: ConversationId;
  /** Canonical path of the workspace for a new session of this conversation. */
  readonly workspace: string;
  readonly sender: string;
  /** The sender with their rights. */
  readonly person: Person;
  /** True when others read the answer too. */
  readonly isGroup: boolean;
  readonly texts: Texts;
  readonly nowMs: number;
  readonly program: ProgramFacts;
  readonly store: TaskStores & ConsentStores & Pick<Store, 'chosenWorkspaces' | 'conversations' | 'inbox'>;
  /** The task that the message names by its number, or by a reply to its card, report or question. */
  readonly meant?: SessionRecord | undefined;
  /** All commands; in the order in which a topic of `/help` lists its own. */
  readonly commands: readonly ChatCommand[];
  /** True while a feature changes files of this folder: nothing else may. */
  isBusy(session: Pick<SessionRecord, 'id' | 'workspace'>): boolean;
  /** True when something in this chat already waits for a bare word: then an answer has to name its question. */
  awaitsBareWord(): boolean;
  /** Undefined when nothing was looked up for the message. */
  readonly found: CommandLookup | undefined;
}

/** Commands beyond the list that a feature looked up for one message, so that deciding needs no wait. */
export interface CommandLookup {
  /** The one that the message names; undefined when it names none of them. */
  readonly named: ChatCommand['run'] | undefined;
  /** To suggest for an unknown name. */
  readonly names: readonly string[];
  /** Lines for `/help`. */
  overview(context: CommandContext): readonly string[];
  /** Lines for `/help <name>`; undefined when the message names none of them. */
  details(context: CommandContext): readonly string[] | undefined;
}

export interface CommandText {
  /** Its syntax: `/agent <task>`. */
  readonly usage: string;
  /** One short line for `/help`. */
  readonly summary: string;
  /** What it asks for when its argument is missing, with an example. */
  readonly ask?: string;
  /** Further lines for `/help <command>`. */
  readonly more: string;
  /** How `/help` introduces it to a newcomer: only for the few commands that are needed first. */
  readonly first?: string;
}

/** A screen of `/help`, which lists the commands that name it. */
export type HelpTopic = 'tasks' | 'results' | 'projects' | 'schedules' | 'safety' | 'chat' | 'program';

export interface ChatCommand {
  /** Without the slash, lower case. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly topic: HelpTopic;
  /**
   * True when a yes at its end grants something that lasts: where a lock is set up, a code may follow it, which is
   * never stored.
   */
  readonly takesYes?: true;
  /** True when it takes the address of a repository: that is stored without name, password and query. */
  readonly takesAddress?: true;
  /**
   * Matches what people who need it say behind "how do I" and "como", in both languages, as `plainWords` gives it: such
   * a question is answered with its help, without a model. It matches nothing that could be about a project's code.
   */
  readonly asked?: RegExp;
  describe(texts: Texts): CommandText;
  /** `rest` is the text after the name, trimmed. Only decides: reads, and returns actions. */
  run(rest: string, context: CommandContext): readonly Action[];
}
