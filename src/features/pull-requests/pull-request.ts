import * as z from 'zod';
import type { ConversationId, SessionId } from '../../core/ids.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { id, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

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
  readonly locale: Locale;
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

const Row = z.object({
  repository: z.string(),
  number: z.int(),
  url: z.string(),
  session: id<'session'>(),
  conversation: id<'conversation'>(),
  owner: z.string(),
  locale: z.enum(['en', 'es']),
  state: z.enum(['followed', 'ended']),
  nextAtMs: z.int(),
  untilMs: z.int(),
  seen: ownJson<PullSeen>(),
});

const Question = z.object({
  id: z.string(),
  repository: z.string(),
  number: z.int(),
  session: id<'session'>(),
  conversation: id<'conversation'>(),
  requester: z.string(),
  about: z.enum(['checks', 'review', 'conflict', 'undone', 'comments', 'behind']),
  choices: ownJson<readonly PullChoice[]>(),
  material: z.string(),
  state: z.enum(['open', 'answered', 'withdrawn']),
  askedAtMs: z.int(),
});

const SELECT = `
  SELECT p.repository, p.number, p.url, p.session, s.conversation, s.owner, s.locale, p.state,
    p.next_at_ms AS nextAtMs, p.until_ms AS untilMs, p.seen
  FROM pull_requests p JOIN sessions s ON s.id = p.session`;
const SELECT_QUESTION = `
  SELECT id, repository, number, session, conversation, requester, about, choices, material, state,
    asked_at_ms AS askedAtMs
  FROM pull_questions`;

const NOTHING_SEEN: PullSeen = {
  quiet: 0,
  failures: 0,
  card: undefined,
  shown: '',
  red: undefined,
  told: [],
};

export function createPullRequestStore(database: Database): PullRequestStore {
  const one = database.read(`${SELECT} WHERE p.repository = @repository AND p.number = @number`, Row);
  const due = database.read(
    `${SELECT} WHERE p.repository = @repository AND p.state = 'followed' AND p.next_at_ms <= @nowMs
     ORDER BY p.next_at_ms`,
    Row,
  );
  const count = database.read(
    `SELECT count(*) AS count FROM pull_requests WHERE state = 'followed'`,
    z.object({ count: z.int() }),
  );
  const ofSession = database.read(`${SELECT} WHERE p.session = @session ORDER BY p.number DESC LIMIT 1`, Row);
  const follow = database.write(`
    INSERT INTO pull_requests (repository, number, url, session, state, next_at_ms, until_ms, seen)
    VALUES (@repository, @number, @url, @session, 'followed', @nextAtMs, @untilMs, @seen)
    ON CONFLICT (repository, number) DO UPDATE SET session = excluded.session, state = 'followed',
      next_at_ms = excluded.next_at_ms, until_ms = excluded.until_ms`);
  const claim = database.write(`
    UPDATE pull_requests SET next_at_ms = @claimedMs
    WHERE repository = @repository AND number = @number AND state = 'followed' AND next_at_ms = @nextAtMs`);
  const update = database.write(`
    UPDATE pull_requests SET state = @state, next_at_ms = @nextAtMs, seen = @seen
    WHERE repository = @repository AND number = @number`);
  const ask = database.write(`
    INSERT INTO pull_questions (id, repository, number, session, conversation, requester, about, choices, material,
      state, asked_at_ms)
    VALUES (@id, @repository, @number, @session, @conversation, @requester, @about, @choices, @material, @state,
      @askedAtMs)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state WHERE state = 'withdrawn'`);
  const question = database.read(
    `${SELECT_QUESTION} WHERE conversation = @conversation AND id = @id`,
    Question,
  );
  const open = database.read(
    `${SELECT_QUESTION} WHERE conversation = @conversation AND state = 'open' ORDER BY seq`,
    Question,
  );
  const lastAsked = database.read(
    `${SELECT_QUESTION} WHERE repository = @repository AND number = @number AND about = @about
     ORDER BY seq DESC LIMIT 1`,
    Question,
  );
  const answer = database.write(`
    UPDATE pull_questions SET state = 'answered', answer = @choice, answered_at_ms = @atMs
    WHERE id = @id AND state = 'open'`);
  const closeWanted = database.read(
    `${SELECT_QUESTION} WHERE repository = @repository AND number = @number AND answer = 'close'
     ORDER BY seq DESC LIMIT 1`,
    Question,
  );
  const dueAnswered = database.write(`
    UPDATE pull_requests SET next_at_ms = 0
    WHERE (repository, number) = (SELECT repository, number FROM pull_questions WHERE id = @id)`);
  const lookNow = database.write('UPDATE pull_requests SET next_at_ms = 0 WHERE session = @session');
  const withdraw = database.write(`
    UPDATE pull_questions SET state = 'withdrawn'
    WHERE repository = @repository AND number = @number AND about = @about AND state = 'open'`);

  return {
    get: (repository, number) => one.get({ repository, number }),
    due: (repository, nowMs) => due.all({ repository, nowMs }),
    count: () => count.get({})?.count ?? 0,
    ...ofConversations(database),
    ofSession: (session) => ofSession.get({ session }),
    follow: (pull) => void follow.run({ ...pull, seen: JSON.stringify(NOTHING_SEEN) }),
    claim: ({ repository, number, nextAtMs }, claimedMs) =>
      claim.run({ repository, number, nextAtMs, claimedMs }).changes > 0,
    update: ({ seen, ...pull }) => void update.run({ ...pull, seen: JSON.stringify(seen) }),
    ask: (asked) => void ask.run({ ...asked, choices: JSON.stringify(asked.choices) }),
    question: (conversation, messageId) => question.get({ conversation, id: messageId }),
    openQuestions: (conversation) => open.all({ conversation }),
    lastAskedAtMs: ({ repository, number }, about) => lastAsked.get({ repository, number, about })?.askedAtMs,
    answer(messageId, choice, atMs) {
      if (answer.run({ id: messageId, choice, atMs }).changes === 0) return false;
      if (choice === 'close') dueAnswered.run({ id: messageId });
      return true;
    },
    closeWanted: ({ repository, number }) => closeWanted.get({ repository, number })?.id,
    lookNow: (session) => void lookNow.run({ session }),
    withdraw(repository, number, abouts) {
      for (const about of abouts) withdraw.run({ repository, number, about });
    },
  };
}

/** All of a conversation, which may move to another machine. */
function ofConversations(database: Database): Pick<PullRequestStore, 'endAll' | 'followedIn'> {
  const followedIn = database.read(
    `${SELECT} WHERE s.conversation = @conversation AND p.state = 'followed' ORDER BY p.repository, p.number`,
    Row,
  );
  const endAll = database.write(`
    UPDATE pull_requests SET state = 'ended'
    WHERE session IN (SELECT id FROM sessions WHERE conversation = @conversation)`);
  const withdrawAll = database.write(
    "UPDATE pull_questions SET state = 'withdrawn' WHERE conversation = @conversation AND state = 'open'",
  );
  return {
    followedIn: (conversation) => followedIn.all({ conversation }),
    endAll(conversation) {
      endAll.run({ conversation });
      withdrawAll.run({ conversation });
    },
  };
}
