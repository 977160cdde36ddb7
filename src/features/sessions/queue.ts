import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';
import { inTheWayOfNew, type Place } from '../../gateway/tasks/places.ts';
import { startActions } from '../../gateway/tasks/start-task.ts';

export const queueCommand: ChatCommand = {
  name: 'queue',
  aliases: ['cola'],
  describe: (texts) => texts.commands.queue,
  run(rest, context) {
    const { usage, more } = context.texts.commands.queue;
    if (rest === '') return [{ kind: 'reply', text: `${usage}\n${more}` }];
    return startActions(rest, inLine(context), context);
  },
};

/** In the workspace, after the session that works there. */
function inLine(context: CommandContext): Place {
  const [behind] = inTheWayOfNew(context);
  return behind === undefined ? { kind: 'workspace' } : { kind: 'queue', behind, why: undefined };
}
