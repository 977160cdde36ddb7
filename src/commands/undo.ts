import type { Action, ChatCommand, CommandContext } from '../contracts/commands.ts';
import type { SessionRecord } from '../contracts/session.ts';
import { projectName } from './project-name.ts';
import { taskLine } from './session-text.ts';
import { type MeantTask, newestMeant, taskMeant } from './task-meant.ts';
import { cancelFor, nameFor } from './task-name.ts';

/** How many sessions are searched for the latest task that changed something. */
const LOOK_BACK = 50;

export const undoCommand: ChatCommand = {
  name: 'undo',
  aliases: ['deshacer'],
  describe: (texts) => texts.commands.undo,
  run(rest, context) {
    const command = context.texts.commands.undo.usage.split(' ', 1)[0] ?? '/undo';
    const meant = rest === '' ? newestChanged(command, context) : taskMeant(rest, command, context);
    switch (meant.kind) {
      case 'task':
        return undoActions(meant.session, context);
      case 'told':
        return [{ kind: 'reply', text: meant.text }];
      case 'none':
        return [{ kind: 'reply', text: context.texts.undo.nothingHere }];
    }
  },
};

/** The newest task that changed something in this chat's project; another project only if it is named. */
export function newestChanged(command: string, context: CommandContext): MeantTask {
  const all = changedTasks(context);
  const here = all.filter(({ project }) => project === context.workspace);
  const [other] = all;
  if (here.length > 0 || context.meant !== undefined || other === undefined)
    return newestMeant(command, here, context);
  const { nothingHere } = context.texts.workspaces;
  const task = `${taskLine(other)} (${projectName(other.project)})`;
  return { kind: 'told', text: nothingHere(projectName(context.workspace), task, `${command} ${other.id}`) };
}

/** Tasks of the chat that changed something, newest first. */
function changedTasks({ conversation, store }: CommandContext): readonly SessionRecord[] {
  return store.sessions
    .ofConversation(conversation, LOOK_BACK)
    .filter((session) => session.mode === 'agent' && store.checkpoints.hasAny(session.id));
}

/** Why a task in a worktree has nothing to undo: it changed nothing in the project, or its folder is gone. */
function whyNowhere(session: SessionRecord, { store, texts }: CommandContext): string | undefined {
  const apart = store.worktrees.get(session.id);
  if (apart?.folder !== session.workspace) return undefined;
  if (apart.kind === 'dry-run') return texts.worktrees.undoDryRun(taskLine(session));
  return apart.state === 'gone' ? texts.worktrees.putAway(taskLine(session)) : undefined;
}

/** Not while anything works in these files. An undone task stays undone: only later changes can be undone again. */
export function undoActions(session: SessionRecord, context: CommandContext): readonly Action[] {
  const { store, texts } = context;
  const { undo } = texts;
  const reply = (text: string): readonly Action[] => [{ kind: 'reply', text }];
  const nowhere = whyNowhere(session, context);
  if (nowhere !== undefined) return reply(nowhere);
  const last = store.undos.last(session.id);
  if (last?.state === 'wanted' || last?.state === 'acting') return reply(undo.underWay(taskLine(session)));
  const [busy] = store.sessions.holding(session.workspace);
  if (busy !== undefined) return reply(undo.busy(nameFor(busy, context), cancelFor(busy, context)));
  if (store.worktrees.isBusy(session.id, session.workspace)) return reply(texts.worktrees.busyUndo);
  const through = store.checkpoints.standing(session.id).at(-1)?.seq;
  if (through === undefined) {
    return reply(
      last?.state === 'done' ? undo.already(taskLine(session)) : undo.nothingChanged(taskLine(session)),
    );
  }
  return [{ kind: 'undo', session: session.id, through }];
}
