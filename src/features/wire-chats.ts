/** What features that talk with people get of the program, written out. */
import type { ChatCommand } from '../contracts/commands.ts';
import type { Feature } from '../contracts/feature.ts';
import { once } from '../core/memoize.ts';
import { handlerOf } from '../gateway/feature-actions.ts';
import { commandsOf } from './contributions.ts';
import { conversationFeature } from './conversation/conversation-feature.ts';
import { createOfferStore } from './conversation/offer.ts';
import { cronFeature } from './cron/cron-feature.ts';
import { createCronStore } from './cron/rows/cron-store.ts';
import { findLock } from './lock/decide-lock.ts';
import { createLockStore } from './lock/lock.ts';
import { lockFeature } from './lock/lock-feature.ts';
import { createChosenModelStore } from './models/model-choice.ts';
import { modelsFeature } from './models/models-feature.ts';
import { notesFeature } from './notes/notes-feature.ts';
import type { FeatureParts } from './parts.ts';
import { peopleFeature } from './people/people-feature.ts';
import { createRefusedSenders } from './people/refused-senders.ts';
import { quietFeature } from './quiet/quiet-feature.ts';
import { createQuietStore, type QuietTimes, quietTimes } from './quiet/quiet-times.ts';
import { createVoiceStore } from './voice/voice.ts';
import { voiceFeature } from './voice/voice-feature.ts';
import { webChatFeature } from './web-chat/web-chat-feature.ts';

export function wireConversation({ store, outgoing, running }: FeatureParts): Feature {
  return conversationFeature({
    rows: createOfferStore(store.database),
    store,
    outgoing,
    clock: running.clock,
    log: running.log,
  });
}

export function wireWebChat({ store, settings, console: { chats }, running }: FeatureParts): Feature {
  return webChatFeature({
    rows: chats.rows,
    files: chats.files,
    store,
    settings,
    clock: running.clock,
  });
}

export function wireCron(parts: FeatureParts): Feature {
  const { store, settings, program, outgoing, people, gateway, running } = parts;
  return cronFeature({
    rows: createCronStore(store.database),
    store,
    outgoing,
    accessCheck: people.accessCheck,
    known: { access: settings.access.list, people: store.people, outsideAgents: store.outsideAgents },
    program,
    visitors: people.consoleVisitors,
    settings,
    everyMinute: running.everyMinute,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
    tracer: running.tracer,
    machines: running.machines,
    isFull: gateway.isFull,
    handIn: gateway.handIn,
  });
}

export function wireNotes({ notes, people }: FeatureParts): Feature {
  return notesFeature({ notes, isOwners: people.isOwners, ownerAlone: people.ownerAlone });
}

export function wireModels({ store, running }: FeatureParts): Feature {
  const { clock, machines } = running;
  return modelsFeature({ rows: createChosenModelStore(store.database), clock, machine: machines?.cell });
}

export function wireVoice({ store, program, services: { voice }, outgoing, running }: FeatureParts): Feature {
  return voiceFeature({
    rows: createVoiceStore(store.database),
    store,
    program,
    voice,
    outgoing,
    instance: running.instance,
    clock: running.clock,
    log: running.log,
  });
}

export function wirePeople({ store, settings }: FeatureParts): Feature {
  return peopleFeature({
    settings,
    people: store.people,
    outsideAgents: store.outsideAgents,
    refusedSenders: once(() => createRefusedSenders(store.database)),
  });
}

export function wireQuiet(parts: FeatureParts): Feature {
  const { store, settings, outgoing, running } = parts;
  const { clock } = running;
  const locks = { rows: createLockStore(store.database), clock, idleMs: settings.lockIdleMs };
  return quietFeature({
    rows: createQuietStore(store.database),
    store,
    outgoing,
    times: wireQuietTimes(parts),
    instance: running.instance,
    clock,
    log: running.log,
    settings,
    isLocked: (conversation) => findLock(conversation, locks) !== undefined,
  });
}

export function wireQuietTimes({ settings, store, running }: FeatureParts): QuietTimes {
  return quietTimes({
    rows: createQuietStore(store.database),
    store,
    settings,
    clock: running.clock,
  });
}

export function wireLock(
  { store, settings, outgoing, factorFile, running }: FeatureParts,
  features: () => readonly Feature[],
): Feature {
  return lockFeature({
    rows: createLockStore(store.database),
    file: factorFile,
    grants: (action) => handlerOf(action, features()).grants(action),
    yesCommands: () => commandNames(commandsOf(features()).filter(({ takesYes }) => takesYes === true)),
    store,
    outgoing,
    settings,
    instance: running.instance,
    clock: running.clock,
  });
}

function commandNames(commands: readonly ChatCommand[]): readonly string[] {
  return commands.flatMap(({ name, aliases }) => [name, ...aliases]);
}
