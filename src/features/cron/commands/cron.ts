import type { ChatCommand, CommandContext } from '../../../contracts/commands.ts';
import { unreachable } from '../../../core/failure.ts';
import { sentencePattern } from '../../../gateway/questions/help-question.ts';
import type { CronAnswer, CronLookup } from '../cron.ts';
import { cronTexts } from '../texts/texts.ts';
import { addActions } from './add.ts';
import {
  deleteActions,
  missedActions,
  pauseActions,
  resumeActions,
  runActions,
  undeleteActions,
} from './change.ts';
import { type CronVerb, verbIn } from './verbs.ts';
import { zoneActions } from './zone.ts';

/** See `ChatCommand.asked`. */
const ASKED = sentencePattern(
  'schedule (?:something|things|a (?:task|message|reminder)|messages|reminders)|(?:set|get) a reminder',
  '(?:have|make) you (?:do|run) something (?:every (?:day|week|month|morning|hour)|regularly|later|at a set time)',
  'agendo|agendar|(?:agendo|agendar|agenda) (?:algo|una tarea|un mensaje|un recordatorio|cosas)',
  '(?:te )?(?:programo|programar|programa) (?:una tarea|un mensaje|un recordatorio)|(?:te )?(?:pongo|poner|ponerte) un recordatorio',
  '(?:hago (?:para )?)?que hagas algo (?:cada (?:dia|semana|mes|hora)|todos los dias|todas las (?:semanas|mananas)|mas tarde|a una hora fija)',
);

export function cronCommand(rows: CronLookup): ChatCommand {
  return {
    name: 'cron',
    aliases: ['crons', 'programar'],
    topic: 'schedules',
    asked: ASKED,
    describe: (texts) => cronTexts(texts).command,
    run(rest, context) {
      if (rest === '') return list();
      const { verb, words } = verbIn(rest);
      return verb === undefined ? usage(context) : verbActions(verb, words, context, rows);
    },
  };
}

function verbActions(
  verb: CronVerb,
  words: string,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] {
  switch (verb) {
    case 'add':
      return words === '' ? usage(context) : addActions(words, context, rows);
    case 'list':
      return list();
    case 'pause':
      return pauseActions(words, context, rows);
    case 'resume':
      return resumeActions(words, context, rows);
    case 'run':
      return runActions(words, context, rows);
    case 'delete':
      return deleteActions(words, context, rows);
    case 'missed':
      return missedActions(words, context, rows);
    case 'undo':
      return undeleteActions(context, rows);
    case 'zone':
      return zoneActions(words, context, rows);
    case 'yes':
    case 'no':
      // A real answer is read before any command: see `cron-answer.ts`.
      return [{ kind: 'reply', text: cronTexts(context.texts).nothingAsked }];
    default:
      return unreachable(verb);
  }
}

function list(): readonly CronAnswer[] {
  return [{ kind: 'cron.list' }];
}

function usage({ texts }: CommandContext): readonly CronAnswer[] {
  const { usage: typed, more } = cronTexts(texts).command;
  return [{ kind: 'reply', text: `${typed}\n${more}` }];
}
