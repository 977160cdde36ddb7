import type { ChatCommand, CommandContext } from '../../contracts/commands.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { InstanceId } from '../../core/ids.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { isAtMachine } from '../../gateway/people/person.ts';
import { sentencePattern } from '../../gateway/questions/help-question.ts';
import type { Settings } from '../../settings/settings.ts';
import { type LockActionParts, lockActions } from './actions.ts';
import { cleanChat } from './clean-chat.ts';
import { type ArrivingParts, checkArrivingCode, maskWords } from './codes/arriving-code.ts';
import { type CodeNeededParts, withCode } from './codes/code-needed.ts';
import { takeFirst } from './codes/take-first.ts';
import { lockNow } from './decide-lock.ts';
import type { FactorFile } from './factor/factor-file.ts';
import { lockHolds } from './hold.ts';
import type { LockAction, LockLookup, LockStore } from './lock.ts';
import { lockTexts } from './texts/texts.ts';
import { warnElsewhere } from './warn.ts';

/** See `ChatCommand.asked`. */
const ASKED = sentencePattern(
  'lock (?:you|this chat|my chats|the chat)|protect this chat',
  '(?:te )?bloqueo(?: este chat| el chat| mis chats)?|bloquear(?:te)?(?: este chat| el chat| mis chats)?',
);

export interface LockFeatureParts
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
    asked: ASKED,
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
