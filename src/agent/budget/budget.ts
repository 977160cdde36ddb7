import type { Approver } from '../../contracts/access.ts';
import type { Risk } from '../../contracts/policy.ts';
import {
  MONEY_CALL,
  MONEY_QUESTION,
  type Outcome,
  type RunLimits,
  type SessionRecord,
  type SessionUsage,
} from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import { MINUTE_MS, startOfUtcDay } from '../../core/clock.ts';
import { newMessageId } from '../../core/ids.ts';
import { sha256 } from '../../core/json.ts';
import { formatMoney } from '../../core/texts/format.ts';
import { texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';
import type { ActiveSession } from '../active-session.ts';
import { createApproval, newApproval } from '../calls/ask-person.ts';
import { notices } from '../notices.ts';
import { hasProgressedSince } from './progress.ts';

/** Rounds before the end of a round budget at which the model is told to wrap up. */
const WRAP_UP_ROUNDS = 2;
/** Round budgets that a run may have by itself, however well it goes: money and time end nearly all of them before. */
const MAX_ROUND_BUDGETS = 20;

/** Facts for the budget decision. */
interface BudgetFacts {
  readonly usage: SessionUsage;
  /** Active time of the present run, in milliseconds. */
  readonly activeMs: number;
  /** What this person spent today, in millionths of a dollar. */
  readonly todayMicroUsd: number;
  /** Least cost of the next request, in millionths of a dollar; 0 when unknown. */
  readonly nextMicroUsd: number;
  /** At the cap the person chose to finish with the present results. */
  readonly mayGiveLastReply: boolean;
  /** True when the rounds after this one brought the task forward. */
  hasProgressedSince(round: number): boolean;
}

/** `close`: one more reply without tools, then the run ends. */
export type BudgetDecision =
  | { readonly kind: 'go'; readonly wrapUpIn: number | undefined }
  | { readonly kind: 'close'; readonly why: 'rounds' | 'no-progress' | 'money' }
  | {
      readonly kind: 'stop';
      readonly reason: 'money' | 'daily-money' | 'tokens' | 'time';
      readonly detail: string;
    };

/** Asked before each model request. Money comes first, because exceeding it hurts most. */
export function judgeBudget(facts: BudgetFacts, limits: RunLimits): BudgetDecision {
  return judgeMoney(facts, limits) ?? judgeRest(facts, limits);
}

/** The day's cap overrides the session's, and no answer raises it. */
function judgeMoney(facts: BudgetFacts, limits: RunLimits): BudgetDecision | undefined {
  const { usage, todayMicroUsd, nextMicroUsd } = facts;
  const daily = limits.dailyCostMicroUsd;
  if (daily !== undefined && isReached(todayMicroUsd, nextMicroUsd, daily)) {
    return {
      kind: 'stop',
      reason: 'daily-money',
      detail: `${formatDollars(todayMicroUsd)} of ${formatDollars(daily)}`,
    };
  }
  if (facts.mayGiveLastReply) return { kind: 'close', why: 'money' };
  const cap = moneyCap(usage, limits);
  if (cap === undefined || !usage.costKnown) return undefined;
  if (!isReached(usage.costMicroUsd, nextMicroUsd, cap)) return undefined;
  return {
    kind: 'stop',
    reason: 'money',
    detail: `${formatDollars(usage.costMicroUsd)} of ${formatDollars(cap)}`,
  };
}

/** What a session may cost with what was granted, in millionths of a dollar; undefined = no limit. */
function moneyCap(
  { extraMicroUsd }: Pick<SessionUsage, 'extraMicroUsd'>,
  { maxCostMicroUsd }: Pick<RunLimits, 'maxCostMicroUsd'>,
): number | undefined {
  return maxCostMicroUsd === undefined ? undefined : maxCostMicroUsd + extraMicroUsd;
}

/** True when the cap is reached, or the next request is sure to exceed it. */
function isReached(spent: number, next: number, cap: number): boolean {
  return spent >= cap || spent + next > cap;
}

const MILLION = 1_000_000;

function formatDollars(microUsd: number): string {
  return `$${(microUsd / MILLION).toFixed(2)}`;
}

function judgeRest(facts: BudgetFacts, limits: RunLimits): BudgetDecision {
  const { usage, activeMs } = facts;
  if (!usage.costKnown && usage.tokens >= limits.maxTokensUnpriced) {
    return { kind: 'stop', reason: 'tokens', detail: `${usage.tokens} of ${limits.maxTokensUnpriced}` };
  }
  if (activeMs >= limits.sessionTimeoutMs) {
    return { kind: 'stop', reason: 'time', detail: `${Math.round(limits.sessionTimeoutMs / MINUTE_MS)} min` };
  }
  return judgeRounds(facts, limits);
}

/**
 * A run has one round budget after the other. The next begins by itself when the last one brought the task forward, so a
 * task without progress ends after one.
 */
function judgeRounds({ usage, hasProgressedSince }: BudgetFacts, limits: RunLimits): BudgetDecision {
  const { maxRounds, continuesByItself } = limits;
  const used = usage.round - usage.runStartRound;
  const most = maxRounds * (continuesByItself ? MAX_ROUND_BUDGETS : 1);
  if (used >= most) return { kind: 'close', why: 'rounds' };
  const inBudget = used % maxRounds;
  if (inBudget === 0) {
    const goesOn = used === 0 || hasProgressedSince(usage.round - maxRounds);
    return goesOn ? { kind: 'go', wrapUpIn: undefined } : { kind: 'close', why: 'no-progress' };
  }
  const left = maxRounds - inBudget;
  const isNearEnd = left === WRAP_UP_ROUNDS && maxRounds > WRAP_UP_ROUNDS;
  // A model that is told to wrap up stops early, so one whose work goes on anyway is not told.
  const wrapsUp = isNearEnd && (used + left >= most || !hasProgressedSince(usage.round - inBudget));
  return { kind: 'go', wrapUpIn: wrapsUp ? left : undefined };
}

/** True when the coming decision depends on what the calls of this round budget came to, which must then be stored. */
export function isProgressJudged(
  usage: Pick<SessionUsage, 'round' | 'runStartRound'>,
  limits: RunLimits,
): boolean {
  if (!limits.continuesByItself) return false;
  const inBudget = (usage.round - usage.runStartRound) % limits.maxRounds;
  return inBudget === 0 || limits.maxRounds - inBudget === WRAP_UP_ROUNDS;
}

/** The limits of every session, narrowed by the terms of this one. */
export function limitsOf({
  parts: {
    settings: { limits },
  },
  record: { terms },
}: Pick<ActiveSession, 'parts' | 'record'>): RunLimits {
  if (terms === undefined) return limits;
  const { maxRounds, maxSeconds } = terms.limits ?? {};
  return {
    ...limits,
    maxRounds: terms.isPlanned ? Number.POSITIVE_INFINITY : least(limits.maxRounds, maxRounds),
    // A file that limits its rounds means all of them.
    continuesByItself: limits.continuesByItself && maxRounds === undefined,
    sessionTimeoutMs: least(limits.sessionTimeoutMs, maxSeconds, 1000),
    maxCostMicroUsd: mostCostOf(terms, limits),
  };
}

/** What this session may cost with what was granted, in millionths of a dollar; undefined = no limit. */
export function moneyCapOf(
  { terms, usage }: Pick<SessionRecord, 'terms' | 'usage'>,
  limits: Pick<RunLimits, 'maxCostMicroUsd'>,
): number | undefined {
  return moneyCap(usage, { maxCostMicroUsd: mostCostOf(terms, limits) });
}

function mostCostOf(
  terms: SessionRecord['terms'],
  { maxCostMicroUsd }: Pick<RunLimits, 'maxCostMicroUsd'>,
): number | undefined {
  const usd = terms?.limits?.maxCostUsd;
  return leastOf(maxCostMicroUsd, usd === undefined ? undefined : Math.round(usd * MILLION));
}

function least(one: number, other: number | undefined, unit = 1): number {
  return other === undefined ? one : Math.min(one, other * unit);
}

function leastOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : least(one, other);
}

