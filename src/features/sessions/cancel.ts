import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { commandName } from '../../core/texts/texts.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { cancelActions, cancelTask } from '../../gateway/tasks/cancel-task.ts';
import { atWork, isAtRest, isTheirs, openSessions } from '../../gateway/tasks/conversation-sessions.ts';
import { resolveTask } from '../../gateway/tasks/resolve-task.ts';
import { numberingOf, taskName } from '../../gateway/tasks/task-name.ts';
import { listBlockingSessions } from '../../gateway/tasks/task-queue.ts';
import { endBackground } from './status.ts';

const ALL: readonly string[] = ['all', 'todo', 'todos', 'todas'];

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  'stop|cancel|(?:stop|interrupt|pause|cancel|abort) you|make you stop',
  '(?:stop|cancel|interrupt|pause|abort) (?:(?:a|the|this|that|my) (?:running )?task|what you (?:are|re) doing)',
  '(?:te )?(?:paro|detengo|freno|cancelo|interrumpo)|(?:parar|detener|frenar|cancelar|interrumpir)(?:te)?',
  '(?:paro|detengo|freno|cancelo|interrumpo|para|detiene|cancela|parar|detener|frenar|cancelar|interrumpir) (?:una|la|esta|esa|mi) tarea',
  '(?:paro|detengo|parar|detener) lo que (?:haces|estas haciendo)',
);

export const cancelCommand: ChatCommand = {
  name: 'cancel',
  aliases: ['stop', 'cancelar', 'parar', 'detener'],
  topic: 'tasks',
  asked: QUESTION_PATTERN,
  describe: (texts) => texts.commands.cancel,
  run(rest, context) {
    if (ALL.includes(rest.toLowerCase())) return cancelAll(context);
    const { commands, tasks } = context.texts;
    const meant = resolveTask(rest, commandName(commands.cancel), context);
    switch (meant.kind) {
      case 'task':
        return rest === '' ? cancelCurrent(meant.session, context) : cancelTask(meant.session, context);
      case 'reply': {
        const hint = rest === '' ? [tasks.all(tasks.cancelAll)] : [];
        return [{ kind: 'reply', text: [meant.text, ...hint].join('\n') }];
      }
      case 'none': {
        const session = askingLongAgo(context);
        if (session !== undefined) return cancelActions(session, context);
        return endBackgroundOrSay(context);
      }
    }
  },
};

/** The person is told which task begins in the folder next. */
function cancelCurrent(session: SessionRecord, context: CommandContext): readonly Action[] {
  if (isAtRest(session)) return cancelTask(session, context);
  const isAtWork = atWork(context).some(({ id }) => id === session.id);
  const next = listBlockingSessions(session, context).find(
    (other) => other.conversation === context.conversation,
  );
  if (!isAtWork || next === undefined) return cancelActions(session, context);
  const text = context.texts.replies.nextInLine(taskName(next, numberingOf(context)));
  return [...cancelActions(session, context), { kind: 'reply', text }];
}

/** Queued ones first, so that none of them begins in between. */
function cancelAll(context: CommandContext): readonly Action[] {
  const open = openSessions(context);
  const own = open.filter((session) => isTheirs(session, context));
  const all = own.length > 0 ? own : open;
  if (all.length === 0) return endBackgroundOrSay(context);
  return [
    ...all.toReversed().flatMap((session) => cancelActions(session, context)),
    ...endBackground(context),
  ];
}

/** Without a running task, only commands of an earlier one can be stopped. */
function endBackgroundOrSay(context: CommandContext): readonly Action[] {
  const ending = endBackground(context);
  return ending.length > 0 ? ending : [{ kind: 'reply', text: context.texts.replies.nothingRunning }];
}

/** A parked session with an open question can be stopped, too. */
function askingLongAgo({ conversation, store }: CommandContext): SessionRecord | undefined {
  const question = store.approvals.listPending(conversation).at(-1);
  return question === undefined ? undefined : store.sessions.get(question.session);
}
