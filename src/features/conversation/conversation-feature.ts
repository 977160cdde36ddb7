import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature, HandlersOf } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { type Clock, DAY_MS } from '../../core/clock.ts';
import { newMessageId, newOfferCode } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { type Locale, texts as textsIn } from '../../core/texts/texts.ts';
import { bothEnclosures, enclosureOf } from '../../gateway/incoming/enclosure-notes.ts';
import { changeLocale } from '../../gateway/incoming/language.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { nobodyRefused, sessionRefusal, startRefusal } from '../../gateway/people/authority.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { cancelActions } from '../../gateway/tasks/cancel-task.ts';
import { atWork } from '../../gateway/tasks/conversation-sessions.ts';
import { escapeHidden } from '../../policy/display.ts';
import { repeatInCommits } from '../../store/repeat-in-commits.ts';
import { answerByOfferCode, offerQuestions } from './answer-offer.ts';
import { sessionNotes } from './digest.ts';
import {
  type ConversationAction,
  type OfferStore,
  offerText,
  offerToContinue,
  offerToDoIt,
} from './offer.ts';
import { conversationTexts } from './texts/texts.ts';

/** An offer can be answered for a day. It is kept this long, so that a later reply is told why it is too late. */
const KEEP_OFFERS_MS = 7 * DAY_MS;

/** See `ChatCommand.asked`. */
const ASKED_NEW = sentencePattern(
  'start a new (?:conversation|chat)|make you forget (?:this|what i said|this conversation)',
  '(?:empiezo|empezar|inicio|iniciar|abro|abrir) (?:una (?:nueva (?:conversacion|charla)|(?:conversacion|charla) nueva)|otra (?:conversacion|charla))',
);

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

export interface ConversationFeatureParts {
  readonly rows: OfferStore;
  readonly store: Pick<
    Store,
    'checkpoints' | 'conversations' | 'history' | 'ledger' | 'sessions' | 'steering' | 'worktrees'
  >;
  readonly outgoing: Pick<OutgoingMessages, 'outbox'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/**
 * What makes single messages a conversation: a task begins with a digest of its chat, "do it" after a talk becomes an
 * offer, words for an ended task offer to continue it; `/new` and `/language`.
 */
export function conversationFeature(parts: ConversationFeatureParts): Feature {
  const { rows, store } = parts;
  return {
    name: 'conversation',
    commands: [newCommand, languageCommand],
    actions: conversationActions(parts),
    questions: offerQuestions(rows),
    answers: [(message, context) => answerByOfferCode(message, context, rows)],
    messages: { takePlainWords: offerToDoIt, takeForEnded: offerToContinue },
    sessionNotes: async (session) => sessionNotes(session, { store }),
    tidy: () => removeOldOffers(parts),
  };
}

function conversationActions({
  rows,
  store,
  outgoing,
  clock,
}: ConversationFeatureParts): HandlersOf<ConversationAction> {
  const { conversations } = store;
  return {
    'conversation.offer': {
      grants: () => false,
      refusal: ({ offer, session }, context) =>
        offer === 'begin' ? startRefusal({ mode: 'agent' }, context) : sessionRefusal(session, context),
      apply(action, { row, batch, context }) {
        const { offer: kind, session, task, words, enclosure } = action;
        const { conversation, sender: person, workspace: project } = context;
        const [code, messageId] = [newOfferCode(), newMessageId()];
        const offer = { conversation, person, code, kind, session, project, task, words, messageId };
        rows.add({
          ...offer,
          enclosure: bothEnclosures(enclosure, enclosureOf(batch)),
          sourceMessage: row.message.id,
          atMs: clock.nowMs(),
        });
        const text = offerText(action, code, context);
        outgoing.outbox.enqueue({
          conversation,
          key: `offer:${row.seq}`,
          id: messageId,
          body: { kind: 'text', text },
        });
        return [];
      },
    },
    'conversation.close': {
      grants: () => false,
      // Its question is only answered by the person who was asked.
      refusal: nobodyRefused,
      apply({ offer, as }) {
        if (!rows.close(offer, as)) throw new Error(`offer ${offer} was accepted before it was answered`);
        return [];
      },
    },
    'conversation.afresh': {
      grants: () => false,
      refusal: nobodyRefused,
      apply(_action, { context: { conversation, sender } }) {
        const [newest] = store.sessions.listNewest(conversation, 1);
        if (newest !== undefined) conversations.beginAfresh(conversation, sender, newest.id);
        rows.replaceOpen(conversation, sender);
        return [];
      },
    },
    'conversation.language': {
      grants: () => false,
      refusal: nobodyRefused,
      apply({ locale }, { context: { conversation } }) {
        const before = conversations.language(conversation);
        const isChosen = locale !== undefined;
        conversations.setLanguage(conversation, { locale: locale ?? before.locale, isChosen, others: 0 });
        if (locale !== undefined) changeLocale(conversation, locale, store.sessions);
        return [];
      },
    },
  };
}

async function removeOldOffers({ rows, clock, log }: ConversationFeatureParts): Promise<void> {
  const beforeMs = clock.nowMs() - KEEP_OFFERS_MS;
  const count = await repeatInCommits((most) => rows.removeOld(beforeMs, most));
  if (count > 0) log.info('conversation.offers_removed', { count });
}

type ConversationAnswer = Action | ConversationAction;

/** Begins afresh: earlier messages are not passed on. */
const newCommand: ChatCommand = {
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

const languageCommand: ChatCommand = {
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