/** Present facts for the budget decision. */
export function budgetFacts(session: ActiveSession): BudgetFacts {
  const { store, clock } = session.parts;
  const { id, owner, usage } = session.record;
  return {
    usage,
    activeMs: session.activeMs(),
    todayMicroUsd: store.spending.sumSince(owner, startOfUtcDay(clock.nowMs())),
    nextMicroUsd: leastCostOfNext(session),
    mayGiveLastReply: mayGiveLastReply(session),
    hasProgressedSince: (round) =>
      hasProgressedSince(round, {
        calls: store.calls.listCurrent(id),
        steps: store.checkpoints.listCurrent(id),
      }),
  };
}

/** True when the person chose to finish with the present results, and that was not done yet. */
function mayGiveLastReply({ parts, record }: Pick<ActiveSession, 'parts' | 'record'>): boolean {
  const question = parts.store.approvals.findByCall(record.id, MONEY_CALL);
  return question?.state === 'approved' && question.answer?.scope === 'finish' && !question.used;
}

/**
 * The API counts everything it counted last time again, at best as cached. New content and the reply come on top.
 */
function leastCostOfNext({ parts, record }: ActiveSession): number {
  const price = parts.models.priceOf(record.prompt.model);
  const tokens = parts.store.contexts.findMeasured(record.id)?.tokens;
  if (price === undefined || tokens === undefined) return 0;
  return Math.floor((tokens * Math.min(price.cacheRead, price.input)) / MILLION);
}

