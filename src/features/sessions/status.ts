import type { ChatCommand } from '../../contracts/commands.ts';
import type { FeatureInChats } from '../../contracts/feature.ts';
import { todaysSpendingText } from '../../gateway/people/daily-budget.ts';
import { sentencePattern } from '../../gateway/questions/help-question.ts';
import { bootstrapLines, sessionBootstrapLines } from '../../gateway/tasks/bootstrap-text.ts';
import { openSessions } from '../../gateway/tasks/conversation-sessions.ts';
import { projectFor } from '../../gateway/tasks/projects.ts';
import { statusLine } from '../../gateway/tasks/task-meant.ts';
import { sandboxText } from '../../sandbox/sandbox-text.ts';
import { backgroundLines } from './background.ts';

/** See `ChatCommand.asked`. */
const ASKED = sentencePattern(
  '(?:see|know|check|follow) (?:how (?:it goes|it (?:is|s) going|(?:the|my) task is (?:going|doing))|how far you are|what you (?:are|re) doing|your (?:status|progress))',
  '(?:(?:veo|ver|se|saber|sigo|seguir|consulto|consultar) )?(?:como (?:va|vas|va la tarea|va mi tarea)|que (?:haces|estas haciendo)|tu (?:estado|progreso|avance)|el (?:estado|progreso|avance) de (?:la|mi) tarea)',
);

export function statusCommand(features: () => readonly FeatureInChats[]): ChatCommand {
  return {
    name: 'status',
    aliases: ['estado'],
    topic: 'tasks',
    asked: ASKED,
    describe: (texts) => texts.commands.status,
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
