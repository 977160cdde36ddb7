import { sessionIdOf } from '../base/ids.ts';
import type { Action, ChatCommand, CommandContext } from '../contracts/commands.ts';
import type { SessionRecord } from '../contracts/session.ts';
import { sessionHere } from './conversation-sessions.ts';
import { taskLine } from './session-text.ts';

/** How far back the latest task that changed something is looked for. */
const LOOK_BACK = 50;

export const undoCommand: ChatCommand = {
  name: 'undo',
  aliases: ['deshacer'],
  describe: (texts) => texts.commands.undo,
  run(rest, context) {
    const { texts } = context;
    if (rest === '') {
      const session = latestChange(context);
      return session === undefined
        ? [{ kind: 'reply', text: texts.undo.nothingHere }]
        : undoActions(session, context);
    }
    const session = sessionNamed(rest, context);
    return session === undefined
      ? [{ kind: 'reply', text: texts.replies.noSuchSession(rest) }]
      : undoActions(session, context);
  },
};

/** The newest task of the chat that touched the project. */
export function latestChange({ conversation, store }: CommandContext): SessionRecord | undefined {
  return store.sessions
    .ofConversation(conversation, LOOK_BACK)
    .find((session) => session.mode === 'agent' && store.checkpoints.hasAny(session.id));
}

export function sessionNamed(name: string, context: CommandContext): SessionRecord | undefined {
  const id = sessionIdOf(name);
  return id === undefined ? undefined : sessionHere(context, id);
}

/** Never while anything works in these files. What was undone is undone: only what came after can be undone again. */
export function undoActions(session: SessionRecord, { store, texts }: CommandContext): readonly Action[] {
  const { undo } = texts;
  const reply = (text: string): readonly Action[] => [{ kind: 'reply', text }];
  const apart = store.worktrees.get(session.id);
  const isDryRun = apart?.kind === 'dry-run' && apart.folder === session.workspace;
  if (isDryRun) return reply(texts.worktrees.undoDryRun(taskLine(session)));
  const last = store.undos.last(session.id);
  if (last?.state === 'wanted' || last?.state === 'acting') return reply(undo.underWay(taskLine(session)));
  const worker = store.undos.workerIn(session.workspace);
  if (worker !== undefined) return reply(undo.busy(taskLine(store.sessions.get(worker) ?? session)));
  if (store.worktrees.isBusy(session.id, session.workspace)) return reply(texts.worktrees.busyUndo);
  const through = store.checkpoints.standing(session.id).at(-1)?.seq;
  if (through === undefined) {
    return reply(
      last?.state === 'done' ? undo.already(taskLine(session)) : undo.nothingChanged(taskLine(session)),
    );
  }
  return [{ kind: 'undo', session: session.id, through }];
}
