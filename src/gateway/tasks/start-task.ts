import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { code } from '../../core/text.ts';
import { howToAnswer } from '../questions/how-to-answer.ts';
import { questionText } from '../questions/question-text.ts';
import { atWork, openQuestions, openSessions } from './conversation-sessions.ts';
import { type Place, placeNow } from './places.ts';
import { planLines, stepsDone, timeAndCost } from './session-text.ts';
import { newName, newNumber, queuedLines } from './start-text.ts';
import { statusLine } from './task-meant.ts';
import { nameFor } from './task-name.ts';

export const agentCommand: ChatCommand = {
  name: 'agent',
  aliases: [],
  describe: (texts) => texts.commands.agent,
  run(rest, context) {
    // Some keyboards put the space first: `/agent ?task`.
    const dryRun = rest.startsWith('?') && context.commands.find(({ name }) => name === 'agent?');
    if (dryRun) return dryRun.run(rest.slice(1).trim(), context);
    if (rest === '') return [{ kind: 'reply', text: statusOf(context) }];
    return startActions(rest, placeNow(context), context);
  },
};

/** Starts a task, and tells its person where and when it works. */
export function startActions(task: string, place: Place, context: CommandContext): readonly Action[] {
  const { texts, program } = context;
  const { replies, status, tasks } = texts;
  const begin: Action = { kind: 'start', mode: 'agent', task };
  const readOnly = program.writeEnabled ? [] : [status.writesOff];
  const name = newName(task, place.kind === 'apart', context);
  switch (place.kind) {
    case 'workspace': {
      const text = [replies.started(name), ...readOnly].join('\n');
      const reply: Action = { kind: 'reply', text };
      return [begin, program.writeEnabled ? { ...reply, instead: 'card' } : reply];
    }
    case 'apart': {
      const lines = [
        tasks.apart(name, nameFor(place.beside, context, true)),
        tasks.howToTell(newNumber(context)),
      ];
      return [
        { ...begin, apart: { kind: 'branch' } },
        { kind: 'reply', text: lines.join('\n') },
      ];
    }
    case 'queue': {
      const lines = [...queuedLines(name, place, context), ...readOnly];
      return [begin, { kind: 'reply', text: lines.join('\n') }];
    }
  }
}

/** Running tasks in full, then the queued ones. */
function statusOf(context: CommandContext): string {
  const working = atWork(context);
  if (working.length === 0) {
    const { usage, more } = context.texts.commands.agent;
    return `${usage}\n${more}`;
  }
  const behind = openSessions(context).filter(({ id }) => working.every((session) => session.id !== id));
  return [
    ...working.flatMap((session) => statusLines(session, context)),
    ...behind.map((session) => statusLine(session, context)),
  ].join('\n');
}

/** The state of one task, and its question. */
export function statusLines(session: SessionRecord, context: CommandContext): readonly string[] {
  const { texts, store } = context;
  const plan = store.history.plan(session.id);
  const branch = store.worktrees.of(session)?.branch;
  const facts = [
    texts.progress.round(session.round),
    stepsDone(plan, texts),
    timeAndCost(session, session.activeMs, texts),
  ];
  return [
    statusLine(session, context),
    facts.filter((fact) => fact !== undefined).join(' · '),
    ...(branch === undefined ? [] : [`🌿 ${code(branch)}`]),
    ...(plan === undefined ? [] : planLines(plan)),
    ...openQuestions(context, session).flatMap((question) => [
      questionText(question, texts),
      howToAnswer(question, texts),
    ]),
  ];
}
