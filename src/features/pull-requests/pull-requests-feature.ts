import type { CommandContext } from '../../contracts/commands.ts';
import type { Feature, FeatureQuestion, HandlersOf, QuestionSource } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Clock } from '../../core/clock.ts';
import { questionIdOf } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import { nobodyRefused } from '../../gateway/people/authority.ts';
import type { PullWatch } from '../../git/github/pull-watch.ts';
import { answerPull, readsPullAnswer } from './answer.ts';
import { createPullNotifier, type FollowerParts, followPulls, type NotifierParts } from './follower.ts';
import type { FollowedPulls, PullQuestion, PullQuestions, PullRequestAction } from './pull-request.ts';
import { pullTexts } from './texts/texts.ts';

interface PullRequestParts
  extends Pick<FollowerParts, 'rows' | 'store' | 'undoOf' | 'isQuiet' | 'clock' | 'log'>,
    Pick<NotifierParts, 'outgoing'> {
  /** Undefined when none are followed. */
  readonly follow: PullFollowOptions | undefined;
}

export interface PullFollowOptions {
  readonly watch: PullWatch;
  readonly limits: FollowLimits;
}

/** Follows the pull requests that sessions open, and asks people about decisions that only they can make. */
export function pullRequestsFeature(parts: PullRequestParts): Feature {
  const { rows, store, clock, log, follow } = parts;
  const asking = {
    name: 'pull-requests',
    actions: pullRequestActions(rows, clock),
    questions: pullQuestions(rows),
  };
  if (follow === undefined) return asking;
  const { watch, limits } = follow;
  const notifier = createPullNotifier(parts);
  return {
    ...asking,
    runs: { onUndone: (session) => rows.lookNow(session) },
    reports: {
      sayAfter({ session, outcome, pullRequest }) {
        if (pullRequest === undefined || outcome.kind === 'paused') return [];
        const { repository } = watch;
        const refusal = beginFollowing(pullRequest, session, {
          rows,
          repository,
          limits,
          nowMs: clock.nowMs(),
        });
        return refusal === undefined ? [] : [{ kind: 'text', text: refusal }];
      },
    },
    workers: [
      {
        run: (signal) =>
          followPulls(
            {
              rows,
              store,
              undoOf: (session) => parts.undoOf(session),
              isQuiet: (conversation) => parts.isQuiet(conversation),
              watch,
              notifier,
              clock,
              log,
            },
            signal,
          ),
      },
    ],
  };
}

function pullRequestActions(rows: PullQuestions, clock: Pick<Clock, 'nowMs'>): HandlersOf<PullRequestAction> {
  return {
    'pull-requests.answer': {
      grants: () => false,
      // Its question is only answered by the person who was asked.
      refusal: nobodyRefused,
      apply({ question, choice }) {
        if (!rows.answer(question, choice, clock.nowMs()))
          throw new Error(`question ${question} was not open when it was answered`);
        return [];
      },
    },
  };
}

/** A question about a pull request stays open until it is answered or has settled itself. */
function pullQuestions(rows: PullQuestions): QuestionSource {
  return {
    listOpen: (context) =>
      rows
        .openQuestions(context.conversation)
        .filter(({ requester }) => requester === context.sender)
        .map((pull) => pullQuestion(pull, context)),
    findQuoted({ gesture, quotedId }, context) {
      const target = gesture?.target ?? quotedId;
      const pull = target && rows.question(context.conversation, questionIdOf(target));
      return pull ? pullQuestion(pull, context) : undefined;
    },
  };
}

function pullQuestion(pull: PullQuestion, context: CommandContext): FeatureQuestion {
  const { number, choices, askedAtMs } = pull;
  const pulls = pullTexts(context.texts);
  const words = choices.map((choice) => `${pulls.choices[choice]} #${number}`);
  return {
    code: `pr${number}`,
    choices: choices.length,
    askedAtMs,
    lines: [pulls.title(number), `   ${words.join(' · ')}`],
    isNumbered: true,
    reads: ({ text }) => readsPullAnswer(pull, text),
    answer: (message) => answerPull(pull, message, context),
  };
}

/** How pull requests are followed. */
interface FollowLimits {
  /** How long after the session's last work on it, in milliseconds. */
  readonly followMs: number;
  /** Followed at the same time; further ones are not. */
  readonly mostFollowed: number;
}

/** A pull request that a session opened. */
interface OpenedPull {
  readonly number: number;
  readonly url: string;
}

interface BeginParts {
  readonly rows: FollowedPulls;
  /** `owner/name`. */
  readonly repository: string;
  readonly limits: FollowLimits;
  readonly nowMs: number;
}

/**
 * Begins to follow a pull request, or follows it again for the full time, with a check at once. Call it in the
 * transaction in which its session ends.
 * @returns text for the person when it is not followed
 */
export function beginFollowing(
  { number, url }: OpenedPull,
  session: SessionRecord,
  { rows, repository, limits, nowMs }: BeginParts,
): string | undefined {
  const known = rows.get(repository, number);
  if (known?.state !== 'followed' && rows.count() >= limits.mostFollowed)
    return pullTexts(texts(session.locale)).tooMany(number, limits.mostFollowed);
  const untilMs = nowMs + limits.followMs;
  rows.follow({ repository, number, url, session: session.id, nextAtMs: nowMs, untilMs });
  return undefined;
}
