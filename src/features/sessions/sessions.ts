import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { formatMoney } from '../../core/texts/format.ts';
import { statusLine } from '../../gateway/tasks/task-meant.ts';

const SHOWN = 8;

export const sessionsCommand: ChatCommand = {
  name: 'sessions',
  aliases: ['tareas', 'sesiones'],
  topic: 'tasks',
  describe: (texts) => texts.commands.sessions,
  run(_rest, context) {
    const { conversation, store, texts } = context;
    const sessions = store.sessions.ofConversation(conversation, SHOWN);
    if (sessions.length === 0) return [{ kind: 'reply', text: texts.replies.noSessions }];
    const lines = sessions.map((session) => sessionLines(session, context));
    return [{ kind: 'reply', text: [...lines, texts.status.resumeHint].join('\n') }];
  },
};

function sessionLines(session: SessionRecord, context: CommandContext): string {
  const { texts } = context;
  const cost = session.costKnown ? formatMoney(session.costMicroUsd) : texts.progress.costUnknown;
  return `${statusLine(session, context)}\n   ${session.id} · ${cost}`;
}
