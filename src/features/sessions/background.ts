import type { Action, CommandContext } from '../../contracts/commands.ts';
import { formatDuration } from '../../core/texts/format.ts';
import { backgroundName } from '../../gateway/report/background.ts';
import { isTheirs } from '../../gateway/tasks/conversation-sessions.ts';

/** One line for each running background command of this chat. */
export function backgroundLines(context: CommandContext): readonly string[] {
  const { store, conversation, texts, nowMs } = context;
  return store.processes.listRunning(conversation).map((process) => {
    const since = formatDuration(Math.max(0, nowMs - process.startedAtMs));
    return texts.status.background(backgroundName(process), since);
  });
}

/** Ends those that the sender may end; empty when none runs. */
export function endBackground(context: CommandContext): readonly Action[] {
  const { store, conversation, texts } = context;
  const theirs = store.processes.listRunning(conversation).filter(({ session: id }) => {
    const session = store.sessions.get(id);
    return session !== undefined && isTheirs(session, context);
  });
  if (theirs.length === 0) return [];
  const sessions = [...new Set(theirs.map(({ session }) => session))];
  return [
    ...sessions.map((session) => ({ kind: 'end-background', session }) as const),
    { kind: 'reply', text: texts.replies.endingBackground(theirs.map(backgroundName).join(', ')) },
  ];
}
