import type { ChatCommand } from '../contracts/commands.ts';
import { latestChange, sessionNamed } from './undo.ts';

export const diffCommand: ChatCommand = {
  name: 'diff',
  aliases: [],
  describe: (texts) => texts.commands.diff,
  run(rest, context) {
    const { replies, undo } = context.texts;
    const session = rest === '' ? latestChange(context) : sessionNamed(rest, context);
    if (session !== undefined) return [{ kind: 'find-diff', session: session.id }];
    return [{ kind: 'reply', text: rest === '' ? undo.nothingHere : replies.noSuchSession(rest) }];
  },
};
