import type { Channel, InboundMessage } from '../../contracts/channel.ts';
import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { AfterCommit, Feature, HandlersOf, MessageArrival } from '../../contracts/feature.ts';
import type { HeldMessages, Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { ConversationId, InstanceId } from '../../core/ids.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { addressOf } from '../../gateway/conversation.ts';
import { localeHere } from '../../gateway/incoming/language.ts';
import type { Outbox } from '../../gateway/outgoing/outbox.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { ownersOnly } from '../../gateway/people/authority.ts';
import { type OwnerChatsParts, ownerChats } from '../../gateway/people/known-people.ts';
import { isAtMachine } from '../../gateway/people/person.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import type { Settings } from '../../settings/settings.ts';
import { type ArrivingParts, checkArrivingCode, maskWords } from './arriving-code.ts';
import { type CodeNeededParts, takeFirst, withCode } from './code-needed.ts';
import { lockHolds, lockNow } from './decide-lock.ts';
import type { LockAction, LockLookup, LockStore, WaitingAnswers } from './lock.ts';
import type { FactorFile } from './pin-and-totp.ts';
import { lockTexts } from './texts/texts.ts';

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  'lock (?:you|this chat|my chats|the chat)|protect this chat',
  '(?:te )?bloqueo(?: este chat| el chat| mis chats)?|bloquear(?:te)?(?: este chat| el chat| mis chats)?',
);

