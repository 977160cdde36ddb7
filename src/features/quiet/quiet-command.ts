import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { QuietHours } from '../../core/quiet-hours.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import { sentencePattern } from '../../gateway/questions/help-question.ts';
import { parseQuietHours } from './parse-quiet-hours.ts';
import type { QuietAction } from './quiet.ts';
import type { QuietTimes } from './quiet-times.ts';
import { quietTexts } from './texts/texts.ts';

/** See `ChatCommand.asked`. */
const ASKED = sentencePattern(
  '(?:set|have) quiet hours|(?:stop|keep) you (?:from )?(?:ringing|writing) at night|mute you(?: at night)?',
  '(?:pongo|poner|tengo|tener) horas? de silencio|(?:hago (?:para )?)?que no (?:suenes|escribas|molestes) de noche|(?:te )?silencio(?: de noche)?',
);

const OFF = ['off', 'no', 'none', 'apagar', 'apagado', 'nunca', 'never'];

/** Longest mistake that is repeated. */
const MAX_TYPED = 40;

export function quietCommand(times: QuietTimes): ChatCommand {
  return {
    name: 'quiet',
    aliases: ['silencio'],
    topic: 'chat',
    asked: ASKED,
    describe: (texts) => quietTexts(texts).command,
    run(rest, context) {
      const words = quietTexts(context.texts);
      if (rest === '') return [replyAction(stateText(times, context))];
      if (OFF.includes(rest.toLowerCase())) return [chooseAction(undefined), replyAction(words.off)];
      const hours = parseQuietHours(rest);
      if (hours === undefined) return [replyAction(words.howTo(inlineCode(oneLine(rest, MAX_TYPED))))];
      return [
        chooseAction(hours),
        replyAction(words.chosen(hoursText(hours), times.zoneOf(context.conversation))),
      ];
    },
  };
}

function stateText(times: QuietTimes, { conversation, texts }: CommandContext): string {
  const words = quietTexts(texts);
  const hours = times.hoursOf(conversation);
  if (hours === undefined) return words.none;
  const sentence = times.isQuiet(conversation) ? words.stateNow : words.state;
  return sentence(hoursText(hours), times.zoneOf(conversation));
}

/** `22:00-07:00` */
export function hoursText({ from, to }: QuietHours): string {
  return [from, to].map(timeText).join('-');
}

function timeText(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function chooseAction(hours: QuietHours | undefined): QuietAction {
  return { kind: 'quiet.choose', hours };
}

function replyAction(text: string): Action {
  return { kind: 'reply', text };
}
