import { resolve } from 'node:path';
import type { Terms } from '../../contracts/assignment.ts';
import type { Grant, LaunchChange } from '../../contracts/grants.ts';
import type { Risk, Verdict } from '../../contracts/policy.ts';
import type { Outcome } from '../../contracts/session.ts';
import type { CommandDecision } from '../../contracts/session-stores.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import type { Review } from '../../contracts/tool.ts';
import { canonicalJson, type Json, type JsonObject, sha256 } from '../../core/json.ts';
import {
  callRules,
  isPreApproved,
  leavesDryRun,
  type TermsCall,
  whyTermsRefuse,
} from '../../policy/call-rules.ts';
import { changesBetween } from '../../policy/launch-facts.ts';
import { type GrantCoverage, standingGrant } from '../../policy/standing-grants.ts';
import type { ActiveSession } from '../active-session.ts';
import { notices } from '../notices.ts';
import { askPerson, type BoundQuestion, type CallQuestion, waitFor } from './ask-person.ts';
import { isOfCall } from './call-record.ts';
import { closeAttempt } from './close-attempt.ts';
import { logRefusal } from './command-journal.ts';
import { hookedCall, labelOf, type OpenedCall, type ReadyCall } from './read-call.ts';
import { isFinal } from './repeated-questions.ts';

/** `decision` is written to the audit row of a shell command. */
export type CallPermission =
  | {
      readonly kind: 'granted';
      readonly words: string | undefined;
      /** Binding of the review that let the call through. */
      readonly reviewed: Json;
      readonly approval?: ApprovalRecord;
      /** The standing approval that let it through, if one did. */
      readonly grant?: Grant;
      readonly audit?: { readonly command: string; readonly decision: CommandDecision };
    }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'waiting'; readonly outcome: Outcome };

/**
 * Why a call is judged again. `never-ran`: an earlier program stored its intent, and it provably did not run.
 * `changed`: what would have run differs from what was judged.
 */
export type RejudgeReason = 'never-ran' | 'changed' | undefined;

/** How often one call may be judged: what it would run may change each time before it starts. */
export const MAX_ATTEMPTS = 5;

/** For a call that an earlier program started. If it never ran, it is judged again. */
export const PERMITTED_EARLIER: Extract<CallPermission, { kind: 'granted' }> = {
  kind: 'granted',
  words: undefined,
  reviewed: null,
};

/** Applies the general rules, then the tool's own review of this call; deny over ask over allow. */
export async function permissionFor(
  session: ActiveSession,
  ready: OpenedCall,
  again: RejudgeReason = undefined,
): Promise<CallPermission> {
  const permission = await judgeCall(session, ready, again);
  if (permission.kind !== 'ask') return permission;
  // The run was stopped: a question would delay its end.
  if (session.control.signal.reason === 'cancel') return { kind: 'refused', text: notices.stopped };
  return askPerson(session, ready, permission.question);
}

/** The same without new questions: anything without an earlier yes is refused. */
export async function permissionUnasked(
  session: ActiveSession,
  ready: OpenedCall,
  again: RejudgeReason = undefined,
): Promise<Exclude<CallPermission, { kind: 'waiting' }>> {
  const judged = await judgeCall(session, ready, again);
  if (judged.kind === 'waiting') throw new Error(`a question belongs to ${ready.call.id}`);
  if (judged.kind !== 'ask') return judged;
  const { reason, review } = judged.question;
  return refuseCall(session, ready, { reason: notices.cannotAsk(reason), command: review.command });
}

type JudgedCall = CallPermission | { readonly kind: 'ask'; readonly question: BoundQuestion };

async function judgeCall(
  session: ActiveSession,
  ready: OpenedCall,
  again: RejudgeReason,
): Promise<JudgedCall> {
  const general = generalVerdict(session, ready);
  if (general?.kind === 'deny')
    return refuseCall(session, ready, { reason: general.reason, command: undefined });
  const review = await reviewOf(session, ready);
  const reviewed = { tool: ready.call.tool, review };
  const { terms } = session.record;
  const reason = firstRefusal([terms, ready.by?.terms], reviewed);
  if (reason !== undefined) return refuseCall(session, ready, { reason, command: review.command });
  const own = withoutLeaving(
    session,
    general?.kind === 'ask' && review.verdict.kind === 'allow' ? general : review.verdict,
  );
  const verdict = await withObjection(session, ready, own);
  switch (verdict.kind) {
    case 'deny':
      if (again === 'never-ran') closeAttempt(session, ready.call, review.command);
      return refuseCall(session, ready, { reason: verdict.reason, command: review.command });
    case 'allow':
      return { kind: 'granted', words: undefined, reviewed: review.binding, ...auditOf(review, 'allow') };
    case 'ask':
      if (verdict.rule !== HOOK && isPreApprovedStill(session, reviewed, verdict)) {
        return {
          kind: 'granted',
          words: undefined,
          reviewed: review.binding,
          ...auditOf(review, 'ask_approved'),
        };
      }
      return resolveApproval(session, ready, {
        asked: {
          review: verdict.rule === HOOK ? eachTime(review, ready) : review,
          reason: verdict.reason,
          rule: verdict.rule,
          risk: verdict.risk,
        },
        again,
      });
  }
}

