import type { SessionRecord } from '../../contracts/session.ts';
import type { ConversationId, InstanceId, SessionId } from '../../core/ids.ts';

/** `due`: it waits until quiet hours are over, or the chat can be reached. */
export type FollowUpState = 'due' | 'told' | 'answered';

/** One line that the program says by itself, with one offer. */
export interface FollowUp {
  readonly seq: number;
  /** What it is about: there is never a second one. */
  readonly topic: string;
  readonly session: SessionId;
  readonly conversation: ConversationId;
  /** Only this sender may answer: who started the task. */
  readonly owner: string;
  readonly locale: SessionRecord['locale'];
  readonly line: string;
  /** The instruction that the task gets when the person takes the offer. */
  readonly instruction: string;
  readonly state: FollowUpState;
  readonly messageId: string | undefined;
  readonly toldAtMs: number | undefined;
}

/** Tests to be run once more in the project, because a task's work was brought there. */
export interface LandedTests {
  readonly session: SessionId;
  /** Canonical path. */
  readonly project: string;
  readonly line: string;
}

interface NewFollowUp extends Pick<FollowUp, 'topic' | 'session' | 'line' | 'instruction'> {
  readonly instance: InstanceId;
  readonly atMs: number;
}

export interface FollowUpStore {
  /** Returns its number; undefined when there was one about this topic before. */
  add(followUp: NewFollowUp): number | undefined;
  /** Makes the one about this topic due again, with these words, or adds it. Returns its number. */
  reopen(followUp: NewFollowUp): number;
  get(seq: number): FollowUp | undefined;
  /** Those of this program, oldest first. */
  listDue(instance: InstanceId): readonly FollowUp[];
  markNotified(seq: number, told: { readonly messageId: string; readonly atMs: number }): void;
  /** Due or told in this chat, oldest first. */
  listUnanswered(conversation: ConversationId): readonly FollowUp[];
  /** Told in this chat and not answered, oldest first. */
  listOpen(conversation: ConversationId): readonly FollowUp[];
  /** In whatever state. */
  findByMessage(conversation: ConversationId, messageId: string): FollowUp | undefined;
  markAnswered(seq: number): void;
  /** Closes those about this session: there is nothing left to offer about it. */
  settle(session: SessionId): void;
  /** The chat goes on elsewhere: none of its own is open here. */
  settleAll(conversation: ConversationId): void;
  addTests(tests: LandedTests & { readonly instance: InstanceId }): void;
  listTests(instance: InstanceId): readonly LandedTests[];
  finishTests(session: SessionId): void;
}

export interface FollowUpAction {
  readonly kind: 'follow-ups.answer';
  readonly followUp: number;
}
