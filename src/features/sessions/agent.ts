import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';
import { sentencePattern } from '../../gateway/questions/help-question.ts';
import { atWork, openSessions } from '../../gateway/tasks/conversation-sessions.ts';
import { withModelOption } from '../../gateway/tasks/model-option.ts';
import { inTheWayOfNew, placeNow, type TaskPlace } from '../../gateway/tasks/places.ts';
import { startActions, statusLines } from '../../gateway/tasks/start-task.ts';
import { statusLine } from '../../gateway/tasks/task-meant.ts';

/** See `ChatCommand.asked`. */
const ASKED = sentencePattern(
  '(?:start|begin|give you|assign you) (?:a|my first|another|a new) task',
  '(?:make|get) you (?:to )?(?:work|do something|change something)',
  '(?:(?:te )?(?:doy|asigno|encargo|pido|paso)|(?:dar|asignar|encargar|pedir|pasar)(?:te)?) (?:una|otra|mi primera) tarea',
  '(?:empiezo|empezar|inicio|iniciar|comienzo|comenzar) (?:una|otra|mi primera) tarea',
  'te pido algo|pedirte algo',
);

export const agentCommand: ChatCommand = {
  name: 'agent',
  aliases: ['agente'],
  topic: 'tasks',
  asked: ASKED,
  describe: (texts) => texts.commands.agent,
  run(rest, context) {
    // Some keyboards put the space first: `/agent ?task`.
    const dryRun = rest.startsWith('?') && context.commands.find(({ name }) => name === 'agent?');
    if (dryRun) return dryRun.run(rest.slice(1).trim(), context);
    return withModelOption(rest, context, (task) =>
      task === ''
        ? [{ kind: 'reply', text: statusOf(context) }]
        : startActions(task, placeNow(context), context),
    );
  },
};

/** Running tasks in full, then the queued ones. */
function statusOf(context: CommandContext): string {
  const working = atWork(context);
  if (working.length === 0) return context.texts.commands.agent.ask;
  const behind = openSessions(context).filter(({ id }) => working.every((session) => session.id !== id));
  return [
    ...working.flatMap((session) => statusLines(session, context)),
    ...behind.map((session) => statusLine(session, context)),
  ].join('\n');
}

export const queueCommand: ChatCommand = {
  name: 'queue',
  aliases: ['cola'],
  topic: 'tasks',
  describe: (texts) => texts.commands.queue,
  run(rest, context) {
    return withModelOption(rest, context, (task) =>
      task === ''
        ? [{ kind: 'reply', text: context.texts.commands.queue.ask }]
        : startActions(task, inLine(context), context),
    );
  },
};

/** In the workspace, after the session that works there. */
function inLine(context: CommandContext): TaskPlace {
  const [behind] = inTheWayOfNew(context);
  return behind === undefined ? { kind: 'workspace' } : { kind: 'queue', behind, why: undefined };
}