/** Rule of a call that a hook asks about: no other permission than a person's answer to this very call counts. */
const HOOK = 'hook';
const UNKNOWN_RISK: Risk = { writesOutsideGit: 'unknown', network: 'unknown', undoable: 'unknown' };
const NO_RISK: Risk = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' };

/** Hooks are asked last, and only about calls that nothing else refuses: they can forbid more, but never allow more. */
async function withObjection(session: ActiveSession, ready: ReadyCall, verdict: Verdict): Promise<Verdict> {
  if (verdict.kind === 'deny') return verdict;
  const { assignments } = session.parts;
  const objection = await assignments.calls.before(hookedCall(session, ready), session.control.signal);
  if (objection === undefined) return verdict;
  const { kind, reason } = objection;
  if (kind === 'deny') return { kind, rule: HOOK, reason };
  const own = ready.effect === 'reads' ? NO_RISK : UNKNOWN_RISK;
  return { kind, rule: HOOK, reason, risk: verdict.kind === 'ask' ? verdict.risk : own };
}

function eachTime(review: Review, { call }: ReadyCall): Review {
  const { grant: _, offers: __, ...once } = review;
  return { ...once, details: once.details || labelOf(call) };
}

/** A file that an owner withdraws while its task runs pre-approves nothing more. */
function isPreApprovedStill(session: ActiveSession, call: TermsCall, verdict: Verdict): boolean {
  const { parts, record } = session;
  const { terms, project, workspace } = record;
  if (terms === undefined) return false;
  const written = session.ledger.listWritten().map((file) => resolve(workspace, file.path));
  if (!isPreApproved(terms, { ...call, written }, verdict)) return false;
  const { restsOn } = terms;
  return restsOn === undefined || parts.store.trust.isAccepted({ workspace: project, ...restsOn });
}

function firstRefusal(all: readonly (Terms | undefined)[], call: TermsCall): string | undefined {
  return all.flatMap((terms) => (terms && whyTermsRefuse(terms, call)) ?? []).at(0);
}

/** A yes to a command could give it the network, and then it could send out anything. */
function withoutLeaving({ parts, record }: ActiveSession, verdict: Verdict): Verdict {
  if (verdict.kind !== 'ask' || verdict.risk.network !== 'yes') return verdict;
  if (parts.store.worktrees.findActive(record)?.kind !== 'dry-run') return verdict;
  return { kind: 'deny', rule: 'dry-run', reason: leavesDryRun('A command that needs the network') };
}

function generalVerdict(session: ActiveSession, { call, tool, effect }: ReadyCall): Verdict | undefined {
  const { parts, record } = session;
  // The input passed the tool's schema, which is an object schema for every tool.
  return callRules({
    tool: call.tool,
    effect,
    input: call.input as JsonObject,
    mode: record.mode,
    writeEnabled: parts.settings.access.writeEnabled,
    inTalk: tool.inTalk,
    worktree: parts.store.worktrees.findActive(record)?.kind,
  });
}

const ALLOWED: Verdict = { kind: 'allow', rule: 'no-opinion' };

