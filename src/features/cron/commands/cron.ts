import type { ChatCommand, CommandContext } from '../../../contracts/commands.ts';
import { unreachable } from '../../../core/failure.ts';
import { sentencePattern } from '../../../gateway/questions/plain-words.ts';
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
import { zoneActions } from './zone.ts';

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
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
    asked: QUESTION_PATTERN,
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

type CronVerb =
  | 'add'
  | 'list'
  | 'pause'
  | 'resume'
  | 'run'
  | 'delete'
  | 'missed'
  | 'undo'
  | 'zone'
  | 'yes'
  | 'no';

/** In both languages, whichever the chat speaks; without accents. */
const SPELLINGS: readonly (readonly [CronVerb, readonly string[]])[] = [
  ['add', ['add', 'new', 'create', 'anadir', 'anade', 'agregar', 'agrega', 'crear', 'nueva', 'nuevo']],
  ['list', ['list', 'ls', 'show', 'lista', 'listar', 'ver']],
  ['pause', ['pause', 'pausar', 'pausa']],
  ['resume', ['resume', 'reanudar', 'seguir', 'continuar']],
  ['run', ['run', 'now', 'ejecutar', 'correr', 'ya']],
  ['delete', ['delete', 'remove', 'rm', 'borrar', 'eliminar', 'quitar']],
  ['missed', ['missed', 'perdidas', 'perdida', 'perdidos', 'perdido']],
  ['undo', ['undo', 'deshacer']],
  ['zone', ['zone', 'timezone', 'tz', 'zona']],
  ['yes', ['yes', 'ok', 'si']],
  ['no', ['no']],
];

/**
 * Verbs that may also begin what should be done at a time: `borra ab`, but `borra los registros cada noche`. They
 * count where at most the letters of a cron follow.
 */
const AMBIGUOUS_SPELLINGS: readonly (readonly [CronVerb, readonly string[]])[] = [
  ['list', ['mostrar', 'muestra']],
  ['resume', ['continue', 'reanuda', 'sigue', 'continua']],
  ['run', ['ejecuta', 'corre']],
  ['delete', ['cancel', 'borra', 'elimina', 'quita', 'cancelar', 'cancela']],
  ['undo', ['deshaz']],
];

/** The text after `/cron`: what to do, and the rest as typed. A time without a verb is one to add. */
export function verbIn(rest: string): { readonly verb: CronVerb | undefined; readonly words: string } {
  const [, first = '', words = ''] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? [];
  const folded = first
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const spelled = /\s/.test(words) ? SPELLINGS : [...SPELLINGS, ...AMBIGUOUS_SPELLINGS];
  const found = spelled.find(([, spellings]) => spellings.includes(folded));
  if (found !== undefined) return { verb: found[0], words };
  return words === '' ? { verb: undefined, words: '' } : { verb: 'add', words: rest };
}
