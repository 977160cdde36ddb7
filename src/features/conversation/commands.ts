import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import { type Locale, texts as textsIn } from '../../core/texts/texts.ts';
import { sentencePattern } from '../../gateway/questions/help-question.ts';
import { cancelActions } from '../../gateway/tasks/cancel-task.ts';
import { atWork } from '../../gateway/tasks/conversation-sessions.ts';
import { escapeHidden } from '../../policy/display.ts';
import type { ConversationAction } from './offers.ts';
import { conversationTexts } from './texts/texts.ts';

type ConversationAnswer = Action | ConversationAction;

/** See `ChatCommand.asked`. */
const ASKED_NEW = sentencePattern(
  'start a new (?:conversation|chat)|make you forget (?:this|what i said|this conversation)',
  '(?:empiezo|empezar|inicio|iniciar|abro|abrir) (?:una (?:nueva (?:conversacion|charla)|(?:conversacion|charla) nueva)|otra (?:conversacion|charla))',
);

/** Begins afresh: earlier messages are not passed on. */
export const newCommand: ChatCommand = {
  name: 'new',
  aliases: ['clear', 'reset', 'nuevo', 'nueva'],
  topic: 'chat',
  asked: ASKED_NEW,
  describe: (texts) => conversationTexts(texts).newCommand,
  run(rest, context): readonly ConversationAnswer[] {
    const talks = ownTalks(context).flatMap((talk) => cancelActions(talk, context));
    const afresh: ConversationAction = { kind: 'conversation.afresh' };
    if (rest !== '') return [...talks, afresh, { kind: 'start', mode: 'talk', task: rest }];
    return [...talks, afresh, { kind: 'reply', text: conversationTexts(context.texts).afresh }];
  },
};

/** The person's talks that are still being answered: they would go on with the next words. */
function ownTalks(context: CommandContext) {
  return atWork(context).filter(({ mode, owner }) => mode === 'talk' && owner === context.sender);
}

const LANGUAGES: ReadonlyMap<string, Locale | undefined> = new Map<string, Locale | undefined>([
  ...(['en', 'english', 'ingles', 'inglés'] as const).map((name) => [name, 'en'] as const),
  ...(['es', 'spanish', 'español', 'espanol', 'castellano'] as const).map((name) => [name, 'es'] as const),
  ...(['auto', 'automatic', 'automatico', 'automático'] as const).map((name) => [name, undefined] as const),
]);

/** How much of an unknown language is shown, in UTF-16 code units. */
const MAX_NAME_LENGTH = 40;

const ASKED_LANGUAGE = sentencePattern(
  '(?:change|set|switch) your language|(?:make|get) you (?:to )?(?:speak|write|answer)(?: in)? (?:spanish|english)',
  '(?:cambio|cambiar) (?:tu idioma|de idioma|el idioma (?:del|de este) chat)|(?:hago (?:para )?)?que (?:hables|escribas|respondas) en (?:ingles|espanol)',
);

export const languageCommand: ChatCommand = {
  name: 'language',
  aliases: ['idioma'],
  topic: 'chat',
  asked: ASKED_LANGUAGE,
  describe: (texts) => conversationTexts(texts).languageCommand,
  run(rest, { texts }): readonly ConversationAnswer[] {
    const { language } = conversationTexts(texts);
    const name = rest.toLowerCase().normalize();
    if (name === '') return [{ kind: 'reply', text: language.now }];
    if (!LANGUAGES.has(name)) {
      const shown = escapeHidden(rest.slice(0, MAX_NAME_LENGTH));
      return [{ kind: 'reply', text: language.unknown(shown) }];
    }
    const locale = LANGUAGES.get(name);
    // The reply is in the language that was chosen.
    const text = locale === undefined ? language.auto : conversationTexts(textsIn(locale)).language.chosen;
    return [
      { kind: 'conversation.language', locale },
      { kind: 'reply', text },
    ];
  },
};
