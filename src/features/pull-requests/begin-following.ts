import type { SessionRecord } from '../../contracts/session.ts';
import { texts } from '../../core/texts/texts.ts';
import type { PullRequestStore } from './pull-request.ts';
import { pullTexts } from './texts/texts.ts';

/** How pull requests are followed. */
export interface FollowLimits {
  /** How long after the session's last work on it, in milliseconds. */
  readonly followMs: number;
  /** Followed at the same time; further ones are not. */
  readonly mostFollowed: number;
}

/** A pull request that a session opened. */
export interface OpenedPull {
  readonly number: number;
  readonly url: string;
}

export interface BeginParts {
  readonly rows: Pick<PullRequestStore, 'get' | 'count' | 'follow'>;
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
