import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { type InstanceId, newMessageId } from '../../core/ids.ts';
import { enclosureOf } from '../../gateway/incoming/enclosure-notes.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { projectRefusal, sessionRefusal } from '../../gateway/people/authority.ts';
import { isAtRest } from '../../gateway/tasks/conversation-sessions.ts';
import { forkOf } from './fork.ts';
import type { RewindAction, RewindStore, RoundQuestions } from './rewind.ts';
import type { RewindWorker } from './rewind-worker.ts';
import type { RoundStores } from './rounds.ts';

export interface RewindActionPorts {
  readonly rows: RoundQuestions & Pick<RewindStore, 'add'>;
  readonly store: RoundStores & Pick<Store, 'approvals' | 'sessions'>;
  readonly checkpoints: Pick<Checkpoints, 'readLeftFiles'>;
  readonly outgoing: Pick<OutgoingMessages, 'outbox'>;
  readonly worker: Pick<RewindWorker, 'takeUp'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Carries out what people decide about rounds. */
export function rewindActions(ports: RewindActionPorts): HandlersOf<RewindAction> {
  const { rows, store, outgoing, worker, instance, clock } = ports;
  return {
    'rewind.begin': {
      grants: () => false,
      refusal: ({ session }, context) => sessionRefusal(session, context),
      payer: ({ session, words }) => (words === '' ? undefined : store.sessions.get(session)?.owner),
      // The row comes first: any later program then finishes what is begun.
      apply({ session: id, round, words }, { row, batch, context, locale }) {
        const session = store.sessions.get(id);
        if (session === undefined) return [];
        rows.add({
          instance,
          session: id,
          conversation: context.conversation,
          locale,
          requester: row.message.sender,
          round,
          words,
          enclosure: enclosureOf(batch),
          inboxSeq: row.seq,
          sourceMessageId: row.message.id,
          backTo: restOf(session, clock.nowMs()),
          isHeld: isAtRest(session),
        });
        // Others end first: then the feature holds them.
        if (isAtRest(session)) holdSession(session, { store, instance, clock });
        return [() => worker.takeUp()];
      },
    },
    'rewind.ask': {
      grants: () => false,
      refusal: ({ session }, context) => sessionRefusal(session, context),
      apply({ session, about, rounds, words, text }, { row, context: { conversation } }) {
        const id = newMessageId();
        rows.addQuestion({
          id,
          session,
          conversation,
          requester: row.message.sender,
          about,
          rounds,
          words,
          inboxSeq: row.seq,
          state: 'open',
          askedAtMs: clock.nowMs(),
        });
        outgoing.outbox.enqueue({
          conversation,
          key: `rounds:${row.seq}`,
          id,
          body: { kind: 'text', text },
        });
        return [];
      },
    },
    'rewind.close-question': {
      grants: () => false,
      apply({ question }) {
        rows.closeQuestion(question);
        return [];
      },
    },
    'rewind.fork': {
      grants: () => false,
      refusal: ({ session }, context) => forkRefusal(session, context),
      payer: (_, { sender }) => sender,
      perform: (action, { context }) => forkOf(action, context, ports),
    },
  };
}

function forkRefusal(session: SessionRecord['id'], context: CommandContext): string | undefined {
  const project = context.store.sessions.get(session)?.project;
  return sessionRefusal(session, context) ?? (project && projectRefusal(project, context));
}

/** The state to restore if it cannot be taken back; a running task has stopped by then. */
function restOf(session: SessionRecord, nowMs: number) {
  if (!isAtRest(session)) return { status: 'parked', reason: undefined, endedAtMs: nowMs } as const;
  const { status, reason, endedAtMs } = session.state;
  return { status, reason, endedAtMs };
}

interface HoldPorts {
  readonly store: Pick<Store, 'approvals' | 'sessions'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * Keeps a task from everything else while it is taken back: it is queued, and does not begin before. Questions about
 * it are withdrawn.
 */
export function holdSession(session: SessionRecord, { store, instance, clock }: HoldPorts): void {
  const atMs = clock.nowMs();
  for (const approval of store.approvals.listPending(session.conversation)) {
    if (approval.session === session.id)
      store.approvals.decide(approval.id, { state: 'withdrawn', answer: '', atMs });
  }
  store.sessions.update(session.id, {
    state: { status: 'queued', reason: undefined, cancelRequested: false, endedAtMs: undefined },
    instance,
    atMs,
  });
}
