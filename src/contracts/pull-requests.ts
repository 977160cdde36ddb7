import type { ConversationId, SessionId } from '../core/ids.ts';

/** A check run or a commit status, in one form. */
export interface PullCheck {
  /** The author's name for it: hostile until cleaned. */
  readonly name: string;
  readonly state: 'pending' | 'passed' | 'failed';
  /** Id of a check run; a commit status has no log. */
  readonly runId: number | undefined;
  /** The check's own summary of its result; may be empty. */
  readonly summary: string;
}

/** A person's comment on a pull request: data, never instructions. */
export interface PullRemark {
  /** Unique among the remarks of its pull request. */
  readonly id: string;
  readonly author: string;
  readonly kind: 'changes-requested' | 'approved' | 'comment';
  readonly text: string;
  /** `src/a.ts:3`, or undefined for a remark on the whole. */
  readonly place: string | undefined;
}

/** Present state of a pull request on GitHub. */
export interface PullFacts {
  readonly state: 'open' | 'closed' | 'merged';
  /** Hash of its newest commit. */
  readonly head: string;
  readonly base: string;
  /** Undefined while GitHub is still computing it. */
  readonly conflicts: boolean | undefined;
  readonly checks: readonly PullCheck[];
  /** Oldest first. */
  readonly remarks: readonly PullRemark[];
}

/**
 * Result of a check. `limited`: no more requests before `untilMs`. `gone`: missing, or not visible with this token.
 */
export type PullLook =
  | { readonly kind: 'facts'; readonly facts: PullFacts }
  | { readonly kind: 'limited'; readonly untilMs: number }
  | { readonly kind: 'gone' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'unavailable'; readonly detail: string };

/** Reads pull requests of the configured repository. Never throws for errors of GitHub or the network. */
export interface PullWatch {
  /** `owner/name`. */
  readonly repository: string;
  look(number: number, signal: AbortSignal): Promise<PullLook>;
  /** Closes it without merging, if it is open, and reads it. */
  close(number: number, signal: AbortSignal): Promise<PullLook>;
  /**
   * The end of a failed check's log, plain text, at most `most` UTF-16 code units; without a log the check's summary.
   */
  logTail(check: PullCheck, most: number, signal: AbortSignal): Promise<string>;
}

/** `followed`: checked when its time comes. `ended`: merged, closed, gone, or followed for long enough. */
export type FollowState = 'followed' | 'ended';

export interface FollowedPull {
  readonly repository: string;
  readonly number: number;
  readonly url: string;
  /** The session that opened it, or worked on it last. */
  readonly session: SessionId;
  readonly conversation: ConversationId;
  /** The person to ask. */
  readonly owner: string;
  readonly locale: 'en' | 'es';
  readonly state: FollowState;
  readonly nextAtMs: number;
  /** When following ends. */
  readonly untilMs: number;
  readonly seen: PullSeen;
}

/** Last findings, messages and questions. */
export interface PullSeen {
  /** Checks in a row without news, and with errors: both delay the next one. */
  readonly quiet: number;
  readonly failures: number;
  readonly card: { readonly id: string; readonly openedAtMs: number } | undefined;
  /** Text that the card shows. */
  readonly shown: string;
  /** When a failed check of this commit was first seen. */
  readonly red: { readonly head: string; readonly sinceMs: number } | undefined;
  /**
   * Questions and messages so far: `red:<head>`, `conflict:<head>`, `review:<id>`, `undone:<undo>`, `denied`; and
   * closed ones.
   */
  readonly told: readonly string[];
}

export type PullChoice = 'fix' | 'log' | 'address' | 'close' | 'ignore';

/** A question about a pull request, with the id of its message. */
export interface PullQuestion {
  readonly id: string;
  readonly repository: string;
  readonly number: number;
  readonly session: SessionId;
  readonly conversation: ConversationId;
  /** Only this sender may answer. */
  readonly requester: string;
  /** `undone`: its task was undone. */
  readonly about: 'checks' | 'review' | 'conflict' | 'undone';
  readonly choices: readonly PullChoice[];
  /** Text for the model when the person agrees, and for the person on request: redacted, and untrusted. */
  readonly material: string;
  readonly state: 'open' | 'answered' | 'withdrawn';
  readonly askedAtMs: number;
}

export interface PullRequestStore {
  get(repository: string, number: number): FollowedPull | undefined;
  /** Followed ones of this repository whose time has come, the longest overdue first. */
  due(repository: string, nowMs: number): readonly FollowedPull[];
  /** How many are followed. */
  count(): number;
  /** The one that this session opened or worked on last, in whatever state. */
  ofSession(session: SessionId): FollowedPull | undefined;
  /** Adds it, or follows it again. */
  follow(
    pull: Pick<FollowedPull, 'repository' | 'number' | 'url' | 'session' | 'nextAtMs' | 'untilMs'>,
  ): void;
  /** Compare-and-set on the time of the next check; false when another program was faster. */
  claim(pull: FollowedPull, untilMs: number): boolean;
  update(pull: Pick<FollowedPull, 'repository' | 'number' | 'state' | 'nextAtMs' | 'seen'>): void;
  ask(question: PullQuestion): void;
  /** In whatever state. */
  question(conversation: ConversationId, id: string): PullQuestion | undefined;
  /** Oldest first. */
  openQuestions(conversation: ConversationId): readonly PullQuestion[];
  /** Compare-and-set from `open`; false when it was closed before. One that is to be closed is due at once. */
  answer(id: string, choice: PullChoice, atMs: number): boolean;
  /** The newest question about it that was answered with closing it. */
  closeWanted(pull: Pick<FollowedPull, 'repository' | 'number'>): string | undefined;
  /** Makes this session's followed pull requests due at once. */
  lookNow(session: SessionId): void;
  /** Closes the open questions about this pull request. */
  withdraw(repository: string, number: number, about: readonly PullQuestion['about'][]): void;
}

/** Its part of the store. */
export interface PullRequestStores {
  readonly pullRequests: PullRequestStore;
}
