import type { UndoPlan, UndoResult } from '../../contracts/checkpoints.ts';
import type { Enclosure } from '../../contracts/enclosures.ts';
import type { SessionRest } from '../../contracts/session-stores.ts';
import type { ConversationId, InstanceId, SessionId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';

export type RewindState = 'wanted' | 'acting' | 'done' | 'failed';

/** How the task goes on once it was taken back. */
export interface NewWords {
  /** Empty when it waits for the words. */
  readonly words: string;
  readonly enclosure: Enclosure | undefined;
  /** The message that they came with. */
  readonly inboxSeq: number;
  readonly sourceMessageId: string;
}

export interface RewindRecord extends NewWords {
  readonly seq: number;
  readonly session: SessionId;
  /** The conversation that asked for it and gets the report. */
  readonly conversation: ConversationId;
  readonly locale: Locale;
  readonly requester: string;
  /** The round that it goes back to; 0 = before the first one. */
  readonly round: number;
  /** True once none of the task's work can run before the rewind is done: a stop after that means the task itself. */
  readonly isHeld: boolean;
  /** The earlier state of the task, for when it cannot be rewound. */
  readonly backTo: SessionRest;
  readonly state: RewindState;
  /** Stored before a file is touched; undefined where none has to be. */
  readonly plan: UndoPlan | undefined;
  readonly result: UndoResult | undefined;
  /** Its report, once it is done: words in reply to it are the new words. */
  readonly messageId: string | undefined;
}

/** What a round is asked for: to take a task back to it, or to begin another one there. */
export type AboutRounds = 'rewind' | 'fork';

/** The question which round to go back to, under the id of its message. */
export interface RoundQuestion {
  readonly id: string;
  readonly session: SessionId;
  readonly conversation: ConversationId;
  readonly requester: string;
  readonly about: AboutRounds;
  /** Those that it lists. */
  readonly rounds: readonly number[];
  /** How to go on from there, in the person's words; may be empty. */
  readonly words: string;
  /** The message that led to the question: longer words answer it only right after that. */
  readonly inboxSeq: number;
  readonly state: 'open' | 'answered' | 'withdrawn';
  readonly askedAtMs: number;
}

/** What a chat may ask about its rewinds: for commands and answers. */
export interface RewindLookup {
  /** The unfinished one of this session. */
  findUnderWay(session: SessionId): RewindRecord | undefined;
  /** Finished ones of tasks of this chat that wait for words. */
  listAwaitingWords(conversation: ConversationId): readonly RewindRecord[];
  /** The one whose report has this id. */
  findByMessage(conversation: ConversationId, messageId: string): RewindRecord | undefined;
}

/** The questions which round to go back to: for the action that asks, and for answers. */
export interface RoundQuestions {
  /** Withdraws an earlier question in this chat to the same person. */
  addQuestion(question: RoundQuestion): void;
  /** In whatever state. */
  findQuestion(conversation: ConversationId, id: string): RoundQuestion | undefined;
  findOpenQuestion(conversation: ConversationId, requester: string): RoundQuestion | undefined;
  closeQuestion(id: string): void;
}

/** Rewinds on their way: for the worker, and for what stops or waits for it. */
export interface RewindWork {
  get(seq: number): RewindRecord | undefined;
  hold(seq: number): void;
  /** After the rewind the task waits for words. */
  dropWords(seq: number): void;
  setPlan(seq: number, plan: UndoPlan): void;
  finish(seq: number, done: { readonly result: UndoResult; readonly messageId: string }): void;
  fail(seq: number): void;
  /** Unfinished ones of this program. */
  listUnfinished(instance: InstanceId): readonly RewindRecord[];
  /** True while a rewind works on these files: nothing else may. */
  isBusy(workspace: string): boolean;
}

/** Rewinds are stored before anything is done, so that the next program finishes an interrupted one. */
export interface RewindStore extends RewindLookup, RoundQuestions, RewindWork {
  add(
    rewind: Omit<RewindRecord, 'seq' | 'state' | 'plan' | 'result' | 'messageId'> & {
      readonly instance: InstanceId;
    },
  ): number;
  /** The newest rewind of a session. */
  findLast(session: SessionId): RewindRecord | undefined;
}

/** What the commands and the answers decide. */
export type RewindAction =
  | {
      readonly kind: 'rewind.begin';
      readonly session: SessionId;
      readonly round: number;
      readonly words: string;
    }
  /** Asks to which round. */
  | {
      readonly kind: 'rewind.ask';
      readonly session: SessionId;
      readonly about: AboutRounds;
      readonly rounds: readonly number[];
      readonly words: string;
      readonly text: string;
    }
  | { readonly kind: 'rewind.close-question'; readonly question: string }
  /** Looks up the files that a copy of the task begins with, which takes git a moment. */
  | {
      readonly kind: 'rewind.fork';
      readonly session: SessionId;
      readonly round: number;
      readonly words: string;
      /** The question that it answers. */
      readonly question: string | undefined;
    };
