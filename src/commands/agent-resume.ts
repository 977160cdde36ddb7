import { formatMoney } from '../base/texts/format.ts';
import type { Action, ChatCommand, CommandContext } from '../contracts/commands.ts';
import { MONEY_QUESTION, type SessionRecord } from '../contracts/session.ts';
import { openQuestions, openSessions, sessionHere } from './conversation-sessions.ts';
import { howToAnswer } from './how-to-answer.ts';
import { questionText } from './question-text.ts';
import { type ResumeRequest, readResumeRequest } from './resume-request.ts';
import { taskLine } from './session-text.ts';

/** How far back the latest task is looked for when no id is given. */
const LOOK_BACK = 50;

export const agentResumeCommand: ChatCommand = {
  name: 'agent-resume',
  aliases: ['resume'],
  describe: (texts) => texts.commands['agent-resume'],
  run(rest, context) {
    const request = readResumeRequest(rest);
    if (request.session === undefined) {
      const session = latestTask(context);
      if (session === undefined) return [{ kind: 'reply', text: context.texts.replies.nothingToResume }];
      return resume(session, request, context);
    }
    const known = context.store.sessions.get(request.session);
    if (known === undefined) return [{ kind: 'restore', session: request.session }];
    const session = sessionHere(context, request.session);
    if (session === undefined)
      return [{ kind: 'reply', text: context.texts.replies.noSuchSession(request.session) }];
    return resume(session, request, context);
  },
};

/** What holds the conversation, else the newest task, however it ended. */
function latestTask(context: CommandContext): SessionRecord | undefined {
  const newest = context.store.sessions.ofConversation(context.conversation, LOOK_BACK);
  return [...openSessions(context), ...newest].find((session) => session.mode === 'agent');
}

function resume(session: SessionRecord, request: ResumeRequest, context: CommandContext): readonly Action[] {
  const { replies } = context.texts;
  if (request.extraMicroUsd > 0 && session.owner !== context.sender) {
    return [{ kind: 'reply', text: replies.onlyOwnerPays }];
  }
  const [question] = openQuestions(context, session).filter(
    ({ tool }) => tool !== MONEY_QUESTION || request.extraMicroUsd === 0,
  );
  if (question !== undefined) {
    const { texts } = context;
    const parts = [replies.answerFirst, questionText(question, texts), howToAnswer(question, texts)];
    return [...steered(session, request), { kind: 'reply', text: parts.join('\n') }];
  }
  if (session.status === 'running' || session.status === 'queued') {
    return [...steered(session, request), { kind: 'reply', text: replies.alreadyActive(taskLine(session)) }];
  }
  return [
    {
      kind: 'resume',
      session: session.id,
      extraMicroUsd: request.extraMicroUsd,
      instructions: request.instructions,
    },
    confirmation(session, request, context),
  ];
}

function steered(session: SessionRecord, { instructions }: ResumeRequest): readonly Action[] {
  return instructions === undefined ? [] : [{ kind: 'steer', session: session.id, text: instructions }];
}

function confirmation(session: SessionRecord, request: ResumeRequest, context: CommandContext): Action {
  const { replies } = context.texts;
  const holder = openSessions(context).find((open) => open.id !== session.id);
  const name = taskLine(session);
  if (holder === undefined && request.extraMicroUsd === 0 && session.mode === 'agent')
    return { kind: 'reply', text: replies.resumed(name), instead: 'card' };
  const lines = [holder === undefined ? replies.resumed(name) : replies.queued(name, taskLine(holder))];
  if (request.extraMicroUsd > 0) lines.push(replies.moneyAdded(formatMoney(request.extraMicroUsd)));
  return { kind: 'reply', text: lines.join('\n') };
}