/** How much of the task a question about money quotes, in UTF-16 code units. */
const MAX_TASK_LENGTH = 80;

/** Spending more changes nothing in the project, so a member may allow it for a task of their own. */
const ONLY_COSTS: Risk = { writesOutsideGit: 'no', network: 'no', undoable: 'no' };

/**
 * Parks the session and asks the person who started it what to do, in one commit; for another agent those who answer
 * for it, if there is anybody. The report follows with their answer.
 */
export function parkForMoney(session: ActiveSession, outcome: Extract<Outcome, { kind: 'parked' }>): Outcome {
  const {
    store,
    people,
    outgoing: { announcer },
  } = session.parts;
  const [approver, ...others] = people.approversOf(session.record, ONLY_COSTS);
  if (approver === undefined) return session.end(outcome);
  const copies = others.map((other) => ({ ...other, messageId: newMessageId() }));
  return session.end(outcome, () => {
    const approval = createApproval(store, moneyQuestion(session, approver), copies);
    announcer.ask({ approval, copies, session: session.record });
  });
}

function moneyQuestion(session: ActiveSession, approver: Approver): ApprovalRecord {
  const { parts, record } = session;
  const { question } = texts(record.locale).money;
  const cap = moneyCap(record.usage, limitsOf(session)) ?? 0;
  const spent = formatMoney(record.usage.costMicroUsd);
  return newApproval({
    session: record.id,
    call: MONEY_CALL,
    ...approver,
    question: {
      tool: MONEY_QUESTION,
      bindingHash: sha256(`${MONEY_QUESTION} ${record.id} ${cap}`),
      text: question(titleLine(record.task, MAX_TASK_LENGTH), spent, formatMoney(cap)),
      details: '',
    },
    askedAtMs: parts.clock.nowMs(),
  });
}

/** Tells the model once that this reply is its last. */
export function announceLastReply(session: ActiveSession): void {
  if (session.openCalls.length > 0 || !mayGiveLastReply(session)) return;
  const isSaid = session.messages.at(-1)?.content.some(({ text }) => text === notices.finishNow);
  if (isSaid !== true) session.addUserText(notices.finishNow);
}

/** Marks the closing reply as used: a further one has to be granted again. */
export function consumeLastReplyGrant(session: ActiveSession): void {
  const { store } = session.parts;
  const question = store.approvals.findByCall(session.record.id, MONEY_CALL);
  if (question !== undefined) session.defer(() => void store.approvals.markUsed(question.id));
}
