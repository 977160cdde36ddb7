import type { Channel } from '../../contracts/channel.ts';
import { type ChatCommand, type CommandContext, replyAction } from '../../contracts/commands.ts';
import type { Feature, HandlersOf } from '../../contracts/feature.ts';
import type { OutboxRow } from '../../contracts/store.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { type ConversationId, isUnseenMessage } from '../../core/ids.ts';
import { type QuietHours, readQuietHours } from '../../core/quiet-hours.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import { addressOf } from '../../gateway/conversation.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import type { QuietAction, QuietStore, QuietTimes } from './quiet-times.ts';
import { QuietWorker, type QuietWorkerParts } from './quiet-worker.ts';
import { quietTexts } from './texts/texts.ts';

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  '(?:set|have) quiet hours|(?:stop|keep) you (?:from )?(?:ringing|writing) at night|mute you(?: at night)?',
  '(?:pongo|poner|tengo|tener) horas? de silencio|(?:hago (?:para )?)?que no (?:suenes|escribas|molestes) de noche|(?:te )?silencio(?: de noche)?',
);

const OFF = ['off', 'no', 'none', 'apagar', 'apagado', 'nunca', 'never'];

/** Longest mistake that is repeated. */
const MAX_TYPED = 40;

const TIME = /^\s*(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:h|hs)?\s*(?:([ap])\.?\s?m\.?)?\s*$/u;

interface QuietFeatureParts extends QuietWorkerParts {
  readonly rows: QuietStore;
  readonly times: QuietTimes;
  readonly outgoing: QuietWorkerParts['outgoing'] & { readonly channels: ReadonlyMap<string, Channel> };
}

/** Hours in which a chat's phone does not ring: `/quiet`, and those of the settings. */
export function quietFeature(parts: QuietFeatureParts): Feature {
  const { rows, store, times, outgoing, instance, clock } = parts;
  const worker = new QuietWorker(parts);
  const isAbsent = (conversation: ConversationId): boolean =>
    times.isQuiet(conversation) &&
    canRing(conversation, outgoing.channels) &&
    !isPresent(rows.heardAtMs(conversation), clock.nowMs());
  return {
    name: 'quiet',
    commands: [quietCommand(times)],
    actions: quietActions(rows),
    holds: {
      holdsMessage: (row) => urgencyOf(row) === 'news' && isAbsent(row.conversation),
      // A card that exists is edited, which rings no phone.
      holdsCard: (conversation, isNew) => isNew && isAbsent(conversation),
    },
    messages: {
      beforeStoring(message, { conversation }) {
        if (times.hoursOf(conversation) === undefined) return message;
        rows.noteHeard(conversation, clock.nowMs());
        // A person who writes is awake, and gets all of it.
        if (times.isQuiet(conversation))
          store.outbox.release(store.outbox.listHeld(conversation, instance).map(({ seq }) => seq));
        return message;
      },
    },
    statusLines({ conversation, texts }) {
      const hours = times.hoursOf(conversation);
      return hours === undefined ? [] : [quietTexts(texts).status(hoursText(hours))];
    },
    workers: [{ run: (signal) => worker.run(signal) }],
  };
}

/** A terminal and a page in a browser ring nothing. */
function canRing(conversation: ConversationId, channels: ReadonlyMap<string, Channel>): boolean {
  const { localOwner = false, beside = false } =
    channels.get(addressOf(conversation).channel)?.capabilities ?? {};
  return !localOwner && !beside;
}

function quietActions(rows: QuietStore): HandlersOf<QuietAction> {
  return {
    'quiet.choose': {
      grants: () => false,
      refusal: choiceRefusal,
      apply({ hours }, { context: { conversation, nowMs } }) {
        rows.choose(conversation, { hours });
        // The person who chooses is present, which was not recorded while there were no hours.
        rows.noteHeard(conversation, nowMs);
        return [];
      },
    },
  };
}

/** In a group an owner decides for the others. */
function choiceRefusal(_action: QuietAction, { person, isGroup, texts }: CommandContext): string | undefined {
  return isGroup && person.role !== 'owner' ? texts.replies.ownersOnly : undefined;
}

function quietCommand(times: QuietTimes): ChatCommand {
  return {
    name: 'quiet',
    aliases: ['silencio'],
    topic: 'chat',
    asked: QUESTION_PATTERN,
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
function hoursText({ from, to }: QuietHours): string {
  return [from, to].map(timeText).join('-');
}

function timeText(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function chooseAction(hours: QuietHours | undefined): QuietAction {
  return { kind: 'quiet.choose', hours };
}

/** `22:00-07:00` as people type it: `22-7`, `10 pm to 7 am`, `de 22 a 7`. Undefined for anything else. */
export function parseQuietHours(typed: string): QuietHours | undefined {
  const plain = typed
    .toLowerCase()
    .replace(/^\s*(?:from|between|de|desde|entre)\s+(?:las?\s+)?/u, '')
    .replace(/[\u2010-\u2015\u2212]|\s(?:to|till|until|and|a|hasta|y)(?:\s+las?)?\s/gu, '-');
  const [from, to, ...more] = plain.split('-').map(clockTime);
  if (from === undefined || to === undefined || more.length > 0) return undefined;
  return readQuietHours(`${from}-${to}`);
}

/** `7`, `7:30`, `7.30`, `10 pm` in 24 hours. */
function clockTime(typed: string): string | undefined {
  const [, hour, minute = '00', half] = TIME.exec(typed) ?? [];
  if (hour === undefined) return undefined;
  if (half === undefined) return `${hour}:${minute}`;
  const twelve = Number(hour);
  if (twelve < 1 || twelve > 12) return undefined;
  return `${(twelve % 12) + (half === 'p' ? 12 : 0)}:${minute}`;
}

/**
 * How much a message disturbs. `silent`: no phone rings. `notice`: it is about the person's present action. `alarm`: a
 * person has set this very time for it. `warning`: a stranger may have the phone. `news`: all other messages.
 */
type NoticeUrgency = 'silent' | 'notice' | 'alarm' | 'warning' | 'news';

/**
 * Keys of notices. Replies are not among them, because a schedule gets replies as well, and a person who has just
 * written counts as present.
 */
const NOTICE = /^(?:welcome|unreadable|flood|bug|interrupt):/;
const WARNING = /^lock-/;

/** Decides by the key and the kind of the message, which show its origin. */
export function urgencyOf({ key, body }: Pick<OutboxRow, 'key' | 'body'>): NoticeUrgency {
  if (body.kind === 'edit' || body.kind === 'reaction' || body.kind === 'delete') return 'silent';
  if (NOTICE.test(key)) return 'notice';
  if (WARNING.test(key)) return 'warning';
  return isUnseenMessage(key) ? 'alarm' : 'news';
}

/** A person who wrote within this time is awake, and waits for what they began. */
const PRESENT_MS = 10 * MINUTE_MS;

export function isPresent(heardAtMs: number | undefined, nowMs: number): boolean {
  return heardAtMs !== undefined && nowMs >= heardAtMs && nowMs - heardAtMs < PRESENT_MS;
}
