import { MINUTE_MS } from '../../core/time.ts';
import type { PullCheck, PullFacts, PullRemark } from '../../git/github/pull-watch.ts';
import type { FollowedPull } from './pull-request.ts';

/** While other checks run, a failure is reported after this time: they may never end. */
const RED_WAIT_MS = 5 * MINUTE_MS;

/** Everything that may be asked. */
export const ABOUT: readonly PullNeed['about'][] = ['checks', 'review', 'conflict', 'undone', 'comments'];

/** Something that only a person can decide. */
export type PullNeed =
  | { readonly about: 'checks'; readonly key: string; readonly failed: readonly PullCheck[] }
  | { readonly about: 'review' | 'comments'; readonly key: string; readonly remarks: readonly PullRemark[] }
  | { readonly about: 'conflict' | 'undone'; readonly key: string };

export interface Judgement {
  readonly needs: readonly PullNeed[];
  /** Questions about these have no object any more. */
  readonly settled: readonly PullNeed['about'][];
  /** First sight of a failed check of the newest commit. */
  readonly red: FollowedPull['seen']['red'];
}

/** Facts from before the check. */
export interface EarlierFindings extends Pick<FollowedPull['seen'], 'told' | 'red'> {
  /** Number of the undo that took back what its session did. */
  readonly undo: number | undefined;
  /** True while a question about remarks is open: more of them need no second one. */
  readonly isAskedAboutComments: boolean;
}

/** The meaning of a check: questions for a person, and settled ones. Decides only. */
export function judgePull(
  facts: PullFacts,
  { told, red: before, undo, isAskedAboutComments }: EarlierFindings,
  nowMs: number,
): Judgement {
  if (facts.state !== 'open') return { needs: [], settled: ABOUT, red: undefined };
  const failed = facts.checks.filter(({ state }) => state === 'failed');
  const red =
    failed.length === 0
      ? undefined
      : before?.head === facts.head
        ? before
        : { head: facts.head, sinceMs: nowMs };
  const needs: PullNeed[] = [];
  if (red !== undefined && isTimeToTell(facts, red.sinceMs, nowMs))
    needs.push({ about: 'checks', key: `red:${facts.head}`, failed });
  const requested = changesWanted(facts.remarks);
  if (requested !== undefined)
    needs.push({
      about: 'review',
      key: `review:${requested.id}`,
      remarks: reviewOf(requested, facts.remarks),
    });
  else if (!isAskedAboutComments) needs.push(...commentsIn(facts.remarks, told));
  if (facts.conflicts === true) needs.push({ about: 'conflict', key: `conflict:${facts.head}` });
  if (undo !== undefined) needs.push({ about: 'undone', key: `undone:${undo}` });
  return {
    needs: needs.filter(({ key }) => !told.includes(key)),
    settled: settledBy(facts, { failed, told }),
    red,
  };
}

/** Remarks that ask for no changes: all since the last question about any. */
function commentsIn(remarks: readonly PullRemark[], told: readonly string[]): readonly PullNeed[] {
  const comments = remarks.filter(({ kind, text }) => kind === 'comment' && text.trim() !== '');
  const keyOf = ({ id }: PullRemark): string => `comments:${id}`;
  const since = comments.slice(comments.findLastIndex((one) => told.includes(keyOf(one))) + 1);
  const last = since.at(-1);
  return last === undefined ? [] : [{ about: 'comments', key: keyOf(last), remarks: since }];
}

function isTimeToTell({ checks }: PullFacts, sinceMs: number, nowMs: number): boolean {
  return checks.every(({ state }) => state !== 'pending') || nowMs - sinceMs >= RED_WAIT_MS;
}

/** The newest review that wants changes and whose author has not approved since; one that was dismissed is not among them. */
export function changesWanted(remarks: readonly PullRemark[]): PullRemark | undefined {
  const verdicts = remarks.filter(({ kind }) => kind !== 'comment');
  return verdicts.findLast(
    (one, at) =>
      one.kind === 'changes-requested' &&
      !verdicts.slice(at).some(({ kind, author }) => kind === 'approved' && author === one.author),
  );
}

/** The review that wants changes, and what was remarked beside the code. */
function reviewOf(requested: PullRemark, remarks: readonly PullRemark[]): readonly PullRemark[] {
  return [
    requested,
    ...remarks.filter(({ kind, author }) => kind === 'comment' && author === requested.author),
  ];
}

function settledBy(
  { head, conflicts, remarks }: PullFacts,
  { failed, told }: { readonly failed: readonly PullCheck[]; readonly told: readonly string[] },
): readonly PullNeed['about'][] {
  const isOldRed = told.some((key) => key.startsWith('red:')) && !told.includes(`red:${head}`);
  return [
    ...(failed.length === 0 || isOldRed ? (['checks'] as const) : []),
    ...(changesWanted(remarks) === undefined ? (['review'] as const) : []),
    // What was remarked is dealt with beside the changes that are asked for.
    ...(changesWanted(remarks) === undefined ? [] : (['comments'] as const)),
    ...(conflicts === false ? (['conflict'] as const) : []),
  ];
}