interface LockFeatureParts
  extends Pick<ArrivingParts, 'file' | 'yesCommands'>,
    Pick<CodeNeededParts, 'grants'> {
  readonly settings: Pick<Settings, 'access' | 'locale' | 'lockIdleMs'>;
  readonly rows: LockStore;
  readonly store: LockActionParts['store'] & Pick<Store, 'approvals' | 'conversations' | 'people'>;
  readonly outgoing: Pick<OutgoingMessages, 'channels' | 'nudge' | 'outbox'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * A lock for an owner's chats, and a code in addition to the yes to what cannot be taken back. It has to be the last of
 * the features: it judges the actions that all others have decided on.
 */
export function lockFeature(parts: LockFeatureParts): Feature {
  const { rows, file, grants, yesCommands, store, outgoing, instance, clock } = parts;
  const { access, locale, lockIdleMs: idleMs } = parts.settings;
  const { channels, outbox } = outgoing;
  const warnParts = { rows, access: access.list, store, outbox, channels, locale };
  const arrivingParts: ArrivingParts = {
    rows,
    file,
    store,
    instance,
    clock,
    idleMs,
    yesCommands,
    warn(message, arrival) {
      warnElsewhere(message, arrival, warnParts);
    },
  };
  return {
    name: 'lock',
    commands: [lockCommand({ rows, file }), unlockCommand],
    actions: lockActions(parts),
    holds: lockHolds({ rows, store, outbox, clock, idleMs, locale }),
    messages: {
      beforeStoring(message, arrival) {
        const stored = checkArrivingCode(message, arrival, arrivingParts);
        if (stored.code !== undefined) cleanChat(message, arrival.conversation, warnParts);
        return stored;
      },
      maskWords: (words) => maskWords(words, arrivingParts),
      takeFirst: (message, context) => takeFirst(message, context, rows),
      isShutTo(sender) {
        const now = { factor: rows.factor(), idleMs, isAtMachine: isAtMachine(sender), nowMs: clock.nowMs() };
        const person = rows.findPerson(sender);
        return person !== undefined && lockNow(person, now) !== undefined;
      },
      adjust: (actions, message, context) => withCode(actions, message, context, { rows, grants }),
    },
  };
}

interface LockCommandParts {
  readonly rows: LockLookup;
  readonly file: Pick<FactorFile, 'read'>;
}

/** Locks all chats of an owner: a person who has the phone has all of them. */
function lockCommand({ rows, file }: LockCommandParts): ChatCommand {
  return {
    name: 'lock',
    aliases: ['bloquear'],
    topic: 'safety',
    asked: QUESTION_PATTERN,
    describe: (texts) => lockTexts(texts).command,
    run(_rest, context) {
      const obstacle = lockRefusal(context, { rows, file });
      if (obstacle !== undefined) return [{ kind: 'reply', text: obstacle }];
      const said: LockAction = { kind: 'lock.say', text: lockTexts(context.texts).lockedNow };
      const lock: LockAction = { kind: 'lock.lock' };
      return [lock, said];
    },
  };
}

/** Only read where nothing is locked: see `takeFirst`. */
const unlockCommand: ChatCommand = {
  name: 'unlock',
  aliases: ['desbloquear'],
  topic: 'safety',
  describe: (texts) => lockTexts(texts).unlockCommand,
  run: (_rest, { texts }) => [{ kind: 'reply', text: lockTexts(texts).notLocked }],
};

/** A lock that could never be opened again is refused. */
function lockRefusal(
  { person, texts }: Pick<CommandContext, 'person' | 'texts'>,
  { rows, file }: LockCommandParts,
): string | undefined {
  if (person.role !== 'owner') return texts.replies.ownersOnly;
  const factor = rows.factor();
  if (factor === undefined) return lockTexts(texts).notSetUp;
  return file.read()?.kind === factor.kind ? undefined : lockTexts(texts).codes.unusable;
}

interface LockActionParts {
  readonly rows: LockLookup & WaitingAnswers & Pick<LockStore, 'lock' | 'unlock'>;
  readonly store: { readonly outbox: HeldMessages };
  readonly outgoing: Pick<OutgoingMessages, 'nudge' | 'outbox'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
}

function lockActions(parts: LockActionParts): HandlersOf<LockAction> {
  const { rows, outgoing, clock } = parts;
  return {
    'lock.lock': {
      grants: () => false,
      refusal: ownersOnly,
      apply(_action, { context: { person } }) {
        rows.lock(person.phone, { why: 'asked', atMs: clock.nowMs() });
        return [];
      },
    },
    'lock.say': {
      grants: () => false,
      apply({ text }, { row, context: { conversation } }) {
        const body = { kind: 'text', text } as const;
        outgoing.outbox.enqueue({ conversation, key: `lock-said:${row.seq}`, body });
        return [];
      },
    },
    'lock.unlock': {
      grants: () => false,
      apply(_action, { context: { person } }) {
        rows.unlock(person.phone, clock.nowMs());
        return showWhatWaited(person.phone, parts);
      },
    },
    'lock.wait': {
      grants: () => false,
      apply({ actions }, { context: { conversation, person } }) {
        rows.setWaiting({ conversation, person: person.phone }, { actions, atMs: clock.nowMs() });
        return [];
      },
    },
    'lock.forget': {
      grants: () => false,
      apply(_action, { context: { conversation, person } }) {
        rows.forget({ conversation, person: person.phone });
        return [];
      },
    },
  };
}

/** Progress of hours ago is not shown. */
function showWhatWaited(
  person: string,
  { rows, store, outgoing, instance, clock }: LockActionParts,
): readonly AfterCommit[] {
  const conversation = rows.findPerson(person)?.conversation;
  if (conversation === undefined) return [];
  const held = store.outbox.listHeld(conversation, instance);
  for (const { seq } of held.filter(({ ephemeral }) => ephemeral))
    store.outbox.markReplaced(seq, clock.nowMs());
  store.outbox.release(held.filter(({ ephemeral }) => !ephemeral).map(({ seq }) => seq));
  return [() => outgoing.nudge()];
}

interface WarnParts extends OwnerChatsParts {
  readonly rows: LockLookup;
  readonly store: Pick<Store, 'people' | 'conversations'>;
  readonly outbox: Pick<Outbox, 'enqueue'>;
  readonly locale: Locale | undefined;
}

/** Tells every owner in every other chat that a wrong code was sent; inside a transaction. */
function warnElsewhere(
  message: InboundMessage,
  { conversation, person }: MessageArrival,
  parts: WarnParts,
): void {
  const { rows, store, outbox, locale } = parts;
  const wrong = rows.findPerson(person.phone)?.wrong ?? 1;
  for (const other of ownerChats(parts).filter((chat) => chat !== conversation)) {
    const words = lockTexts(texts(localeHere(other, locale, store.conversations)));
    const text = isAtMachine(message.sender)
      ? words.warning.terminal(wrong)
      : words.warning.phone(`+${person.phone}`, wrong);
    const body = { kind: 'text', text } as const;
    outbox.enqueue({ conversation: other, key: `lock-wrong:${message.id}:${other}`, body });
  }
}

interface CleanChatParts {
  readonly rows: LockLookup;
  readonly store: Pick<Store, 'conversations'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly outbox: Pick<Outbox, 'enqueue'>;
  readonly locale: Locale | undefined;
}

/**
 * Removes the message with the code from the chat where the channel can. Elsewhere it asks the person to do so, unless
 * the code is of an app and worth nothing a minute later. Inside the transaction that stores the message.
 */
function cleanChat(
  { id, chat }: InboundMessage,
  conversation: ConversationId,
  { rows, store, channels, outbox, locale }: CleanChatParts,
): void {
  const channel = channels.get(addressOf(conversation).channel);
  if (channel?.canDelete?.(chat) === true) {
    outbox.enqueue({ conversation, key: `lock-delete:${id}`, body: { kind: 'delete', target: id } });
  } else if (rows.factor()?.kind === 'pin' && channel?.capabilities.localOwner !== true) {
    const text = lockTexts(texts(localeHere(conversation, locale, store.conversations))).deleteIt;
    outbox.enqueue({ conversation, key: `lock-clean:${id}`, body: { kind: 'text', text } });
  }
}
