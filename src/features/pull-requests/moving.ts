import * as z from 'zod';
import type { ChatState } from '../../contracts/machines.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { type ConversationId, sessionIdOf } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import { askKey, cardKey, questionMessageId } from './follower.ts';
import type { FollowedPull, PullQuestion, PullRequestStore } from './pull-request.ts';
import { pullTexts } from './texts/texts.ts';

/** PostgreSQL does not take it. */
const ZERO = '\u0000';
/** Undos are counted on each machine by itself. */
const OF_THIS_MACHINE = 'undone:';

const Question = z.object({
  id: z.string(),
  requester: z.string(),
  about: z.enum(['checks', 'review', 'conflict', 'undone', 'comments', 'behind']),
  choices: z.array(z.enum(['fix', 'log', 'address', 'update', 'close', 'ignore'])),
  material: z.string(),
  askedAtMs: z.int(),
});

const Pulls = z.array(
  z.object({
    repository: z.string(),
    number: z.int(),
    url: z.string(),
    session: z.string(),
    untilMs: z.int(),
    card: z.object({ id: z.string(), openedAtMs: z.int() }).optional(),
    red: z.object({ head: z.string(), sinceMs: z.int() }).optional(),
    told: z.array(z.string()),
    open: z.array(Question),
    /** A question whose answer was to close it, which is not done yet. */
    toClose: Question.optional(),
  }),
);
type MovedPull = z.infer<typeof Pulls>[number];
type MovedQuestion = z.infer<typeof Question>;

export interface PullsStateParts {
  readonly rows: PullRequestStore;
  readonly store: Pick<Store, 'outbox' | 'sessions'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** `owner/name`, as this machine follows it; undefined when it follows none. */
  readonly followed: string | undefined;
  /** Inside the caller's transaction; a message with a key that was used is left out. */
  notify(message: {
    readonly conversation: ConversationId;
    readonly key: string;
    readonly text: string;
  }): void;
}

/**
 * The followed pull requests of a chat that moves, with the messages and questions about them: the next machine follows
 * them, and repeats none of these. A message that is not sent yet counts as not said.
 */
export function pullsState(parts: PullsStateParts): ChatState<MovedPull[]> {
  const { rows } = parts;
  return {
    name: 'pulls',
    schema: Pulls,
    read(conversation) {
      const pulls = rows.followedIn(conversation).map((pull) => movedPull(pull, parts));
      return pulls.length === 0 ? undefined : pulls;
    },
    write(conversation, pulls = []) {
      // Rows that an earlier stay left here are ended: the copies bring what still counts.
      rows.endAll(conversation);
      for (const pull of pulls) takeIn(conversation, pull, parts);
    },
    leave: (conversation) => rows.endAll(conversation),
  };
}

function movedPull(pull: FollowedPull, { rows, store: { outbox } }: PullsStateParts): MovedPull {
  const { repository, number, url, session, untilMs, conversation, seen } = pull;
  const questions = rows.openQuestions(conversation).filter((one) => isAbout(one, pull));
  const unsaid = questions.filter(({ id }) => outbox.isWaiting(askKey(id))).map(({ id }) => id);
  const isSaid = (key: string): boolean => !unsaid.includes(questionMessageId(pull, key));
  const hasCard = seen.card !== undefined && !outbox.isWaiting(cardKey(seen.card.id));
  const closing = rows.closeWanted(pull);
  const toClose =
    closing === undefined || seen.told.includes(`closed:${closing}`)
      ? undefined
      : rows.question(conversation, closing);
  return {
    repository,
    number,
    url,
    session,
    untilMs,
    ...(hasCard ? { card: seen.card } : {}),
    ...(seen.red === undefined ? {} : { red: seen.red }),
    told: seen.told.filter((key) => isSaid(key) && !key.startsWith(OF_THIS_MACHINE)),
    open: questions.filter(({ id }) => !unsaid.includes(id)).map(movedQuestion),
    ...(toClose === undefined ? {} : { toClose: movedQuestion(toClose) }),
  };
}

function isAbout(question: PullQuestion, { repository, number }: FollowedPull): boolean {
  return question.repository === repository && question.number === number;
}

function movedQuestion({ id, requester, about, choices, material, askedAtMs }: PullQuestion): MovedQuestion {
  return { id, requester, about, choices: [...choices], material: material.replaceAll(ZERO, ''), askedAtMs };
}

function takeIn(conversation: ConversationId, pull: MovedPull, parts: PullsStateParts): void {
  const { rows, store, clock, followed, notify } = parts;
  const { repository, number, url, untilMs, card, red, told, open, toClose } = pull;
  const id = sessionIdOf(pull.session);
  const session = id && store.sessions.get(id);
  const words = pullTexts(texts(session?.locale ?? 'en')).moved;
  const key = `pull-left:${repository}#${number}`;
  if (session?.conversation !== conversation) {
    notify({ conversation, key, text: words.withoutTask(number, url) });
    return;
  }
  if (repository !== followed) notify({ conversation, key, text: words.notFollowed(number, repository) });
  const before = rows.get(repository, number);
  // Another chat of this machine works on it and gets the messages.
  if (before?.state === 'followed') return;
  const own = before?.seen.told.filter((one) => one.startsWith(OF_THIS_MACHINE)) ?? [];
  rows.follow({ repository, number, url, session: session.id, nextAtMs: clock.nowMs(), untilMs });
  rows.update({
    repository,
    number,
    state: 'followed',
    nextAtMs: clock.nowMs(),
    seen: { quiet: 0, failures: 0, shown: '', card, red, told: [...told, ...own] },
  });
  const asked = { repository, number, session: session.id, conversation, state: 'open' as const };
  for (const question of open) rows.ask({ ...question, ...asked });
  if (toClose === undefined) return;
  rows.ask({ ...toClose, ...asked });
  rows.answer(toClose.id, 'close', clock.nowMs());
}
