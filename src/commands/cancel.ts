import { sessionIdOf } from '../base/ids.ts';
import type { Action, ChatCommand, CommandContext } from '../contracts/commands.ts';
import type { SessionRecord } from '../contracts/session.ts';
import { openSessions, sessionHere } from './conversation-sessions.ts';
import { taskLine } from './session-text.ts';

export const cancelCommand: ChatCommand = {
  name: 'cancel',
  aliases: ['stop'],
  describe: (texts) => texts.commands.cancel,
  run(rest, context) {
    return rest === '' ? cancelCurrent(context) : cancelNamed(rest, context);
  },
};

function cancelCurrent(context: CommandContext): readonly Action[] {
  const [holder, next] = openSessions(context);
  const session = holder ?? askingLongAgo(context);
  if (session === undefined) return [{ kind: 'reply', text: context.texts.replies.nothingRunning }];
  const nextInLine: readonly Action[] =
    next === undefined ? [] : [{ kind: 'reply', text: context.texts.replies.nextInLine(taskLine(next)) }];
  return [...cancel(session, context), ...nextInLine];
}

function cancelNamed(name: string, context: CommandContext): readonly Action[] {
  const { replies } = context.texts;
  const id = sessionIdOf(name);
  const session = id === undefined ? undefined : sessionHere(context, id);
  if (session === undefined) return [{ kind: 'reply', text: replies.noSuchSession(name) }];
  if (session.status === 'done' || session.status === 'failed' || session.status === 'cancelled') {
    return [{ kind: 'reply', text: replies.alreadyEnded(session.id) }];
  }
  return cancel(session, context);
}

/** One that runs stops in a moment and then reports; the others report at once, which is confirmation enough. */
function cancel(session: SessionRecord, { texts }: CommandContext): readonly Action[] {
  const stop: Action = { kind: 'cancel', session: session.id };
  if (session.status !== 'running') return [stop];
  return [stop, { kind: 'reply', text: texts.replies.stopping(taskLine(session)) }];
}

/** A parked session whose question can still be answered is something to stop, too. */
function askingLongAgo({ conversation, store }: CommandContext): SessionRecord | undefined {
  const question = store.approvals.pending(conversation).at(-1);
  return question === undefined ? undefined : store.sessions.get(question.session);
}
