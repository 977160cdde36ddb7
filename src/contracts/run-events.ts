import type { Json } from '../core/json.ts';
import type { FinalFate } from './exec.ts';
import type { GitTrouble } from './git.ts';
import type { ModelRetry } from './model.ts';
import type { Outcome, SessionRecord, TaskPlan } from './session.ts';
import type { Compaction, NotCompacted } from './session-stores.ts';
import type { ApprovalRecord, QuestionMessage } from './store.ts';
import type { AnyTool } from './tool.ts';

/** Events of a run, as they happen; for the live card and telemetry. Nothing durable depends on them. */
export type RunEvent =
  /** Its folder is being made. */
  | { readonly kind: 'preparing' }
  | { readonly kind: 'model-asked'; readonly round: number }
  | ({ readonly kind: 'model-retry' } & ModelRetry)
  /** The model's narration before its calls, redacted; may be empty. */
  | { readonly kind: 'model-said'; readonly round: number; readonly words: string }
  /** `label`: object of the call (`npm test`, `src/login.ts`) or empty; people read it after `doing`. */
  | {
      readonly kind: 'tool-started';
      readonly round: number;
      readonly doing: AnyTool['doing'];
      readonly label: string;
    }
  | {
      readonly kind: 'tool-ended';
      readonly tool: string;
      readonly ok: boolean;
      readonly durationMs: number;
      readonly data: Json;
    }
  | { readonly kind: 'round-ended'; readonly progress: RoundProgress };

/** Why a command did not run, or not to its end; shown in the person's language. */
export type CommandTrouble =
  | { readonly kind: 'blocked'; readonly command: string }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'timed-out'; readonly seconds: number }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'killed'; readonly exitCode: number }
  | { readonly kind: 'unreadable' };

/** State after a round, as the progress message shows it. */
export interface RoundProgress {
  readonly session: SessionRecord;
  /** 1-based, since the session began. */
  readonly round: number;
  readonly isLastRound: boolean;
  readonly plan: TaskPlan | undefined;
  readonly tools: readonly string[];
  /** Commands of this round that did not run, or not to their end. */
  readonly troubles: readonly CommandTrouble[];
  readonly elapsedMs: number;
}

/** Supplied by the composition root to code that starts runs. */
export interface RunControl {
  /**
   * Aborts with reason `cancel` (the person), `shutdown` (the program ends) or `taken-over` (by another program).
   */
  readonly signal: AbortSignal;
  onEvent(event: RunEvent): void;
}

/** The question to a person; the record holds everything that the approval is bound to. */
export interface ApprovalRequest {
  readonly approval: ApprovalRecord;
  /** Other chats with the same question; the first answer counts. */
  readonly copies?: readonly QuestionMessage[];
  readonly session: SessionRecord;
}

export interface BackgroundEnd {
  readonly id: string;
  readonly command: string;
  readonly fate: FinalFate;
}

/**
 * Messages to the person about steps of a run. Supplied from above to the agent, which calls it inside the
 * transaction of that step, so that step and message are stored together or not at all. Only adds outbox rows.
 */
export interface Announcer {
  /** A run begins: shown on the person's message. */
  announceRun(session: SessionRecord): void;
  ask(question: ApprovalRequest): void;
  /** Notice at the beginning of a session: `Terms.told`. */
  announceTerms(session: SessionRecord, notice: string): void;
  /** Git cannot work in the project of a new session. */
  announceGitTrouble(session: SessionRecord, trouble: GitTrouble): void;
  announceProgress(progress: RoundProgress): void;
  announceEnd(session: SessionRecord, outcome: Outcome): void;
  /** Result of a compaction that the person asked for. */
  announceCompaction(session: SessionRecord, outcome: Compaction | NotCompacted): void;
  /** Its model was overloaded for long, so it goes on with another one: the present one of the session. */
  announceFallback(session: SessionRecord, from: string): void;
  /** A background command ended without a running task that could report it, or because of its age. */
  announceCommandEnd(session: SessionRecord, process: BackgroundEnd): void;
}

/** Called after the commit with the announcer's messages, so that they are sent at once. */
export type Nudge = () => void;
