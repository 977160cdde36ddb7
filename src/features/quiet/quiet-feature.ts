import type { Channel } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { Feature, HandlersOf } from '../../contracts/feature.ts';
import type { ConversationId } from '../../core/ids.ts';
import { addressOf } from '../../gateway/address.ts';
import { isPresent, mayRing, ringOf } from './decide-ring.ts';
import type { QuietAction, QuietStore } from './quiet.ts';
import { hoursText, quietCommand } from './quiet-command.ts';
import type { QuietTimes } from './quiet-times.ts';
import { QuietWorker, type QuietWorkerParts } from './quiet-worker.ts';
import { quietTexts } from './texts/texts.ts';

export interface QuietFeatureParts extends QuietWorkerParts {
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
      holdsMessage: (row) => !mayRing(ringOf(row), false) && isAbsent(row.conversation),
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
