import type { InboundMessage } from '../contracts/channel.ts';
import type { Action, CommandContext } from '../contracts/commands.ts';
import type { PullChoice, PullQuestion } from '../contracts/pull-requests.ts';
import { codeBlock } from '../core/text.ts';
import type { Texts } from '../core/texts/texts.ts';
import { choiceIn, choiceNamed, type PullAnswer, readPullAnswer } from '../pull-requests/answers.ts';
import { enclosureFor, wishOf } from '../pull-requests/material.ts';
import { choiceLines } from '../pull-requests/questions.ts';
import { isAlive } from './conversation-sessions.ts';

type Message = Pick<InboundMessage, 'text' | 'quotedId' | 'gesture'>;

/** Undefined for a message that is no answer to it. */
export function answerPull(
  pull: PullQuestion,
  message: Message,
  context: CommandContext,
): readonly Action[] | undefined {
  const answer = answerIn(message);
  if (answer === undefined) return undefined;
  const isTargeted = (message.gesture?.target ?? message.quotedId) !== undefined;
  if (!isTargeted && choiceIn(pull, answer) === undefined) return undefined;
  if (answer.isNumberFirst === true && isTask(pull.number, context))
    return [{ kind: 'reply', text: context.texts.tasks.taskOrPull(pull.number) }];
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
): readonly Action[] {
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

/** The question stays open: the person decides after reading the log. */
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
