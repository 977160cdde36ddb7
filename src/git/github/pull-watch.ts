import type { ConversationId } from '../../core/ids.ts';

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

/** What its base has and its branch lacks. */
export interface CommitsBehind {
  readonly commits: number;
  /** Hash of the newest commit of the base. */
  readonly base: string;
}

/** Present state of a pull request on GitHub. */
export interface PullFacts {
  readonly state: 'open' | 'closed' | 'merged';
  /** Hash of its newest commit. */
  readonly head: string;
  readonly base: string;
  /** Undefined while GitHub is still computing it. */
  readonly conflicts: boolean | undefined;
  /** Undefined where GitHub does not compare the two. */
  readonly behind: CommitsBehind | undefined;
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
  /** Closes it without merging, for this conversation, if it is open, and reads it. */
  close(number: number, conversation: ConversationId, signal: AbortSignal): Promise<PullLook>;
  /**
   * The end of a failed check's log, plain text, at most `most` UTF-16 code units; without a log the check's summary.
   */
  logTail(check: PullCheck, most: number, signal: AbortSignal): Promise<string>;
}
