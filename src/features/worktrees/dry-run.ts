import { waitsFor } from '../../commands/places.ts';
import { newName, queuedLines } from '../../commands/start-text.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';

/** The question mark is part of the name: it asks what a task would do. */
export const dryRunCommand: ChatCommand = {
  name: 'agent?',
  aliases: [],
  describe: (texts) => texts.commands['agent?'],
  run: dryRunActions,
};

/**
 * It has a worktree of its own, so it need not wait for a task in the workspace, as long as the chat has room for one
 * more.
 */
function dryRunActions(task: string, context: CommandContext): readonly Action[] {
  const { texts, program } = context;
  const { usage, more } = texts.commands['agent?'];
  if (task === '') return [{ kind: 'reply', text: [usage, texts.worktrees.usage, more].join('\n') }];
  if (!program.worktrees.hasRepository(context.workspace))
    return [{ kind: 'reply', text: texts.worktrees.noRepository }];
  const begin: Action = { kind: 'start', mode: 'agent', task, apart: { kind: 'dry-run' } };
  const name = newName(task, true, context);
  // Its folder is its own: only the chat's limit can make it wait.
  const wait = waitsFor({ ...NEW, conversation: context.conversation }, context);
  if (wait === undefined && program.writeEnabled)
    return [begin, { kind: 'reply', text: texts.worktrees.started(name), instead: 'card' }];
  const lines = wait === undefined ? [texts.worktrees.started(name)] : queuedLines(name, wait, context);
  const readOnly = program.writeEnabled ? [] : [texts.status.writesOff];
  return [begin, { kind: 'reply', text: [...lines, ...readOnly].join('\n') }];
}

const NEW = { mode: 'agent', workspace: '' } as const;