/** A review that fails in an expected way (no such file, no remote) refuses the call with its sentence. */
async function reviewOf(session: ActiveSession, { tool, input, own }: OpenedCall): Promise<Review> {
  if (tool.review === undefined) return { verdict: ALLOWED, binding: null, details: '' };
  const { signal } = session.control;
  const stop = (): void => own.stop.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await tool.review(input, own.context);
  } catch (error) {
    if (!isOfCall(error)) throw error;
    return {
      verdict: { kind: 'deny', rule: 'review-failed', reason: error.message },
      binding: null,
      details: '',
    };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The person's answer to exactly this call, or to all calls like it; asks when there is none. */
function resolveApproval(
  session: ActiveSession,
  ready: ReadyCall,
  { asked, again }: { readonly asked: CallQuestion; readonly again: RejudgeReason },
): JudgedCall {
  const { call } = ready;
  const { review } = asked;
  const bindingHash = sha256(canonicalJson({ tool: call.tool, input: call.input, binding: review.binding }));
  const approval = session.parts.store.approvals.findByCall(session.record.id, call.id);
  if (approval?.state === 'pending') return waitFor(session, approval.id);
  if (approval !== undefined && approval.state !== 'approved')
    return { kind: 'refused', text: unapprovedText(session, ready, { approval, asked }) };
  // An approval is used by one call; a call that provably did not run has not used it up.
  const isFree = approval !== undefined && (!approval.used || again !== undefined);
  if (isFree && approval.question.bindingHash === bindingHash) {
    const audit = auditOf(review, 'ask_approved');
    return { kind: 'granted', words: approval.answer?.words, reviewed: review.binding, approval, ...audit };
  }
  const standing = grantCoverage(session, review);
  if (standing.kind === 'covered') {
    const audit = auditOf(review, 'ask_approved');
    return { kind: 'granted', words: undefined, reviewed: review.binding, grant: standing.grant, ...audit };
  }
  // What would run now differs from what was approved (a file, a branch, a link changed): the answer does not hold.
  const changes = approval === undefined ? changesOf(standing) : changesSinceYes(approval, review);
  if (again === 'never-ran') closeAttempt(session, call, review.command);
  if (isRefusedForGood(session, ready, asked))
    return refuseCall(session, ready, { reason: notices.final, command: review.command });
  return { kind: 'ask', question: { ...asked, bindingHash, changes } };
}

/** The text for the model about a question that was not answered with a yes. */
function unapprovedText(
  session: ActiveSession,
  ready: ReadyCall,
  { approval, asked }: { readonly approval: ApprovalRecord; readonly asked: CallQuestion },
): string {
  if (approval.state !== 'rejected') return notices.unanswered;
  const { review } = asked;
  recordDecision(session, ready, { command: review.command, decision: 'ask_rejected' });
  const text = rejectionOf(review, session.parts.people.reasonOfNo(approval.answer?.words ?? ''));
  return isRefusedForGood(session, ready, asked) ? `${text}\n${notices.final}` : text;
}

/** Asked often enough, people say yes to what they have refused before, so repeated refusals are final. */
function isRefusedForGood(
  { parts, record }: ActiveSession,
  { call, tool }: ReadyCall,
  { review, reason }: CallQuestion,
): boolean {
  const { details, offers } = review;
  const aimed = { tool: call.tool, details, text: reason, offers };
  const earlier = parts.store.approvals.listOfSession(record.id);
  return isFinal(aimed, earlier, { hasOneAim: tool.hasOneAim === true });
}

function grantCoverage({ parts, record }: ActiveSession, { grant: name, offers }: Review): GrantCoverage {
  if (name === undefined && offers === undefined) return { kind: 'none' };
  return standingGrant({ name, offers }, parts.store.grants.listForSession(record));
}

function changesOf(standing: GrantCoverage): readonly LaunchChange[] {
  return standing.kind === 'changed' ? standing.changes : [];
}

function changesSinceYes(
  { question: { offers: before } }: ApprovalRecord,
  { offers: now }: Review,
): readonly LaunchChange[] {
  const changes = before === undefined || now === undefined ? [] : changesBetween(before.facts, now.facts);
  return changes.length > 0 ? changes : [{ kind: 'command' }];
}

function refuseCall(
  session: ActiveSession,
  ready: ReadyCall,
  { reason, command }: { readonly reason: string; readonly command: string | undefined },
): Extract<CallPermission, { kind: 'refused' }> {
  const shown = command ?? (ready.effect === 'executes' ? labelOf(ready.call) : undefined);
  recordDecision(session, ready, { command: shown, decision: 'deny' });
  return { kind: 'refused', text: reason };
}

function recordDecision(
  session: ActiveSession,
  { call }: ReadyCall,
  { command, decision }: { readonly command: string | undefined; readonly decision: CommandDecision },
): void {
  if (command === undefined) return;
  const { record, parts } = session;
  session.writes.defer(() =>
    parts.store.commandLog.addAttempt({
      session: record.id,
      call: call.id,
      phoneNumber: record.owner,
      command,
      decision,
    }),
  );
  logRefusal(parts.log, { session: record, attempt: { command, decision }, input: call.input });
}

function auditOf(
  review: Review,
  decision: CommandDecision,
): { readonly audit?: { readonly command: string; readonly decision: CommandDecision } } {
  return review.command === undefined ? {} : { audit: { command: review.command, decision } };
}

function rejectionOf({ command }: Review, words: string): string {
  return command === undefined ? notices.rejected(words) : notices.commandRejected(words);
}
