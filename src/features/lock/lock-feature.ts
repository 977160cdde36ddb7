import type { Feature } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { InstanceId } from '../../core/ids.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { isAtMachine } from '../../gateway/people/person.ts';
import type { Settings } from '../../settings/settings.ts';
import { lockActions } from './actions.ts';
import { cleanChat } from './clean-chat.ts';
import { type ArrivingParts, checkArrivingCode, maskWords } from './codes/arriving-code.ts';
import { type CodeNeededParts, withCode } from './codes/code-needed.ts';
import { takeFirst } from './codes/take-first.ts';
import { lockCommand, unlockCommand } from './commands.ts';
import { lockNow } from './decide-lock.ts';
import { lockHolds } from './hold.ts';
import type { LockStore } from './lock.ts';
import { warnElsewhere } from './warn.ts';

export interface LockFeatureParts
  extends Pick<ArrivingParts, 'file' | 'yesCommands'>,
    Pick<CodeNeededParts, 'grants'> {
  readonly settings: Pick<Settings, 'access' | 'locale' | 'lockIdleMs'>;
  readonly rows: LockStore;
  readonly store: Pick<Store, 'approvals' | 'conversations' | 'outbox' | 'people'>;
  readonly outgoing: Pick<OutgoingMessages, 'channels' | 'nudge' | 'postbox'>;
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
  const { channels, postbox } = outgoing;
  const warnParts = { rows, access: access.list, store, postbox, channels, locale };
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
    holds: lockHolds({ rows, store, postbox, clock, idleMs, locale }),
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
