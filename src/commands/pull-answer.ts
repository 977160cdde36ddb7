import { questionIdOf } from '../base/ids.ts';
import { codeBlock } from '../base/text.ts';
import type { Texts } from '../base/texts/texts.ts';
import type { InboundMessage } from '../contracts/channel.ts';
import type { Action, CommandContext } from '../contracts/commands.ts';
import type { PullChoice, PullQuestion } from '../contracts/pull-requests.ts';
import { choiceIn, choiceNamed, type PullAnswer, readPullAnswer } from '../pull-requests/answers.ts';
import { enclosureFor, wishOf } from '../pull-requests/material.ts';
import { choiceLines } from '../pull-requests/questions.ts';
import { isAlive } from './conversation-sessions.ts';

type Message = Pick<InboundMessage, 'sender' | 'text' | 'quotedId' | 'gesture' | 'forwarded'>;

/**
 * Undefined for a message that answers no question about a pull request; most are none.
 * @param isMeant a bare word that can mean nothing else
 */
export function pullAnswerActions(
  message: Message,
  context: CommandContext,
  isMeant: boolean,
): readonly Action[] | undefined {
  if (message.forwarded === true) return undefined;
  const answer = answerIn(message);
  if (answer === undefined && isMeant) return choicesAgain(context);
  if (answer === undefined) return undefined;
  const { conversation, store, texts } = context;
  const target = message.gesture?.target ?? message.quotedId;
  const meant =
    target === undefined ? undefined : store.pullRequests.question(conversation, questionIdOf(target));
  if (meant !== undefined) return answered(meant, answer, context);
  // A reply to something else, or a vote on it, means that.
  if (target !== undefined) return undefined;
  const open = openFor(answer, context);
  const [first] = open;
  if (first === undefined) return undefined;
  if (answer.isNumberFirst === true && isTask(first.number, context))
    return [{ kind: 'reply', text: texts.tasks.taskOrPull(first.number) }];
  if (open.length === 1) return answered(first, answer, context);
  const list = open.map(({ number, choices }) => `#${number}: ${choiceLines(choices, number, texts)}`);
  return [{ kind: 'reply', text: [texts.pulls.which, ...list].join('\n') }];
}

/** A yes does not say which of the choices. */
function choicesAgain({ conversation, sender, store, texts }: CommandContext): readonly Action[] {
  const own = store.pullRequests.openQuestions(conversation).filter(({ requester }) => requester === sender);
  const lines = own.map(({ number, choices }) => choiceLines(choices, number, texts));
  return [{ kind: 'reply', text: [texts.pulls.notOffered, ...lines].join('\n') }];
}

/** A task of this number could be told the same. */
function isTask(number: number, { conversation, store }: CommandContext): boolean {
  const session = store.sessions.ofNumber(conversation, number);
  return session !== undefined && isAlive(session, store);
}

function answerIn({ gesture, text }: Message): PullAnswer | undefined {
  if (gesture === undefined) return readPullAnswer(text);
  if (gesture.kind !== 'vote' || gesture.choices.length !== 1) return undefined;
  const choice = choiceNamed(gesture.choices[0] ?? '');
  return choice === undefined ? undefined : { choice, number: undefined };
}

/** Open questions of this person that the answer may mean. */
function openFor(
  answer: PullAnswer,
  { conversation, sender, store }: CommandContext,
): readonly PullQuestion[] {
  return store.pullRequests
    .openQuestions(conversation)
    .filter((question) => question.requester === sender)
    .filter((question) => answer.number === undefined || question.number === answer.number)
    .filter((question) => choiceIn(question, answer) !== undefined);
}

function answered(question: PullQuestion, answer: PullAnswer, context: CommandContext): readonly Action[] {
  const { texts, sender } = context;
  if (question.requester !== sender) return [{ kind: 'reply', text: texts.replies.notYours }];
  if (question.state !== 'open') return [{ kind: 'reply', text: texts.pulls[question.state] }];
  const choice = choiceIn(question, answer);
  if (choice === undefined) {
    const text = [texts.pulls.notOffered, choiceLines(question.choices, question.number, texts)].join('\n');
    return [{ kind: 'reply', text }];
  }
  return chosen(question, choice, context);
}

function chosen(question: PullQuestion, choice: PullChoice, context: CommandContext): readonly Action[] {
  const { texts } = context;
  switch (choice) {
    case 'log':
      return [{ kind: 'reply', text: logText(question, texts) }];
    case 'ignore':
      return [
        { kind: 'answer-pull', question: question.id, choice },
        { kind: 'reply', text: texts.pulls.ignored(question.number) },
      ];
    case 'close':
      return [
        { kind: 'answer-pull', question: question.id, choice },
        { kind: 'reply', text: texts.pulls.closing(question.number) },
      ];
    case 'fix':
    case 'address':
      return [{ kind: 'answer-pull', question: question.id, choice }, ...workOn(question, context)];
  }
}

/** The question stays open: whoever has read the log decides then. */
function logText({ number, material, choices }: PullQuestion, texts: Texts): string {
  const shown = material.trim() === '' ? texts.pulls.noLog : codeBlock(material);
  return [texts.pulls.log(number), shown, choiceLines(choices, number, texts)].join('\n');
}

function workOn(question: PullQuestion, { store, texts }: CommandContext): readonly Action[] {
  const session = store.sessions.get(question.session);
  const { number, about, material } = question;
  if (session === undefined || about === 'undone') return [];
  const words = { session: session.id, enclosure: enclosureFor({ about, material }) };
  const wish = wishOf({ number, about });
  const reply: Action = { kind: 'reply', text: texts.pulls.fixing(question.number) };
  const isActive = ['running', 'queued', 'waiting', 'paused'].includes(session.status);
  if (isActive) return [{ kind: 'steer', text: wish, ...words }, reply];
  return [{ kind: 'resume', extraMicroUsd: 0, instructions: wish, ...words }, reply];
}
