import type { CommandContext } from '../../contracts/commands.ts';
import type { AfterCommit, HandlersOf, MessageScope } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { type InstanceId, newMessageId } from '../../core/ids.ts';
import type { Texts } from '../../core/texts/texts.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { markSeen } from '../../gateway/outgoing/reply.ts';
import { nobodyRefused, ownersOnly, projectRefusal, startRefusal } from '../../gateway/people/authority.ts';
import type { RoutingStore, SecretaryAction } from './routings.ts';
import { modeSetText, modeText, readSecretaryFile, setMode } from './secretary-file.ts';
import type { SecretaryPorts, SecretaryWorker } from './secretary-worker.ts';
import { trustSpecialist } from './trust-specialist.ts';

export interface SecretaryActionParts {
  readonly rows: RoutingStore;
  readonly store: Pick<Store, 'trust'>;
  readonly ports: Pick<SecretaryPorts, 'agents'>;
  readonly worker: Pick<SecretaryWorker, 'begin' | 'drop'>;
  readonly outgoing: Pick<OutgoingMessages, 'outbox'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
}

type ActionOf<Kind extends SecretaryAction['kind']> = Extract<SecretaryAction, { kind: Kind }>;

/** Carries out what people ask of the secretary. */
export function secretaryActions(parts: SecretaryActionParts): HandlersOf<SecretaryAction> {
  const { rows, store, ports, worker } = parts;
  const refusal = (_action: SecretaryAction, context: CommandContext) =>
    startRefusal({ mode: 'agent' }, context);
  return {
    'secretary.route': {
      grants: () => false,
      refusal,
      // The model chooses the specialist, and that costs money.
      payer: (_action, { sender }) => sender,
      beginsWork: true,
      apply: (action, scope) => [storeRouting(action, scope, parts)],
    },
    'secretary.tell': {
      grants: () => false,
      refusal,
      payer: ({ isComplete }, { sender }) => (isComplete ? sender : undefined),
      apply: (action, scope) => [storeAnswers(action, scope, parts)],
    },
    'secretary.end': {
      grants: () => false,
      // Its question is only answered by the person who was asked.
      refusal: nobodyRefused,
      apply({ routing, as }) {
        if (!rows.end(routing, as))
          throw new Error(`routing ${routing} was over when it was to become ${as}`);
        return [() => worker.drop(routing)];
      },
    },
    'secretary.mode': {
      grants: () => false,
      refusal: modeRefusal,
      perform: async (action, { context }) => [
        { kind: 'reply', text: await showOrSetMode(action, context.texts) },
      ],
    },
    'secretary.trust': {
      grants: ({ answer }) => answer === 'yes',
      refusal: ownersOnly,
      perform: async (action, { context }) => [
        { kind: 'reply', text: await trustSpecialist(action, context, { store, ports }) },
      ],
    },
  };
}

/** The row comes first: any later program that finds it does the search. */
function storeRouting(
  { request, isPlain }: ActionOf<'secretary.route'>,
  { row, batch, context, locale }: MessageScope,
  { rows, worker, outgoing, instance, clock }: SecretaryActionParts,
): AfterCommit {
  const { conversation, workspace } = context;
  const { sender: requester } = row.message;
  const before = rows.findOpen(conversation, requester);
  const seq = rows.add({
    instance,
    conversation,
    locale,
    requester,
    workspace,
    request,
    inboxSeqs: isPlain ? batch.map(({ seq }) => seq) : [],
    sources: batch.map(({ message }) => message.id),
    messageId: newMessageId(),
    atMs: clock.nowMs(),
  });
  markSeen({ conversation, messageId: row.message.id }, outgoing.outbox);
  return () => {
    if (before !== undefined) worker.drop(before.seq);
    worker.begin(seq);
  };
}

function storeAnswers(
  { routing, answers, isComplete }: ActionOf<'secretary.tell'>,
  { row, context }: MessageScope,
  { rows, worker, outgoing, instance, clock }: SecretaryActionParts,
): AfterCommit {
  const again = isComplete ? { messageId: newMessageId(), instance, atMs: clock.nowMs() } : undefined;
  if (!rows.setAnswers(routing, answers, again))
    throw new Error(`routing ${routing} asked nothing when it was answered`);
  markSeen({ conversation: context.conversation, messageId: row.message.id }, outgoing.outbox);
  return () => worker.begin(routing);
}

/** It changes how everybody is answered in that project. */
function modeRefusal(
  { path, mode }: ActionOf<'secretary.mode'>,
  context: CommandContext,
): string | undefined {
  const { person, isGroup, texts } = context;
  if (mode !== undefined && person.role === 'reader') return texts.replies.readersOnlyAsk;
  if (mode !== undefined && isGroup && person.role !== 'owner') return texts.replies.ownersOnly;
  return projectRefusal(path, context);
}

async function showOrSetMode({ path, mode }: ActionOf<'secretary.mode'>, words: Texts): Promise<string> {
  if (mode === undefined) return modeText(await readSecretaryFile(path), words);
  return modeSetText(await setMode(path, mode), mode, words);
}
