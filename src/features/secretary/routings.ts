import type { Action } from '../../contracts/commands.ts';
import type { ConversationId, InstanceId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';
import type { ActivationMode } from './secretary-file.ts';

/**
 * A person's answer to one question of the secretary, or one message for all open questions: then it is stored for
 * each.
 */
export interface RoutingAnswer {
  readonly question: string;
  readonly answer: string;
}

/**
 * - `wanted`: the model has to be asked. - `asked`: its questions wait for the person. - `offered`: the person
 * chooses who begins.
 * - `accepted`, `cancelled`, `replaced` (by their later request), `failed`, `passed` (handled without a secretary):
 * over.
 */
export type RoutingState = 'wanted' | 'asked' | 'offered' | RoutingEnd;
export type RoutingEnd = 'accepted' | 'cancelled' | 'replaced' | 'failed' | 'passed';

/** A request for a specialist: stored first, carried out by the program that finds it. */
export interface RoutingRecord {
  readonly seq: number;
  readonly conversation: ConversationId;
  readonly locale: Locale;
  /** Only this person may answer. */
  readonly requester: string;
  /** Canonical path of the project it is about. */
  readonly workspace: string;
  readonly request: string;
  /** Rows of the plain messages that it consists of; empty for a command. */
  readonly inboxSeqs: readonly number[];
  readonly answers: readonly RoutingAnswer[];
  readonly state: RoutingState;
  /** The questions or the offer, in the secretary's form; empty before. */
  readonly material: string;
  /** Id of the message that asks. */
  readonly messageId: string;
  /** Time of the request, or of the last question to the person. */
  readonly atMs: number;
}

export interface RoutingStore {
  /** Returns its number. Replaces the person's other open request in this conversation. */
  add(
    routing: Pick<
      RoutingRecord,
      'conversation' | 'locale' | 'requester' | 'workspace' | 'request' | 'messageId' | 'atMs'
    > & {
      readonly instance: InstanceId;
      /** Ids of the messages that requested it. */
      readonly sources?: readonly string[];
      readonly inboxSeqs?: readonly number[];
    },
  ): number;
  get(seq: number): RoutingRecord | undefined;
  /** The routing that this message requested, asks about or is the poll of, in whatever state. */
  findByMessage(conversation: ConversationId, messageId: string): RoutingRecord | undefined;
  /** The last one of this person in this conversation that is not over; it may be old. */
  findOpen(conversation: ConversationId, requester: string): RoutingRecord | undefined;
  /** Wanted ones of this program. */
  listUnfinished(instance: InstanceId): readonly RoutingRecord[];
  /**
   * From `wanted`: stores the question to the person. `polls`: message ids for votes. False when it is no longer
   * wanted.
   */
  setQuestion(
    seq: number,
    asked: {
      readonly state: 'asked' | 'offered';
      readonly material: string;
      readonly polls: readonly string[];
      readonly atMs: number;
    },
  ): boolean;
  /**
   * From `asked`: stores the answers so far. With `messageId` they are complete: it is wanted again, by this program,
   * and asks under that id.
   */
  setAnswers(
    seq: number,
    answers: readonly RoutingAnswer[],
    again: { readonly messageId: string; readonly instance: InstanceId; readonly atMs: number } | undefined,
  ): boolean;
  /** False when it was over before. */
  end(seq: number, as: RoutingEnd): boolean;
  /** Removes up to `most` that can no longer be answered. Returns how many. */
  removeOld(beforeMs: number, most: number): number;
}

/** What the secretary's commands, questions and readers of plain words decide. */
export type SecretaryAction =
  /**
   * Searches for a specialist; replaces the sender's open request in this chat. `isPlain`: plain words, which are
   * handled as chat when none fits.
   */
  | { readonly kind: 'secretary.route'; readonly request: string; readonly isPlain: boolean }
  /** Answers to the secretary's questions, including earlier ones; when complete, it searches again. */
  | {
      readonly kind: 'secretary.tell';
      readonly routing: number;
      readonly answers: readonly RoutingAnswer[];
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'secretary.end';
      readonly routing: number;
      readonly as: Extract<RoutingEnd, 'accepted' | 'cancelled'>;
    }
  /** Shows what the file of a project's specialist permits, accepts the file that was shown, or withdraws that. */
  | {
      readonly kind: 'secretary.trust';
      readonly path: string;
      readonly agent: string;
      readonly answer: 'ask' | 'yes' | 'off';
    }
  /** Shows or sets the secretary's mode in a project. */
  | {
      readonly kind: 'secretary.mode';
      readonly path: string;
      readonly mode: ActivationMode | undefined;
    };

export type SecretaryAnswer = Action | SecretaryAction;
