import type { Action } from '../../contracts/commands.ts';
import type { ConversationId } from '../../core/ids.ts';

export type FactorKind = 'pin' | 'totp';

/**
 * The way in which an owner proves who they are. The secret that codes are compared with is in a file: see
 * `FactorFile`.
 */
export interface Factor {
  readonly kind: FactorKind;
  readonly sinceMs: number;
  /** The last time step whose code was used. */
  readonly usedStep: number | undefined;
}

/** `asked`: by `/lock`; `idle`: nothing was heard for long; `clock`: the clock was set back. */
export type LockWhy = 'asked' | 'idle' | 'clock';

export interface LockState {
  readonly why: LockWhy;
  readonly atMs: number;
}

/** The stored state of an owner. */
export interface LockPerson {
  readonly person: string;
  /** Their own chat; undefined before they wrote in one. */
  readonly conversation: ConversationId | undefined;
  readonly heardAtMs: number;
  readonly locked: LockState | undefined;
  /** Wrong codes since the last right one. */
  readonly wrong: number;
  readonly wrongAtMs: number | undefined;
}

/** A person in a chat. */
export interface ChatPerson {
  readonly conversation: ConversationId;
  readonly person: string;
}

/** The actions that a person has said yes to, and that wait for their code. */
export interface WaitingAnswer {
  readonly actions: readonly Action[];
  readonly atMs: number;
}

/** Who is locked, and what a code is compared with: for whatever judges a message or a yes. */
export interface LockLookup {
  /** Undefined when nothing was set up, so nothing is locked and no code is needed. */
  factor(): Factor | undefined;
  findPerson(person: string): LockPerson | undefined;
  /** Everybody whose own chat this is. */
  listPeopleIn(conversation: ConversationId): readonly LockPerson[];
  /** How many people are locked. */
  countLocked(): number;
}

/** What counts against guessing: for the check of a code. */
export interface CodeTries {
  useStep(step: number): void;
  addWrong(person: string, atMs: number): void;
  clearWrong(person: string): void;
}

/** Answers that wait for a code: for what keeps them, and for the code when it comes. */
export interface WaitingAnswers {
  setWaiting(member: ChatPerson, answer: WaitingAnswer): void;
  findWaiting(member: ChatPerson): WaitingAnswer | undefined;
  forget(member: ChatPerson): void;
  /** True while anybody's answer waits that is not older than that. */
  isAnyWaiting(sinceMs: number): boolean;
}

/** All of it, and what sets the lock up, and locks and unlocks people. */
export interface LockStore extends LockLookup, CodeTries, WaitingAnswers {
  /** Resets everything: no chat is locked, and no wrong code counts. */
  setUp(kind: FactorKind, atMs: number): void;
  /** Takes the factor away, and all locks with it. */
  takeAway(): void;
  /** `conversation`: their own chat, if it was there. */
  noteHeard(person: string, conversation: ConversationId | undefined, atMs: number): void;
  lock(person: string, locked: LockState): void;
  unlock(person: string, atMs: number): void;
}

export type LockAction =
  | { readonly kind: 'lock.lock' }
  /** A reply in a chat where nothing else is shown. */
  | { readonly kind: 'lock.say'; readonly text: string }
  | { readonly kind: 'lock.unlock' }
  /** A yes that needs a code, too. */
  | { readonly kind: 'lock.wait'; readonly actions: readonly Action[] }
  /** The actions that waited for a code are forgotten, because it came. */
  | { readonly kind: 'lock.forget' };
