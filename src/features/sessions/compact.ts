import { SessionContext } from '../../agent/context/session-context.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import { AT_REST, type SessionRecord } from '../../contracts/session.ts';
import { cutAt } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { openQuestions } from '../../gateway/tasks/conversation-sessions.ts';
import { latestMeant, namedFirst } from '../../gateway/tasks/task-meant.ts';

/** Longest text of the person on what to keep, in UTF-16 code units. */
const MAX_WORDS = 1000;
/** How many replies stay as they are; with no more there is nothing to compact. */
const KEPT_REPLIES = 2;

export const compactCommand: ChatCommand = {
  name: 'compact',
  aliases: [],
  describe: (texts) => texts.commands.compact,
  run(rest, context) {
    const named = namedFirst(rest, context);
    if (named !== undefined) return compact(named.session, named.words, context);
    const meant = latestMeant('', '/compact', context);
    switch (meant.kind) {
      case 'task':
        return compact(meant.session, rest, context);
      case 'told':
        return [{ kind: 'reply', text: meant.text }];
      case 'none':
        return [{ kind: 'reply', text: context.texts.context.none }];
    }
  },
};

function compact(session: SessionRecord, words: string, context: CommandContext): readonly Action[] {
  const { texts } = context;
  if (!isWorthwhile(session, context)) return [{ kind: 'reply', text: texts.context.notCompacted.nothing }];
  return [
    { kind: 'compact', session: session.id, words: cutAt(words, MAX_WORDS) },
    { kind: 'reply', text: whenText(session, context, texts) },
  ];
}

function isWorthwhile(session: SessionRecord, { store }: CommandContext): boolean {
  // The next reply of a running session is not known here.
  if (session.status === 'running') return true;
  const { messages } = new SessionContext(store, session.id);
  return messages.filter(({ role }) => role === 'assistant').length > KEPT_REPLIES;
}

function whenText(session: SessionRecord, context: CommandContext, { context: words }: Texts): string {
  if (session.status === 'running') return words.compactSoon;
  const isAtRest = AT_REST.includes(session.status) && openQuestions(context, session).length === 0;
  return isAtRest ? words.compactNow : words.compactLater;
}
