import type { ConversationId, InstanceId } from '../base/ids.ts';
import type { Locale } from '../base/texts/texts.ts';

/** What a person said to a question of the secretary, or in one message to all that were left: then all of them stand there. */
export interface RoutingAnswer {
  readonly question: string;
  readonly answer: string;
}

/**
 * - `wanted`: the model is to be asked. - `asked`: its questions wait for the person. - `offered`: they choose who begins.
 * - `accepted`, `cancelled`, `replaced` (by a later request of theirs), `failed`, `passed` (back to where it would have
 * gone without a secretary): over.
 */
export type RoutingState = 'wanted' | 'asked' | 'offered' | RoutingEnd;
export type RoutingEnd = 'accepted' | 'cancelled' | 'replaced' | 'failed' | 'passed';

/** A request for which a specialist is looked for: stored first, carried out by whichever program finds it. */
export interface RoutingRecord {
  readonly seq: number;
  readonly conversation: ConversationId;
  readonly locale: Locale;
  /** Only they may answer. */
  readonly requester: string;
  /** Canonical path of the project it is about. */
  readonly workspace: string;
  readonly request: string;
  /** Rows of the messages in plain words that it is made of; empty for a command. */
  readonly inboxSeqs: readonly number[];
  readonly answers: readonly RoutingAnswer[];
  readonly state: RoutingState;
  /** What was asked or offered, as the secretary keeps it; empty before. */
  readonly material: string;
  /** Id of the message that asks. */
  readonly messageId: string;
  /** When it was asked for, or the person last asked something. */
  readonly atMs: number;
}

export interface RoutingStore {
  /** Returns its number. What else this person has open in this conversation is replaced by it. */
  add(
    wish: Pick<
      RoutingRecord,
      'conversation' | 'locale' | 'requester' | 'workspace' | 'request' | 'messageId' | 'atMs'
    > & {
      readonly instance: InstanceId;
      /** Ids of the messages that asked for it. */
      readonly sources?: readonly string[];
      readonly inboxSeqs?: readonly number[];
    },
  ): number;
  get(seq: number): RoutingRecord | undefined;
  /** The one that this message asked for, asks or is the poll of, whatever its state. */
  ofMessage(conversation: ConversationId, messageId: string): RoutingRecord | undefined;
  /** The last one of this person in this conversation that is not over; it may be old. */
  open(conversation: ConversationId, requester: string): RoutingRecord | undefined;
  /** Wanted ones of this program. */
  unfinished(instance: InstanceId): readonly RoutingRecord[];
  /** From `wanted`: what the person is asked now. `polls`: message ids under which they may vote. False when it is not wanted any more. */
  ask(
    seq: number,
    asked: {
      readonly state: 'asked' | 'offered';
      readonly material: string;
      readonly polls: readonly string[];
      readonly atMs: number;
    },
  ): boolean;
  /** From `asked`: answers so far. With `messageId` they are complete: it is wanted again, by this program, and asks under that id. */
  tell(
    seq: number,
    answers: readonly RoutingAnswer[],
    again: { readonly messageId: string; readonly instance: InstanceId; readonly atMs: number } | undefined,
  ): boolean;
  /** False when it was over before. */
  end(seq: number, as: RoutingEnd): boolean;
  /** Forgets up to `most` that nobody can answer any more. Returns how many. */
  removeOld(beforeMs: number, most: number): number;
}

export interface RoutingStores {
  readonly routings: RoutingStore;
}
