import type { SessionRecord } from '../contracts/session.ts';
import type { Store } from '../contracts/store.ts';
import { texts } from '../core/texts/texts.ts';

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
  readonly store: Pick<Store, 'pullRequests'>;
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
  { store, repository, limits, nowMs }: BeginParts,
): string | undefined {
  const known = store.pullRequests.get(repository, number);
  if (known?.state !== 'followed' && store.pullRequests.count() >= limits.mostFollowed)
    return texts(session.locale).pulls.tooMany(number, limits.mostFollowed);
  const untilMs = nowMs + limits.followMs;
  store.pullRequests.follow({ repository, number, url, session: session.id, nextAtMs: nowMs, untilMs });
  return undefined;
}
