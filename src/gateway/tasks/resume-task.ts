import { isPlanned } from '../../contracts/assignment.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import { MONEY_QUESTION, type SessionRecord } from '../../contracts/session.ts';
import { formatMoney } from '../../core/texts/format.ts';
import { howToAnswer } from '../questions/how-to-answer.ts';
import { questionText } from '../questions/question-text.ts';
import { openQuestions, sessionHere } from './conversation-sessions.ts';
import { waitsFor } from './places.ts';
import { type ResumeRequest, readResumeRequest } from './resume-request.ts';
import { queuedLines } from './start-text.ts';
import { namedFirst, noSuchTask, taskMeant } from './task-meant.ts';
import { nameFor, numberingOf, taskName } from './task-name.ts';

/** How many sessions are searched for the latest task when no id is given. */
const LOOK_BACK = 50;

export const agentResumeCommand: ChatCommand = {
  name: 'agent-resume',
  aliases: ['resume'],
  describe: (texts) => texts.commands['agent-resume'],
  run(rest, context) {
    const request = requestIn(rest, context);
    if (request.session === undefined) return resumeMeant(request, context);
    const known = context.store.sessions.get(request.session);
    if (known === undefined) return [{ kind: 'restore', session: request.session }];
    const session = sessionHere(context, request.session);
    if (session === undefined) return [{ kind: 'reply', text: noSuchTask(request.session, context) }];
    return resumeActions(session, request, context);
  },
};

/** A number that no task of this chat ever had is part of the text: `#12 is the issue`. */
function requestIn(rest: string, context: CommandContext): ResumeRequest {
  const named = namedFirst(rest, context);
  const request = readResumeRequest(rest);
  if (named !== undefined) return { ...request, session: named.session.id };
  return request.number === undefined
    ? request
    : { session: undefined, extraMicroUsd: 0, instructions: rest };
}

/** The running task, else the newest one, however it ended. */
function resumeMeant(request: ResumeRequest, context: CommandContext): readonly Action[] {
  const meant = taskMeant('', '/agent-resume', context);
  if (meant.kind === 'told') return [{ kind: 'reply', text: meant.text }];
  const newest = context.store.sessions.ofConversation(context.conversation, LOOK_BACK);
  const session =
    meant.kind === 'task' && meant.session.mode === 'agent'
      ? meant.session
      : newest.find(({ mode }) => mode === 'agent');
  if (session === undefined) return [{ kind: 'reply', text: context.texts.replies.nothingToResume }];
  return resumeActions(session, request, context);
}

/** Continues a task, or says why not; a running task gets the words like any other message. */
export function resumeActions(
  session: SessionRecord,
  request: Wish,
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
  const [question] = openQuestions(context, session).filter(
    ({ tool }) => tool !== MONEY_QUESTION || request.extraMicroUsd === 0,
  );
  if (question !== undefined) {
    const { texts } = context;
    const parts = [replies.answerFirst, questionText(question, texts), howToAnswer(question, texts)];
    return [...steered(session, request), { kind: 'reply', text: parts.join('\n') }];
  }
  if (session.status === 'running' || session.status === 'queued') {
    const text = replies.alreadyActive(taskName(session, numberingOf(context)));
    return [...steered(session, request), { kind: 'reply', text }];
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

type Wish = Omit<ResumeRequest, 'session'>;

function steered(session: SessionRecord, { instructions }: Wish): readonly Action[] {
  return instructions === undefined ? [] : [{ kind: 'steer', session: session.id, text: instructions }];
}

function confirmation(session: SessionRecord, request: Wish, context: CommandContext): Action {
  const { replies } = context.texts;
  const wait = waitsFor(session, context);
  const name = nameFor(session, context);
  if (wait === undefined && request.extraMicroUsd === 0 && session.mode === 'agent')
    return { kind: 'reply', text: replies.resumed(name), instead: 'card' };
  const lines = wait === undefined ? [replies.resumed(name)] : queuedLines(name, wait, context);
  const money = request.extraMicroUsd > 0 ? [replies.moneyAdded(formatMoney(request.extraMicroUsd))] : [];
  return { kind: 'reply', text: [...lines, ...money].join('\n') };
}
