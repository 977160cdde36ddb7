import type { ConversationId, SessionId } from '../base/ids.ts';

/** A check run or a commit status, as one thing. */
export interface PullCheck {
  /** As its author named it: hostile until cleaned. */
  readonly name: string;
  readonly state: 'pending' | 'passed' | 'failed';
  /** Id of a check run; a commit status has no log. */
  readonly runId: number | undefined;
  /** What the check itself says about its result; may be empty. */
  readonly summary: string;
}

/** What a person wrote about a pull request: data, never instructions. */
export interface PullRemark {
  /** Unique among the remarks of its pull request. */
  readonly id: string;
  readonly author: string;
  readonly kind: 'changes-requested' | 'approved' | 'comment';
  readonly text: string;
  /** `src/a.ts:3`, or undefined for a remark on the whole. */
  readonly place: string | undefined;
}

/** One pull request as GitHub shows it now. */
export interface PullFacts {
  readonly state: 'open' | 'closed' | 'merged';
  /** Hash of its newest commit. */
  readonly head: string;
  readonly base: string;
  /** Undefined while GitHub has not found out. */
  readonly conflicts: boolean | undefined;
  readonly checks: readonly PullCheck[];
  /** Oldest first. */
  readonly remarks: readonly PullRemark[];
}

/** What a look brought. `limited`: no more requests before `untilMs`. `gone`: it is not there, or not for this token. */
export type PullLook =
  | { readonly kind: 'facts'; readonly facts: PullFacts }
  | { readonly kind: 'limited'; readonly untilMs: number }
  | { readonly kind: 'gone' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'unavailable'; readonly detail: string };

/** Looks at pull requests of the configured repository. Never throws for what GitHub or the network may say. */
export interface PullWatch {
  /** `owner/name`. */
  readonly repository: string;
  look(number: number, signal: AbortSignal): Promise<PullLook>;
  /** Closes it without merging, if it is open, and looks. */
  close(number: number, signal: AbortSignal): Promise<PullLook>;
  /** The end of a failed check's log, plain text, at most `most` UTF-16 code units; what the check says where it has none. */
  logTail(check: PullCheck, most: number, signal: AbortSignal): Promise<string>;
}

/** `followed`: looked at when its time comes. `ended`: merged, closed, gone, or followed for long enough. */
export type FollowState = 'followed' | 'ended';

export interface FollowedPull {
  readonly repository: string;
  readonly number: number;
  readonly url: string;
  /** The session that opened it, or worked on it last. */
  readonly session: SessionId;
  readonly conversation: ConversationId;
  /** Who is asked. */
  readonly owner: string;
  readonly locale: 'en' | 'es';
  readonly state: FollowState;
  readonly nextAtMs: number;
  /** It is not followed for longer. */
  readonly untilMs: number;
  readonly seen: PullSeen;
}

/** What was last found, told and asked. */
export interface PullSeen {
  /** Looks in a row that found nothing new, and that failed: both make the next one later. */
  readonly quiet: number;
  readonly failures: number;
  readonly card: { readonly id: string; readonly openedAtMs: number } | undefined;
  /** Text that the card shows. */
  readonly shown: string;
  /** First sight of a failed check of this commit. */
  readonly red: { readonly head: string; readonly sinceMs: number } | undefined;
  /** What was asked or told already: `red:<head>`, `conflict:<head>`, `review:<id>`, `undone:<undo>`, `denied`; what was closed. */
  readonly told: readonly string[];
}

export type PullChoice = 'fix' | 'log' | 'address' | 'close' | 'ignore';

/** A question about a pull request; its id is that of the message that asks. */
export interface PullQuestion {
  readonly id: string;
  readonly repository: string;
  readonly number: number;
  readonly session: SessionId;
  readonly conversation: ConversationId;
  /** Only this sender may answer. */
  readonly requester: string;
  /** `undone`: its task was taken back. */
  readonly about: 'checks' | 'review' | 'conflict' | 'undone';
  readonly choices: readonly PullChoice[];
  /** What the model gets when the person says so, and the person on request: redacted, and somebody else's words. */
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
  /** The one that this session opened or worked on last, whatever its state. */
  ofSession(session: SessionId): FollowedPull | undefined;
  /** Adds it, or makes it followed again. */
  follow(
    pull: Pick<FollowedPull, 'repository' | 'number' | 'url' | 'session' | 'nextAtMs' | 'untilMs'>,
  ): void;
  /** Compare-and-set on the time of the next look; false when another program was faster. */
  claim(pull: FollowedPull, untilMs: number): boolean;
  update(pull: Pick<FollowedPull, 'repository' | 'number' | 'state' | 'nextAtMs' | 'seen'>): void;
  ask(question: PullQuestion): void;
  /** Whatever became of it. */
  question(conversation: ConversationId, id: string): PullQuestion | undefined;
  /** Oldest first. */
  openQuestions(conversation: ConversationId): readonly PullQuestion[];
  /** Compare-and-set from `open`; false when it was closed before. One that is to be closed is due at once. */
  answer(id: string, choice: PullChoice, atMs: number): boolean;
  /** The newest question about it that was answered by closing it. */
  closeWanted(pull: Pick<FollowedPull, 'repository' | 'number'>): string | undefined;
  /** Those of this session are due at once, if they are followed. */
  lookNow(session: SessionId): void;
  /** Closes what is open about this pull request. */
  withdraw(repository: string, number: number, about: readonly PullQuestion['about'][]): void;
}

/** Its part of the store. */
export interface PullRequestStores {
  readonly pullRequests: PullRequestStore;
}
