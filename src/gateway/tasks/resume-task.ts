import { isPlanned } from '../../contracts/assignment.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import { MONEY_QUESTION, type SessionRecord } from '../../contracts/session.ts';
import { formatMoney } from '../../core/texts/format.ts';
import { fullQuestion } from '../questions/question-text.ts';
import { openApprovals } from './conversation-sessions.ts';
import { waitsFor } from './places.ts';
import { queuedLines } from './start-task.ts';
import { nameFor, numberingOf, taskName } from './task-name.ts';

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
