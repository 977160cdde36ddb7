import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import { withoutAccents } from '../../core/text.ts';
import { sentencePattern } from '../../gateway/questions/help-question.ts';
import { voiceTexts } from './texts/texts.ts';
import type { VoiceAction, VoiceScope, VoiceStore } from './voice.ts';

/** See `ChatCommand.asked`. */
const ASKED = sentencePattern(
  '(?:hear|listen to) (?:the|your) reports|(?:get|turn on) voice notes(?: from you)?|make you speak',
  '(?:escucho|escuchar|oigo|oir) (?:los|tus) informes|(?:activo|activar) (?:la voz|las notas de voz)|(?:hago|hacer) que hables',
);

const ON = ['on', 'si', 'yes', 'reports', 'informes', 'activar'];
const QUESTIONS = ['questions', 'preguntas', 'on questions', 'si preguntas', 'all', 'todo'];
const OFF = ['off', 'no', 'desactivar', 'text', 'texto'];

export interface VoicePorts {
  /** False when no speech service is set up. */
  readonly canSpeak: boolean;
  readonly rows: Pick<VoiceStore, 'heardIn'>;
  /** False where no voice note can be played. */
  canPlay(context: Pick<CommandContext, 'conversation'>): boolean;
}

/** Sets which of the program's messages a chat also hears. */
export function voiceCommand(ports: VoicePorts): ChatCommand {
  return {
    name: 'voice',
    aliases: ['voz'],
    topic: 'chat',
    asked: ASKED,
    describe: (texts) => voiceTexts(texts).command,
    run: (rest, context) => (rest === '' ? showVoice(ports, context) : chooseVoice(rest, ports, context)),
  };
}

function showVoice({ rows }: VoicePorts, { conversation, texts }: CommandContext): readonly Action[] {
  return [{ kind: 'reply', text: stateText(rows.heardIn(conversation) ?? 'nothing', texts) }];
}

function chooseVoice(
  said: string,
  { canSpeak, canPlay }: VoicePorts,
  context: CommandContext,
): readonly (Action | VoiceAction)[] {
  const { texts } = context;
  const words = voiceTexts(texts);
  const hears = choiceIn(said);
  if (hears === undefined) return [{ kind: 'reply', text: words.unknown }];
  const reply: Action = { kind: 'reply', text: stateText(hears, texts) };
  if (hears === 'nothing') return [{ kind: 'voice.silence' }, reply];
  if (!canSpeak) return [{ kind: 'reply', text: words.notSetUp }];
  if (!canPlay(context)) return [{ kind: 'reply', text: words.cannotPlay }];
  return [{ kind: 'voice.hear', hears }, reply];
}

function choiceIn(said: string): VoiceScope | 'nothing' | undefined {
  const words = withoutAccents(said)
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  if (ON.includes(words)) return 'reports';
  if (QUESTIONS.includes(words)) return 'questions';
  return OFF.includes(words) ? 'nothing' : undefined;
}

function stateText(hears: VoiceScope | 'nothing', texts: CommandContext['texts']): string {
  const words = voiceTexts(texts);
  return [words.hears[hears], words.howTo[hears]].join('\n');
}
