import { isFailure } from '../base/failure.ts';
import { newApprovalId, newMessageId } from '../base/ids.ts';
import { canonicalJson, type Json, type JsonObject, sha256 } from '../base/json.ts';
import type { Risk, Verdict } from '../contracts/policy.ts';
import type { Outcome } from '../contracts/session.ts';
import type { CommandDecision } from '../contracts/session-stores.ts';
import type { ApprovalRecord, Store } from '../contracts/store.ts';
import type { Review } from '../contracts/tool.ts';
import type { ActiveSession } from './active-session.ts';
import { notices } from './notices.ts';
import { labelOf, type ReadyCall } from './read-call.ts';
import { contextFor } from './tool-context.ts';

type Call = Extract<ReadyCall, { kind: 'call' }>;

/** `decision` is what the audit row of a shell command says. */
export type Permission =
  | {
      readonly kind: 'granted';
      readonly words: string | undefined;
      /** Binding of the review that let the call through. */
      readonly reviewed: Json;
      readonly approval?: ApprovalRecord;
      readonly audit?: { readonly command: string; readonly decision: CommandDecision };
    }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'waiting'; readonly outcome: Outcome };

const ALLOWED: Verdict = { kind: 'allow', rule: 'no-opinion' };

/** General rules first, then what the tool says of this very call; deny over ask over allow. */
export async function permissionFor(session: ActiveSession, ready: Call): Promise<Permission> {
  const general = generalVerdict(session, ready);
  if (general?.kind === 'deny') return refuse(session, ready, { reason: general.reason, command: undefined });
  const review = await reviewOf(session, ready);
  const verdict = general?.kind === 'ask' && review.verdict.kind === 'allow' ? general : review.verdict;
  switch (verdict.kind) {
    case 'deny':
      return refuse(session, ready, { reason: verdict.reason, command: review.command });
    case 'allow':
      return { kind: 'granted', words: undefined, reviewed: review.binding, ...auditOf(review, 'allow') };
    case 'ask':
      return askedPermission(session, ready, { review, reason: verdict.reason, risk: verdict.risk });
  }
}

function generalVerdict(session: ActiveSession, { call, effect }: Call): Verdict | undefined {
  const { parts, record } = session;
  // The input passed the tool's schema, which is an object schema for every tool.
  return parts.rules({
    tool: call.tool,
    effect,
    input: call.input as JsonObject,
    mode: record.mode,
    writeEnabled: parts.writeEnabled,
  });
}

/** A review that fails in an expected way (no such file, no remote) refuses the call with its sentence. */
async function reviewOf(session: ActiveSession, { call, tool, input }: Call): Promise<Review> {
  if (tool.review === undefined) return { verdict: ALLOWED, binding: null, details: '' };
  const context = contextFor(session, { call, signal: session.control.signal, words: undefined });
  try {
    return await tool.review(input, context);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return {
      verdict: { kind: 'deny', rule: 'review-failed', reason: error.message },
      binding: null,
      details: '',
    };
  }
}

interface Asked {
  readonly review: Review;
  readonly reason: string;
  readonly risk: Risk;
}

/** What a person has said of exactly this call; asks when nobody has. */
function askedPermission(session: ActiveSession, ready: Call, asked: Asked): Permission {
  const { approvals } = session.parts.store;
  const { call } = ready;
  const { review } = asked;
  if (review.grant !== undefined && approvals.grants(session.record.id).includes(review.grant)) {
    return {
      kind: 'granted',
      words: undefined,
      reviewed: review.binding,
      ...auditOf(review, 'ask_approved'),
    };
  }
  const bindingHash = sha256(canonicalJson({ tool: call.tool, input: call.input, binding: review.binding }));
  const approval = approvals.ofCall(session.record.id, call.id);
  if (approval === undefined) return askPerson(session, ready, { ...asked, bindingHash });
  switch (approval.state) {
    case 'pending':
      return wait(session, approval.id);
    case 'approved':
      // What was approved is not what would run now (a file, a branch, a link changed): the answer does not hold.
      if (approval.bindingHash !== bindingHash || approval.used)
        return askPerson(session, ready, { ...asked, bindingHash });
      return {
        kind: 'granted',
        words: approval.answer,
        reviewed: review.binding,
        approval,
        ...auditOf(review, 'ask_approved'),
      };
    case 'rejected':
      recordDecision(session, ready, { command: review.command, decision: 'ask_rejected' });
      return { kind: 'refused', text: rejectionOf(review, reasonIn(approval.answer)) };
    case 'expired':
    case 'withdrawn':
      return { kind: 'refused', text: notices.unanswered };
  }
}

function askPerson(
  session: ActiveSession,
  { call }: Call,
  asked: Asked & { readonly bindingHash: string },
): Permission {
  const { parts, record } = session;
  const approval: ApprovalRecord = {
    id: newApprovalId(),
    session: record.id,
    call: call.id,
    conversation: record.conversation,
    requester: record.owner,
    tool: call.tool,
    bindingHash: asked.bindingHash,
    grant: asked.review.grant,
    question: asked.reason,
    details: asked.review.details,
    state: 'pending',
    messageId: newMessageId(),
    askedAtMs: parts.clock.nowMs(),
    answeredAtMs: undefined,
    answer: undefined,
    remindedAtMs: undefined,
    used: false,
  };
  session.markWaiting(call);
  session.defer(() => {
    const created = createApproval(parts.store, approval);
    parts.announcer.ask({
      approval: created,
      session: session.record,
      risk: asked.risk,
      reason: asked.reason,
      confinement: asked.review.confinement,
    });
  });
  return wait(session, approval.id);
}

/** Short ids run out: another one is taken while the first belongs to a question that is still open. */
function createApproval(store: Store, approval: ApprovalRecord): ApprovalRecord {
  try {
    store.approvals.create(approval);
    return approval;
  } catch (error) {
    if (!isFailure(error) || error.kind !== 'conflict') throw error;
    return createApproval(store, { ...approval, id: newApprovalId() });
  }
}

/** Everything known so far is stored; the worker is free until the answer comes, be it in another program. */
function wait(session: ActiveSession, approvalId: string): Permission {
  session.change({ status: 'waiting', activeMs: session.activeMs() });
  session.commit();
  session.parts.nudge();
  return { kind: 'waiting', outcome: { kind: 'waiting', approvalId } };
}

function refuse(
  session: ActiveSession,
  ready: Call,
  { reason, command }: { readonly reason: string; readonly command: string | undefined },
): Permission {
  const shown = command ?? (ready.effect === 'executes' ? labelOf(ready.call) : undefined);
  recordDecision(session, ready, { command: shown, decision: 'deny' });
  return { kind: 'refused', text: reason };
}

function recordDecision(
  session: ActiveSession,
  { call }: Call,
  { command, decision }: { readonly command: string | undefined; readonly decision: CommandDecision },
): void {
  if (command === undefined) return;
  const { record, parts } = session;
  session.defer(() =>
    parts.store.commandLog.attempt({
      session: record.id,
      call: call.id,
      phoneNumber: record.owner,
      command,
      decision,
    }),
  );
  parts.log.info('agent.shell.execute', { session_id: record.id, phone: record.owner, command, decision });
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

/** Answers that say no and nothing else, in the languages of the chat. */
const BARE_NO = /^(no|nop|nope|n|2|nunca|never)[.!]*$/i;

/** "no, use the staging branch" carries a reason; a bare "no" does not. */
function reasonIn(answer = ''): string {
  return BARE_NO.test(answer.trim()) ? '' : answer.trim();
}
