import type { Action, ChatCommand, CommandContext } from '../contracts/commands.ts';
import type { SessionRecord } from '../contracts/session.ts';
import { openQuestions, openSessions } from './conversation-sessions.ts';
import { dryRunActions } from './dry-run.ts';
import { howToAnswer } from './how-to-answer.ts';
import { questionText } from './question-text.ts';
import { planLines, stepsDone, taskLine, timeAndCost } from './session-text.ts';

export const agentCommand: ChatCommand = {
  name: 'agent',
  aliases: [],
  describe: (texts) => texts.commands.agent,
  run(rest, context) {
    // `/agent ?task` is how it comes from a keyboard that puts the space first.
    if (rest.startsWith('?')) return dryRunActions(rest.slice(1).trim(), context);
    const open = openSessions(context);
    if (rest === '') return [{ kind: 'reply', text: statusOf(open, context) }];
    return start(rest, open[0], context);
  },
};

function start(
  task: string,
  holder: SessionRecord | undefined,
  { texts, program }: CommandContext,
): readonly Action[] {
  const { replies, status } = texts;
  const name = taskLine({ task });
  const begin: Action = { kind: 'start', mode: 'agent', task };
  if (holder === undefined && program.writeEnabled)
    return [begin, { kind: 'reply', text: replies.started(name), instead: 'card' }];
  const lines = [holder === undefined ? replies.started(name) : replies.queued(name, taskLine(holder))];
  if (!program.writeEnabled) lines.push(status.writesOff);
  return [begin, { kind: 'reply', text: lines.join('\n') }];
}

function statusOf(open: readonly SessionRecord[], context: CommandContext): string {
  const { texts, store } = context;
  const [holder, ...behind] = open;
  if (holder === undefined) {
    const { usage, more } = texts.commands.agent;
    return `${usage}\n${more}`;
  }
  const plan = store.history.plan(holder.id);
  const facts = [
    texts.progress.round(holder.round),
    stepsDone(plan, texts),
    timeAndCost(holder, holder.activeMs, texts),
  ];
  return [
    `${texts.status.sessionStatus[holder.status]}: ${taskLine(holder)}`,
    facts.filter((fact) => fact !== undefined).join(' · '),
    ...(plan === undefined ? [] : planLines(plan)),
    ...openQuestions(context, holder).flatMap((question) => [
      questionText(question, texts),
      howToAnswer(question, texts),
    ]),
    ...behind.map((session) => `${texts.status.sessionStatus.queued}: ${taskLine(session)}`),
  ].join('\n');
}
