import { isPlanned } from '../../contracts/assignment.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import { MONEY_CALL, MONEY_QUESTION, type SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { InstanceId } from '../../core/ids.ts';
import { formatMoney } from '../../core/texts/format.ts';
import { fullQuestion } from '../questions/question-text.ts';
import { openApprovals } from './conversation-sessions.ts';
import { queuedLines } from './start-task.ts';
import { nameFor, numberingOf, taskName } from './task-name.ts';
import { waitsFor } from './task-queue.ts';

/** What continues a task: more money, and words for it. */
export interface ResumeInstructions {
  readonly extraMicroUsd: number;
  readonly instructions: string | undefined;
}

/** Continues a task, or says why not; a running task gets the words like any other message. */
export function resumeActions(
  session: SessionRecord,
  request: ResumeInstructions,
  context: CommandContext,
): readonly Action[] {
  const { replies } = context.texts;
  if (isPlanned(session) && request.instructions !== undefined) {
    const text = replies.cannotListen(taskName(session, numberingOf(context)));
    const asItIs = resumeActions(session, { ...request, instructions: undefined }, context);
    return [{ kind: 'reply', text }, ...asItIs];
  }
  if (request.extraMicroUsd > 0 && session.owner !== context.sender) {
    return [{ kind: 'reply', text: replies.onlyOwnerPays }];
  }
  const [question] = openApprovals(context, session).filter(
    ({ question: { tool } }) => tool !== MONEY_QUESTION || request.extraMicroUsd === 0,
  );
  if (question !== undefined) {
    const { texts } = context;
    const text = [replies.answerFirst, fullQuestion(question, texts)].join('\n');
    return [...steerActions(session, request), { kind: 'reply', text }];
  }
  if (session.state.status === 'running' || session.state.status === 'queued') {
    const text = replies.alreadyActive(taskName(session, numberingOf(context)));
    return [...steerActions(session, request), { kind: 'reply', text }];
  }
  return [
    {
      kind: 'resume',
      session: session.id,
      extraMicroUsd: request.extraMicroUsd,
      instructions: request.instructions,
    },
    confirmationReply(session, request, context),
  ];
}

function steerActions(session: SessionRecord, { instructions }: ResumeInstructions): readonly Action[] {
  return instructions === undefined ? [] : [{ kind: 'steer', session: session.id, text: instructions }];
}

function confirmationReply(
  session: SessionRecord,
  request: ResumeInstructions,
  context: CommandContext,
): Action {
  const { replies } = context.texts;
  const wait = waitsFor(session, context);
  const name = nameFor(session, context);
  if (wait === undefined && request.extraMicroUsd === 0 && session.mode === 'agent')
    return { kind: 'reply', text: replies.resumed(name), instead: 'card' };
  const lines = wait === undefined ? [replies.resumed(name)] : queuedLines(name, wait, context);
  const money = request.extraMicroUsd > 0 ? [replies.moneyAdded(formatMoney(request.extraMicroUsd))] : [];
  return { kind: 'reply', text: [...lines, ...money].join('\n') };
}

interface QueueAgainPorts {
  readonly store: Pick<Store, 'approvals' | 'sessions' | 'taskNumbers'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * Queues a session for another run of rounds and time, inside the caller's transaction; its cost continues to add up.
 * @param extraMicroUsd granted on top of the cap, in millionths of a dollar
 * @param sourceMessageId reactions are set on this message, and not on the one that began the session
 */
export function queueAgain(
  session: SessionRecord,
  { extraMicroUsd, sourceMessageId }: { readonly extraMicroUsd: number; readonly sourceMessageId: string },
  { store, instance, clock }: QueueAgainPorts,
): void {
  closeMoneyQuestion(session, { store, clock });
  store.sessions.update(session.id, {
    state: {
      status: 'queued',
      reason: undefined,
      cancelRequested: false,
      wakeAtMs: undefined,
      outageWaits: undefined,
      endedAtMs: undefined,
    },
    instance,
    number: numberFor(session, store),
    usage: {
      runStartRound: session.usage.round,
      activeMs: 0,
      earlierActiveMs: session.usage.earlierActiveMs + session.usage.activeMs,
      extraMicroUsd: session.usage.extraMicroUsd + extraMicroUsd,
    },
    origin: { sourceMessageId },
    atMs: clock.nowMs(),
  });
}

/** Its own, unless another task has been given it meanwhile. */
function numberFor(session: SessionRecord, { taskNumbers }: Pick<Store, 'taskNumbers'>): number {
  if (session.mode === 'talk' || taskNumbers.isFree(session)) return session.number;
  return taskNumbers.nextFree(session.conversation, session.id);
}

/** Resuming a session in another way answers its open question about money. */
function closeMoneyQuestion(
  session: SessionRecord,
  { store, clock }: Pick<QueueAgainPorts, 'clock'> & { readonly store: Pick<Store, 'approvals'> },
): void {
  const question = store.approvals.findByCall(session.id, MONEY_CALL);
  if (question?.state === 'pending') {
    store.approvals.decide(question.id, { state: 'withdrawn', answer: '', atMs: clock.nowMs() });
  } else if (question?.state === 'approved' && !question.used) store.approvals.markUsed(question.id);
}
