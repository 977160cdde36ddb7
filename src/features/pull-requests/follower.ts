import type { Channel } from '../../contracts/channel.ts';
import type { Transactions } from '../../contracts/store.ts';
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import { type ConversationId, messageIdOf, newMessageId, pollIdOf, type SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { texts } from '../../core/texts/texts.ts';
import { repeatUntilAborted } from '../../core/waiting.ts';
import { addressOf } from '../../gateway/conversation.ts';
import { EDIT_MARGIN_MS } from '../../gateway/outgoing/live-cards.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import type { PullFacts, PullLook, PullWatch } from '../../git/github/pull-watch.ts';
import { ABOUT, judgePull, type PullNeed } from './judge.ts';
import type { FollowedPull, FollowedPulls, PullQuestion, PullQuestions, PullSeen } from './pull-request.ts';
import { choicesFor, MAX_MATERIAL, needText, pollOf, pullCardText, reviewMaterial } from './pull-text.ts';
import { pullTexts } from './texts/texts.ts';

const TICK_MS = 2 * SECOND_MS;
/** No other program checks meanwhile; after a crash the pull request is checked again after this time. */
const CLAIM_MS = 2 * MINUTE_MS;
/** How many keys of sent messages are remembered. */
const MAX_TOLD = 200;
/** Failed checks whose logs are fetched for one question. */
const MAX_LOGS = 3;

/** Messages to a person; supplied from above. Only adds rows, inside the caller's transaction. */
export interface PullRequestNotifier {
  /** True when this program reaches that chat. */
  reaches(pull: FollowedPull): boolean;
  /** Shows a text in place of what the card shows, as far as the channel can. Where the card is now. */
  card(pull: FollowedPull, text: string): PullSeen['card'];
  say(pull: FollowedPull, key: string, text: string): void;
  ask(
    pull: FollowedPull,
    question: Pick<PullQuestion, 'about' | 'material'> & Pick<PullNeed, 'key'>,
    text: string,
  ): void;
  /** After the commit. */
  nudge(): void;
}

export interface FollowerParts {
  readonly rows: FollowedPulls & PullQuestions;
  readonly store: Transactions;
  /** Number of the undo that took back what this session did. */
  undoOf(session: SessionId): number | undefined;
  /** True in the quiet hours of this conversation: questions then wait until these are over. */
  isQuiet(conversation: ConversationId): boolean;
  readonly watch: PullWatch;
  readonly notifier: PullRequestNotifier;
  readonly clock: Clock;
  readonly log: Log;
}

/** Follows pull requests until `signal` aborts. All of its state is in their rows. */
export async function followPulls(parts: FollowerParts, signal: AbortSignal): Promise<void> {
  const { clock, log } = parts;
  let allowedAtMs = 0;
  const work = async (): Promise<void> => {
    if (clock.nowMs() >= allowedAtMs) allowedAtMs = await lookAtDue(parts, signal);
  };
  const onError = (error: unknown): void =>
    log.error('pull_requests.follow_failed', { error: messageOf(error) });
  await repeatUntilAborted(work, { everyMs: TICK_MS, clock, signal, onError });
}

/**
 * One after the other: GitHub asks for that, and nothing waits for the second.
 * @returns when requests are allowed again
 */
async function lookAtDue(parts: FollowerParts, signal: AbortSignal): Promise<number> {
  const { rows, watch, notifier, clock } = parts;
  for (const pull of rows.due(watch.repository, clock.nowMs())) {
    if (!notifier.reaches(pull)) continue;
    if (clock.nowMs() >= pull.untilMs) {
      rows.update({ ...pull, state: 'ended' });
      continue;
    }
    if (!rows.claim(pull, clock.nowMs() + CLAIM_MS)) continue;
    const look = await lookOrClose(pull, parts, signal);
    if (signal.aborted) {
      // The program ends: the next one checks at once.
      rows.update(pull);
      return 0;
    }
    await handleLook(pull, look, parts, signal);
    notifier.nudge();
    if (look.kind === 'limited') return look.untilMs;
  }
  return 0;
}

function lookOrClose(
  pull: FollowedPull,
  { rows, watch }: FollowerParts,
  signal: AbortSignal,
): Promise<PullLook> {
  return closingOf(pull, rows) === undefined
    ? watch.look(pull.number, signal)
    : watch.close(pull.number, pull.conversation, signal);
}

/** Key of the question whose answer was to close it; undefined when there is nothing to close. */
function closingOf(pull: FollowedPull, rows: PullQuestions): string | undefined {
  const question = rows.closeWanted(pull);
  const key = question === undefined ? undefined : `closed:${question}`;
  return key === undefined || pull.seen.told.includes(key) ? undefined : key;
}

/** Stores the result of a check, with all messages about it, in one commit. */
async function handleLook(
  pull: FollowedPull,
  look: PullLook,
  parts: FollowerParts,
  signal: AbortSignal,
): Promise<void> {
  const { rows, store, log } = parts;
  switch (look.kind) {
    case 'facts':
      return takeFacts(pull, look.facts, parts, signal);
    case 'limited':
      log.info('pull_requests.limited', { number: pull.number, until_ms: look.untilMs });
      rows.update({ ...pull, nextAtMs: look.untilMs });
      return;
    case 'gone':
      return store.atomically(() => {
        rows.update({ ...pull, state: 'ended' });
        rows.withdraw(pull.repository, pull.number, ABOUT);
        parts.notifier.say(pull, 'gone', pullTexts(texts(pull.locale)).gone(pull.number));
      });
    case 'denied':
      return takeDenied(pull, parts);
    case 'unavailable':
      log.warn('pull_requests.look_failed', { number: pull.number, detail: look.detail });
      return lookAgain(pull, { ...pull.seen, failures: pull.seen.failures + 1 }, parts);
  }
}

/** Reported once; the next program uses a token that is set later, and continues. */
function takeDenied(pull: FollowedPull, parts: FollowerParts): void {
  const { store, notifier } = parts;
  const wasReported = pull.seen.told.includes('denied');
  store.atomically(() => {
    if (!wasReported) notifier.say(pull, 'denied', pullTexts(texts(pull.locale)).denied(pull.number));
    const told = wasReported ? pull.seen.told : [...pull.seen.told, 'denied'];
    lookAgain(pull, { ...pull.seen, told, failures: pull.seen.failures + 1 }, parts);
  });
}

function lookAgain(pull: FollowedPull, seen: PullSeen, { rows, clock }: FollowerParts): void {
  rows.update({ ...pull, seen, nextAtMs: clock.nowMs() + untilNextLook(seen) });
}

async function takeFacts(
  pull: FollowedPull,
  facts: PullFacts,
  parts: FollowerParts,
  signal: AbortSignal,
): Promise<void> {
  const { rows, store, watch, clock, notifier } = parts;
  const judgement = judgePull(
    facts,
    {
      told: pull.seen.told,
      red: pull.seen.red,
      undo: parts.undoOf(pull.session),
      open: rows
        .openQuestions(pull.conversation)
        .filter(({ number }) => number === pull.number)
        .map(({ about }) => about),
      behindAskedAtMs: rows.lastAskedAtMs(pull, 'behind'),
    },
    clock.nowMs(),
  );
  const asked: { readonly need: PullNeed; readonly material: string }[] = [];
  // What is not said now is judged again by the next check.
  const needs = parts.isQuiet(pull.conversation) ? [] : judgement.needs;
  for (const need of needs) asked.push({ need, material: await materialOf(need, watch, signal) });
  store.atomically(() => {
    const words = pullTexts(texts(pull.locale));
    const text = pullCardText(pull, facts, words);
    const isNew = text !== pull.seen.shown;
    const card = isNew ? notifier.card(pull, text) : pull.seen.card;
    rows.withdraw(pull.repository, pull.number, judgement.settled);
    for (const { need, material } of asked) {
      // The new question replaces the one about an older state.
      rows.withdraw(pull.repository, pull.number, [need.about]);
      notifier.ask(pull, { about: need.about, key: need.key, material }, needText(need, pull, words));
    }
    const closing = facts.state === 'open' ? undefined : closingOf(pull, rows);
    const now = [...asked.map(({ need }) => need.key), closing ?? []].flat();
    const told = [...pull.seen.told.filter((key) => key !== 'denied'), ...now];
    const seen: PullSeen = {
      quiet: isNew || asked.length > 0 ? 0 : pull.seen.quiet + 1,
      failures: 0,
      card,
      shown: text,
      red: judgement.red,
      told: told.slice(-MAX_TOLD),
    };
    const state = facts.state === 'open' ? 'followed' : 'ended';
    rows.update({ ...pull, state, seen, nextAtMs: clock.nowMs() + untilNextLook(seen) });
  });
}

/** Fetched before the question: seeing it, or having it fixed, then needs no wait and no network. */
async function materialOf(need: PullNeed, watch: PullWatch, signal: AbortSignal): Promise<string> {
  if (need.about === 'review' || need.about === 'comments') return reviewMaterial(need.remarks);
  if (need.about !== 'checks') return '';
  const failed = need.failed.slice(0, MAX_LOGS);
  const share = Math.floor(MAX_MATERIAL / failed.length);
  const logs: string[] = [];
  for (const check of failed) {
    const title = `${check.name}:\n`;
    logs.push(`${title}${await watch.logTail(check, share - title.length, signal)}`);
  }
  return logs.join('\n\n');
}

const FIRST_MS = 30 * SECOND_MS;
const LATEST_MS = 10 * MINUTE_MS;
const LATEST_AFTER_FAILURE_MS = HOUR_MS;

/**
 * Milliseconds until the next check: short after news, longer the longer nothing happens, at most ten minutes; after
 * failures in a row up to an hour.
 */
export function untilNextLook({
  quiet,
  failures,
}: {
  readonly quiet: number;
  readonly failures: number;
}): number {
  if (failures > 0) return Math.min(FIRST_MS * 2 ** Math.min(failures, 20), LATEST_AFTER_FAILURE_MS);
  return Math.min(Math.round(FIRST_MS * 1.5 ** Math.min(quiet, 20)), LATEST_MS);
}

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
