import type { Machines } from '../../cluster/machines.ts';
import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { costText } from '../../gateway/tasks/session-text.ts';
import { statusLine } from '../../gateway/tasks/task-meant.ts';
import { taskPageTexts } from './texts/texts.ts';

const SHOWN = 8;

/** @param machines undefined when the program is alone */
export function sessionsCommand(machines: Pick<Machines, 'earlierCells'> | undefined): ChatCommand {
  return {
    name: 'sessions',
    aliases: ['tasks', 'tareas', 'sesiones'],
    topic: 'tasks',
    describe: (texts) => texts.commands.sessions,
    run(_rest, context) {
      const { conversation, store, texts } = context;
      const sessions = store.sessions.listNewest(conversation, SHOWN);
      const lines =
        sessions.length === 0
          ? [texts.replies.noSessions]
          : [...sessions.map((session) => sessionLines(session, context)), texts.status.resumeHint];
      const cells = machines?.earlierCells(conversation) ?? [];
      const elsewhere = cells.length === 0 ? [] : [taskPageTexts(texts).elsewhere(cells.join(', '))];
      return [{ kind: 'reply', text: [...lines, ...elsewhere].join('\n') }];
    },
  };
}

function sessionLines(session: SessionRecord, context: CommandContext): string {
  return `${statusLine(session, context)}\n   ${session.id} · ${costText(session.usage, context.texts)}`;
}
