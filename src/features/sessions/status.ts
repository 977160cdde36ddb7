import type { Machines } from '../../cluster/machines.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { FeatureInChats } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import { formatDuration } from '../../core/texts/format.ts';
import { todaysSpendingText } from '../../gateway/people/authority.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { backgroundName } from '../../gateway/report/report.ts';
import { isTheirs, openSessions } from '../../gateway/tasks/conversation-sessions.ts';
import { bootstrapLines, projectFor, sessionBootstrapLines } from '../../gateway/tasks/projects.ts';
import { costText } from '../../gateway/tasks/session-text.ts';
import { statusLine } from '../../gateway/tasks/task-status.ts';
import { sandboxText } from '../../sandbox/sandbox-text.ts';
import { sessionTexts } from './texts/texts.ts';

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  '(?:see|know|check|follow) (?:how (?:it goes|it (?:is|s) going|(?:the|my) task is (?:going|doing))|how far you are|what you (?:are|re) doing|your (?:status|progress))',
  '(?:(?:veo|ver|se|saber|sigo|seguir|consulto|consultar) )?(?:como (?:va|vas|va la tarea|va mi tarea)|que (?:haces|estas haciendo)|tu (?:estado|progreso|avance)|el (?:estado|progreso|avance) de (?:la|mi) tarea)',
);

export function statusCommand(features: () => readonly FeatureInChats[]): ChatCommand {
  return {
    name: 'status',
    aliases: ['estado'],
    topic: 'tasks',
    asked: QUESTION_PATTERN,
    describe: (texts) => sessionTexts(texts).commands.status,
    run(_rest, context) {
      const { program, texts } = context;
      const { status } = texts;
      const open = openSessions(context);
      // A phone shows the first line in its notification, so that line says how the work goes.
      const lines = [
        ...(open.length === 0 ? [status.idle] : []),
        ...open.flatMap((session) => [
          statusLine(session, context),
          ...sessionBootstrapLines(session, texts),
        ]),
        ...backgroundLines(context),
        ...features().flatMap((feature) => feature.statusLines?.(context) ?? []),
        status.workspace(projectFor(context.workspace, context)),
        status.model(program.model),
        program.writeEnabled ? status.writesOn : status.writesOff,
        ...(program.writeEnabled ? [sandboxText(program.sandbox(), texts)] : []),
        ...bootstrapLines(context),
        todaysSpendingText(context),
        status.program(program.name, program.version),
      ];
      return [{ kind: 'reply', text: lines.join('\n') }];
    },
  };
}

const MAX_SESSIONS_SHOWN = 8;

/** @param machines undefined when the program is alone */
export function sessionsCommand(machines: Pick<Machines, 'earlierCells'> | undefined): ChatCommand {
  return {
    name: 'sessions',
    aliases: ['tasks', 'tareas', 'sesiones'],
    topic: 'tasks',
    describe: (texts) => sessionTexts(texts).commands.sessions,
    run(_rest, context) {
      const { conversation, store, texts } = context;
      const sessions = store.sessions.listNewest(conversation, MAX_SESSIONS_SHOWN);
      const lines =
        sessions.length === 0
          ? [texts.replies.noSessions]
          : [...sessions.map((session) => sessionLines(session, context)), texts.status.resumeHint];
      const cells = machines?.earlierCells(conversation) ?? [];
      const elsewhere = cells.length === 0 ? [] : [sessionTexts(texts).elsewhere(cells.join(', '))];
      return [{ kind: 'reply', text: [...lines, ...elsewhere].join('\n') }];
    },
  };
}

function sessionLines(session: SessionRecord, context: CommandContext): string {
  return `${statusLine(session, context)}\n   ${session.id} · ${costText(session.usage, context.texts)}`;
}

/** One line for each running background command of this chat. */
function backgroundLines(context: CommandContext): readonly string[] {
  const { store, conversation, texts, nowMs } = context;
  return store.processes.listRunning(conversation).map((process) => {
    const since = formatDuration(Math.max(0, nowMs - process.startedAtMs));
    return texts.status.background(backgroundName(process), since);
  });
}

/** Ends those that the sender may end; empty when none runs. */
export function endBackground(context: CommandContext): readonly Action[] {
  const { store, conversation, texts } = context;
  const theirs = store.processes.listRunning(conversation).filter(({ session: id }) => {
    const session = store.sessions.get(id);
    return session !== undefined && isTheirs(session, context);
  });
  if (theirs.length === 0) return [];
  const sessions = [...new Set(theirs.map(({ session }) => session))];
  return [
    ...sessions.map((session) => ({ kind: 'end-background', session }) as const),
    { kind: 'reply', text: texts.replies.endingBackground(theirs.map(backgroundName).join(', ')) },
  ];
}
