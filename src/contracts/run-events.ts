import type { Json } from '../core/json.ts';
import type { ModelRetry } from './model.ts';
import type { SessionRecord } from './session.ts';
import type { TaskPlan } from './task-plan.ts';
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
