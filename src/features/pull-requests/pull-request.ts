import type { ConversationId, SessionId } from '../../core/ids.ts';

/** `followed`: checked when its time comes. `ended`: merged, closed, gone, or followed for long enough. */
type FollowState = 'followed' | 'ended';

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
   * Questions and messages so far: `red:<head>`, `conflict:<head>`, `review:<id>`, `comments:<id>`, `undone:<undo>`,
   * `behind:<commit of the base>`, `denied`; and closed ones.
   */
  readonly told: readonly string[];
}

export type PullChoice = 'fix' | 'log' | 'address' | 'update' | 'close' | 'ignore';

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
  readonly about: 'checks' | 'review' | 'conflict' | 'undone' | 'comments' | 'behind';
  readonly choices: readonly PullChoice[];
  /** Text for the model when the person agrees, and for the person on request: redacted, and untrusted. */
  readonly material: string;
  readonly state: 'open' | 'answered' | 'withdrawn';
  readonly askedAtMs: number;
}

/** Pull requests of tasks, and when each is looked at: for what begins to follow them, and for the follower. */
export interface FollowedPulls {
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
  /** Makes this session's followed pull requests due at once. */
  lookNow(session: SessionId): void;
}

/** Questions to people about pull requests: for what asks them, for answers, and for what settles them. */
export interface PullQuestions {
  /** A question that was asked before, and withdrawn, is open again. */
  ask(question: PullQuestion): void;
  /** In whatever state. */
  question(conversation: ConversationId, id: string): PullQuestion | undefined;
  /** Oldest first. */
  openQuestions(conversation: ConversationId): readonly PullQuestion[];
  /** When this was last asked about it, whatever the answer was. */
  lastAskedAtMs(
    pull: Pick<FollowedPull, 'repository' | 'number'>,
    about: PullQuestion['about'],
  ): number | undefined;
  /** Compare-and-set from `open`; false when it was closed before. One that is to be closed is due at once. */
  answer(id: string, choice: PullChoice, atMs: number): boolean;
  /** The newest question about it whose answer was to close it. */
  closeWanted(pull: Pick<FollowedPull, 'repository' | 'number'>): string | undefined;
  /** Closes the open questions about this pull request. */
  withdraw(repository: string, number: number, about: readonly PullQuestion['about'][]): void;
}

/** All of it, and what belongs to a conversation as it moves to another machine. */
export interface PullRequestStore extends FollowedPulls, PullQuestions {
  /** Those that tasks of this conversation opened or worked on last. */
  followedIn(conversation: ConversationId): readonly FollowedPull[];
  /**
   * The conversation continues elsewhere: none of its pull requests is followed here, and no question about them is
   * open.
   */
  endAll(conversation: ConversationId): void;
}

/** Answers a question about a pull request. */
export interface PullRequestAction {
  readonly kind: 'pull-requests.answer';
  readonly question: string;
  readonly choice: PullChoice;
}
