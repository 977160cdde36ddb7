import type { ChatCommand } from '../contracts/commands.ts';
import { taskMeant } from './task-meant.ts';
import { newestChanged } from './undo.ts';

export const diffCommand: ChatCommand = {
  name: 'diff',
  aliases: [],
  describe: (texts) => texts.commands.diff,
  run(rest, context) {
    const meant = rest === '' ? newestChanged('/diff', context) : taskMeant(rest, '/diff', context);
    switch (meant.kind) {
      case 'task':
        return [{ kind: 'find-diff', session: meant.session.id }];
      case 'told':
        return [{ kind: 'reply', text: meant.text }];
      case 'none':
        return [{ kind: 'reply', text: context.texts.undo.nothingHere }];
    }
  },
};
