import type { UndoPlan, UndoResult } from '../../contracts/checkpoints.ts';
import type { ConversationId, InstanceId, SessionId } from '../../core/ids.ts';

export type UndoState = 'wanted' | 'acting' | 'done' | 'failed';

export interface UndoRecord {
  readonly seq: number;
  readonly session: SessionId;
  /** The conversation that asked for it and gets the report. */
  readonly conversation: ConversationId;
  readonly locale: 'en' | 'es';
  readonly requester: string;
  /** Number of the last step that it undoes. */
  readonly through: number;
  readonly state: UndoState;
  readonly plan: UndoPlan | undefined;
  readonly result: UndoResult | undefined;
  readonly revert: 'wanted' | 'done' | undefined;
}

/** Undos are stored before anything is done, so that the next program finishes an interrupted one. */
export interface UndoStore {
  add(
    undo: Pick<UndoRecord, 'session' | 'conversation' | 'locale' | 'requester' | 'through'> & {
      readonly instance: InstanceId;
    },
  ): number;
  get(seq: number): UndoRecord | undefined;
  /** The newest undo of a session. */
  findLast(session: SessionId): UndoRecord | undefined;
  setPlan(seq: number, plan: UndoPlan): void;
  finish(seq: number, result: UndoResult): void;
  fail(seq: number): void;
  /** Unfinished ones of this program. */
  listUnfinished(instance: InstanceId): readonly UndoRecord[];
  /** True while an undo works on these files: nothing else may. */
  isBusy(workspace: string): boolean;
  /** Records that a person approved the reverting commit, or that it was made. */
  setRevert(seq: number, revert: 'wanted' | 'done'): void;
}

/** What the commands and the reaction decide. */
export type UndoAction =
  /** Undoes the steps of a session up to the one with this number. */
  | { readonly kind: 'undo.begin'; readonly session: SessionId; readonly through: number }
  /** Asks whether to do that, because the words that led to it may have meant something else. */
  | { readonly kind: 'undo.ask'; readonly session: SessionId; readonly through: number }
  /** Looks up the changes of a session, which takes git a moment, and shows them. */
  | { readonly kind: 'undo.show-diff'; readonly session: SessionId };
