import type { Channel } from '../../contracts/channel.ts';
import type { Clock } from '../../core/clock.ts';
import { messageIdOf, newMessageId, pollIdOf } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import { addressOf } from '../../gateway/address.ts';
import { EDIT_MARGIN_MS } from '../../gateway/outgoing/live-cards.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import type { PullRequestNotifier } from './follower.ts';
import type { FollowedPull, PullQuestion, PullQuestions, PullSeen } from './pull-request.ts';
import { choicesFor, pollOf } from './pull-text.ts';
import { pullTexts } from './texts/texts.ts';

/** Key of the message that is this card. */
export function cardKey(id: string): string {
  return `pull:${id}`;
}

/** Key of the message that asks this. */
export function askKey(question: string): string {
  return `pull-ask:${question}`;
}

/** The same on every machine: if two of them ask it, a phone shows it once. */
export function questionMessageId(
  { conversation, repository, number }: Pick<FollowedPull, 'conversation' | 'repository' | 'number'>,
  key: string,
): string {
  return messageIdOf(`${conversation} ${repository}#${number} ${key}`);
}

export interface NotifierParts {
  readonly rows: PullQuestions;
  readonly outgoing: Pick<OutgoingMessages, 'channels' | 'outbox' | 'nudge'>;
  readonly clock: Clock;
}

export function createPullNotifier({ rows, outgoing, clock }: NotifierParts): PullRequestNotifier {
  const { outbox, channels } = outgoing;
  const channelOf = (pull: FollowedPull) => channels.get(addressOf(pull.conversation).channel);
  return {
    reaches: (pull) => channelOf(pull) !== undefined,
    card(pull, text) {
      const place = cardPlace(pull.seen.card, channelOf(pull), clock.nowMs());
      const id = newMessageId();
      const key = cardKey(id);
      const { conversation } = pull;
      if (place.kind === 'edit')
        outbox.enqueue({
          conversation,
          key,
          body: { kind: 'edit', target: place.card.id, text },
          ephemeral: true,
        });
      if (place.kind === 'new') outbox.enqueue({ conversation, key, id, body: { kind: 'text', text } });
      if (place.kind === 'new') return { id, openedAtMs: clock.nowMs() };
      return pull.seen.card;
    },
    say({ conversation, repository, number }, key, text) {
      outbox.enqueue({
        conversation,
        key: `pull-${key}:${repository}#${number}:${newMessageId()}`,
        body: { kind: 'text', text },
      });
    },
    ask(pull, { about, material, key }, text) {
      const { conversation, repository, number, session, owner: requester, locale } = pull;
      const question: PullQuestion = {
        id: questionMessageId(pull, key),
        repository,
        number,
        session,
        conversation,
        requester,
        about,
        choices: choicesFor({ about }),
        material,
        state: 'open',
        askedAtMs: clock.nowMs(),
      };
      const { id } = question;
      rows.ask(question);
      outbox.enqueue({ conversation, key: askKey(id), id, body: { kind: 'text', text } });
      if (channelOf(pull)?.capabilities.poll !== true) return;
      const poll = { kind: 'poll', ...pollOf(question, pullTexts(texts(locale))) } as const;
      outbox.enqueue({ conversation, key: `pull-poll:${id}`, id: pollIdOf(id), body: poll });
    },
    nudge: outgoing.nudge,
  };
}

type CardTarget =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit'; readonly card: NonNullable<PullSeen['card']> }
  | { readonly kind: 'nowhere' };

/**
 * Each new message rings a phone: where cards can be edited there is one card, and when it can no longer be edited
 * only changes that need the person are sent. Where nothing can be edited, each change is a line.
 */
function cardPlace(card: PullSeen['card'], channel: Channel | undefined, nowMs: number): CardTarget {
  if (channel?.capabilities.edit !== 'any' || card === undefined) return { kind: 'new' };
  const isEditable = nowMs - card.openedAtMs < channel.capabilities.editWindowMs - EDIT_MARGIN_MS;
  return isEditable ? { kind: 'edit', card } : { kind: 'nowhere' };
}
