import type { Feature, HandlersOf } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { newMessageId, newOfferCode } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { DAY_MS } from '../../core/time.ts';
import { bothEnclosures, enclosureOf } from '../../gateway/incoming/enclosure-notes.ts';
import { speakAsWritten } from '../../gateway/incoming/task-language.ts';
import { inBatches } from '../../gateway/maintenance/in-batches.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { sessionRefusal, startRefusal } from '../../gateway/people/authority.ts';
import { answerByOfferCode, offerQuestions } from './answer-offer.ts';
import { languageCommand, newCommand } from './commands.ts';
import { sessionNotes } from './digest.ts';
import { offerText, offerToContinue, offerToDoIt } from './offer.ts';
import type { ConversationAction, OfferStore } from './offers.ts';

/** An offer can be answered for a day. It is kept this long, so that a later reply is told why it is too late. */
const KEEP_OFFERS_MS = 7 * DAY_MS;

export interface ConversationFeatureParts {
  readonly rows: OfferStore;
  readonly store: Pick<
    Store,
    'checkpoints' | 'conversations' | 'history' | 'ledger' | 'sessions' | 'steering' | 'worktrees'
  >;
  readonly outgoing: Pick<OutgoingMessages, 'postbox'>;
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
        outgoing.postbox.add({
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
      apply({ offer, as }) {
        if (!rows.close(offer, as)) throw new Error(`offer ${offer} was accepted before it was answered`);
        return [];
      },
    },
    'conversation.afresh': {
      grants: () => false,
      apply(_action, { context: { conversation, sender } }) {
        const [newest] = store.sessions.listNewest(conversation, 1);
        if (newest !== undefined) conversations.beginAfresh(conversation, sender, newest.id);
        rows.replaceOpen(conversation, sender);
        return [];
      },
    },
    'conversation.language': {
      grants: () => false,
      apply({ locale }, { context: { conversation } }) {
        const before = conversations.language(conversation);
        const isChosen = locale !== undefined;
        conversations.setLanguage(conversation, { locale: locale ?? before.locale, isChosen, others: 0 });
        if (locale !== undefined) speakAsWritten(conversation, locale, store.sessions);
        return [];
      },
    },
  };
}

async function removeOldOffers({ rows, clock, log }: ConversationFeatureParts): Promise<void> {
  const beforeMs = clock.nowMs() - KEEP_OFFERS_MS;
  const count = await inBatches((most) => rows.removeOld(beforeMs, most));
  if (count > 0) log.info('gateway.offers.removed', { count });
}
