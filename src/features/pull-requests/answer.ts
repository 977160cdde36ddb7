import { isAlive } from '../../commands/conversation-sessions.ts';
import type { InboundMessage } from '../../contracts/channel.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import { codeBlock } from '../../core/text.ts';
import { enclosureFor, wishOf } from './material.ts';
import type { PullChoice, PullQuestion, PullRequestAction } from './pull-request.ts';
import { choiceLines } from './question-text.ts';
import { choiceIn, choiceNamed, type PullAnswer, readPullAnswer } from './read-answer.ts';
import { type PullTexts, pullTexts } from './texts/texts.ts';

type Message = Pick<InboundMessage, 'text' | 'quotedId' | 'gesture'>;
type PullAnswerAction = Action | PullRequestAction;

/** Undefined for a message that is no answer to it. */
export function answerPull(
  pull: PullQuestion,
  message: Message,
  context: CommandContext,
): readonly PullAnswerAction[] | undefined {
  const answer = answerIn(message);
  if (answer === undefined) return undefined;
  const isTargeted = (message.gesture?.target ?? message.quotedId) !== undefined;
  if (!isTargeted && choiceIn(pull, answer) === undefined) return undefined;
  if (answer.isNumberFirst === true && isTask(pull.number, context))
    return [{ kind: 'reply', text: pullTexts(context.texts).taskOrPull(pull.number) }];
  return answerActions(pull, answer, context);
}

/** True for words that choose one of its options, and name no other pull request. */
export function readsPullAnswer(pull: PullQuestion, text: string): boolean {
  const answer = readPullAnswer(text);
  if (answer === undefined || choiceIn(pull, answer) === undefined) return false;
  return answer.number === undefined || answer.number === pull.number;
}

/** A task of this number could be meant as well. */
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

function answerActions(
  question: PullQuestion,
  answer: PullAnswer,
  context: CommandContext,
): readonly PullAnswerAction[] {
  const { texts, sender } = context;
  const pulls = pullTexts(texts);
  if (question.requester !== sender) return [{ kind: 'reply', text: texts.replies.notYours }];
  if (question.state !== 'open') return [{ kind: 'reply', text: pulls[question.state] }];
  const choice = choiceIn(question, answer);
  if (choice === undefined) {
    const text = [pulls.notOffered, choiceLines(question.choices, question.number, pulls)].join('\n');
    return [{ kind: 'reply', text }];
  }
  return chosen(question, choice, context);
}

function chosen(
  question: PullQuestion,
  choice: PullChoice,
  context: CommandContext,
): readonly PullAnswerAction[] {
  const pulls = pullTexts(context.texts);
  switch (choice) {
    case 'log':
      return [{ kind: 'reply', text: logText(question, pulls) }];
    case 'ignore':
      return [
        { kind: 'pull-requests.answer', question: question.id, choice },
        { kind: 'reply', text: pulls.ignored(question.number) },
      ];
    case 'close':
      return [
        { kind: 'pull-requests.answer', question: question.id, choice },
        { kind: 'reply', text: pulls.closing(question.number) },
      ];
    case 'fix':
    case 'address':
      return [{ kind: 'pull-requests.answer', question: question.id, choice }, ...workOn(question, context)];
  }
}

/** The question stays open: the person decides after reading the log. */
function logText({ number, material, choices }: PullQuestion, pulls: PullTexts): string {
  const shown = material.trim() === '' ? pulls.noLog : codeBlock(material);
  return [pulls.log(number), shown, choiceLines(choices, number, pulls)].join('\n');
}

function workOn(question: PullQuestion, { store, texts }: CommandContext): readonly PullAnswerAction[] {
  const session = store.sessions.get(question.session);
  const { number, about, material } = question;
  if (session === undefined || about === 'undone') return [];
  const words = { session: session.id, enclosure: enclosureFor({ about, material }) };
  const wish = wishOf({ number, about });
  const reply: PullAnswerAction = { kind: 'reply', text: pullTexts(texts).fixing(question.number) };
  const isActive = ['running', 'queued', 'waiting', 'paused'].includes(session.status);
  if (isActive) return [{ kind: 'steer', text: wish, ...words }, reply];
  return [{ kind: 'resume', extraMicroUsd: 0, instructions: wish, ...words }, reply];
}
