import * as z from 'zod';
import { id, ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import type { PullChoice, PullRequestStore, PullSeen } from './pull-request.ts';

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
