import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { endedName, numberingOf, taskName, taskTag } from './task-name.ts';

/** Stops a task, or says that it has ended. */
export function cancelTask(session: SessionRecord, context: CommandContext): readonly Action[] {
  const { replies } = context.texts;
  const { status } = session.state;
  if (status === 'done' || status === 'failed' || status === 'cancelled') {
    return [{ kind: 'reply', text: replies.alreadyEnded(endedName(session, context)) }];
  }
  return cancelActions(session, context);
}

/** A running one stops in a moment and then reports; the others report at once, which is confirmation enough. */
export function cancelActions(session: SessionRecord, context: CommandContext): readonly Action[] {
  const stop: Action = { kind: 'cancel', session: session.id };
  if (session.state.status !== 'running') return [stop];
  const { replies } = context.texts;
  const numbering = numberingOf(context);
  const number = taskTag(session, numbering).trim();
  const how = session.mode === 'agent' ? [replies.stoppingHow(number === '' ? '' : ` ${number}`)] : [];
  const text = [replies.stopping(taskName(session, numbering)), ...how].join('\n');
  return [stop, { kind: 'reply', text }];
}
