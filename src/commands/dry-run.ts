import type { Action, ChatCommand, CommandContext } from '../contracts/commands.ts';
import { openSessions } from './conversation-sessions.ts';
import { taskLine } from './session-text.ts';

/** The question mark is part of its name: it asks what would come of a task. */
export const dryRunCommand: ChatCommand = {
  name: 'agent?',
  aliases: [],
  describe: (texts) => texts.commands['agent?'],
  run: dryRunActions,
};

/** In a worktree of its own, so it need not wait for a task in the workspace, as long as there is room for one more. */
export function dryRunActions(task: string, context: CommandContext): readonly Action[] {
  const { texts, program } = context;
  const { usage, more } = texts.commands['agent?'];
  if (task === '') return [{ kind: 'reply', text: [usage, texts.worktrees.usage, more].join('\n') }];
  if (!program.worktrees.hasRepository()) return [{ kind: 'reply', text: texts.worktrees.noRepository }];
  const begin: Action = { kind: 'start', mode: 'agent', task, apart: { kind: 'dry-run' } };
  const name = taskLine({ task });
  const open = openSessions(context);
  const holder = open.length >= program.worktrees.mostParallel ? open[0] : undefined;
  if (holder === undefined && program.writeEnabled)
    return [begin, { kind: 'reply', text: texts.worktrees.started(name), instead: 'card' }];
  const lines = [
    holder === undefined ? texts.worktrees.started(name) : texts.replies.queued(name, taskLine(holder)),
  ];
  if (!program.writeEnabled) lines.push(texts.status.writesOff);
  return [begin, { kind: 'reply', text: lines.join('\n') }];
}
