import { DAY_MS, MINUTE_MS } from '../../core/clock.ts';
import type { PullCheck, PullFacts, PullRemark } from '../../git/github/pull-watch.ts';
import type { FollowedPull } from './pull-request.ts';

/** While other checks run, a failure is reported after this time: they may never end. */
const RED_WAIT_MS = 5 * MINUTE_MS;

/** A base that moves all day is asked about once a day. */
const BEHIND_AGAIN_MS = DAY_MS;

/** All subjects of questions. */
export const ABOUT: readonly PullNeed['about'][] = [
  'checks',
  'review',
  'conflict',
  'undone',
  'comments',
  'behind',
];

/** Something that only a person can decide. */
export type PullNeed =
  | { readonly about: 'checks'; readonly key: string; readonly failed: readonly PullCheck[] }
  | { readonly about: 'review' | 'comments'; readonly key: string; readonly remarks: readonly PullRemark[] }
  | { readonly about: 'conflict' | 'undone'; readonly key: string }
  | { readonly about: 'behind'; readonly key: string; readonly commits: number; readonly base: string };

export interface PullJudgement {
  readonly needs: readonly PullNeed[];
  /** Questions about these are settled. */
  readonly settled: readonly PullNeed['about'][];
  /** First sight of a failed check of the newest commit. */
  readonly red: FollowedPull['seen']['red'];
}

/** Facts from before the check. */
export interface EarlierFindings extends Pick<FollowedPull['seen'], 'told' | 'red'> {
  /** Number of the undo that took back what its session did. */
  readonly undo: number | undefined;
  /** Subjects of open questions: more of the same needs no second one. */
  readonly open: readonly PullNeed['about'][];
  /** When it was last asked whether to bring the base in. */
  readonly behindAskedAtMs: number | undefined;
}

/** The meaning of a check: questions for a person, and settled ones. Decides only. */
export function judgePull(facts: PullFacts, earlier: EarlierFindings, nowMs: number): PullJudgement {
  const { told, red: before, undo, open } = earlier;
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
  else if (!open.includes('comments')) needs.push(...commentsIn(facts.remarks, told));
  if (facts.conflicts === true) needs.push({ about: 'conflict', key: `conflict:${facts.head}` });
  needs.push(...behindIn(facts, earlier, nowMs));
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

/** Once for each state of the base; a conflict is asked about instead, and brings it in as well. */
function behindIn(
  { behind, base, conflicts }: PullFacts,
  { open, behindAskedAtMs }: EarlierFindings,
  nowMs: number,
): readonly PullNeed[] {
  if (behind === undefined || behind.commits === 0 || conflicts !== false) return [];
  if (open.includes('behind') || nowMs - (behindAskedAtMs ?? 0) < BEHIND_AGAIN_MS) return [];
  return [{ about: 'behind', key: `behind:${behind.base}`, commits: behind.commits, base }];
}

function isTimeToTell({ checks }: PullFacts, sinceMs: number, nowMs: number): boolean {
  return checks.every(({ state }) => state !== 'pending') || nowMs - sinceMs >= RED_WAIT_MS;
}

/**
 * The newest review that wants changes and whose author has not approved since; one that was dismissed is not among
 * them.
 */
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
  { head, conflicts, behind, remarks }: PullFacts,
  { failed, told }: { readonly failed: readonly PullCheck[]; readonly told: readonly string[] },
): readonly PullNeed['about'][] {
  const isOldRed = told.some((key) => key.startsWith('red:')) && !told.includes(`red:${head}`);
  return [
    ...(failed.length === 0 || isOldRed ? (['checks'] as const) : []),
    ...(changesWanted(remarks) === undefined ? (['review'] as const) : []),
    // Remarks are handled together with the changes that are asked for.
    ...(changesWanted(remarks) === undefined ? [] : (['comments'] as const)),
    ...(conflicts === false ? (['conflict'] as const) : []),
    ...(conflicts === true || behind?.commits === 0 ? (['behind'] as const) : []),
  ];
}
