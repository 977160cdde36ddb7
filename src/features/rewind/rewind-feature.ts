import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { Feature, HandlersOf } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { WorktreeStart } from '../../contracts/worktrees.ts';
import type { Clock } from '../../core/clock.ts';
import { isFailure } from '../../core/failure.ts';
import { type InstanceId, newMessageId } from '../../core/ids.ts';
import { enclosureOf } from '../../gateway/incoming/enclosure-notes.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { projectRefusal, sessionRefusal } from '../../gateway/people/authority.ts';
import { isAtRest } from '../../gateway/tasks/conversation-sessions.ts';
import { newName, queuedLines } from '../../gateway/tasks/start-task.ts';
import { waitsFor } from '../../gateway/tasks/task-queue.ts';
import { rewindCommands, rewindQuestions } from './commands.ts';
import type { RewindAction, RewindStore, RoundQuestions } from './rewind.ts';
import { isToEnd, RewindWorker, type RewindWorkerParts } from './rewind-worker.ts';
import { planAsOf, type RoundStores, roundsOf, writtenAsOf } from './rounds.ts';
import { rewindTexts } from './texts/texts.ts';

interface RewindFeatureParts extends RewindWorkerParts {
  readonly rows: RewindStore;
  readonly store: RewindWorkerParts['store'] & RewindActionPorts['store'] & Pick<Store, 'sessions'>;
  readonly checkpoints: Pick<Checkpoints, 'plan' | 'apply' | 'readLeftFiles'>;
}

/** Takes a task back to an earlier round, or tries another way from there: `/rewind`, `/fork`. */
export function rewindFeature(parts: RewindFeatureParts): Feature {
  const { rows, store, checkpoints, outgoing, instance, clock } = parts;
  const worker = new RewindWorker(parts);
  return {
    name: 'rewind',
    commands: rewindCommands(rows),
    actions: rewindActions({ rows, store, checkpoints, outgoing, worker, instance, clock }),
    questions: rewindQuestions(rows),
    runs: {
      wrapRun: (run) => worker.around(run),
      // The run of the task itself has to end first.
      isBusy: ({ id, workspace }) =>
        rows.isBusy(workspace) && !(rows.findUnderWay(id) !== undefined && isToEnd(store.sessions.get(id))),
    },
    reports: {
      // The person who rewinds a task knows that it stops: the report of the rewind contains the rest.
      replaces(session, { kind }) {
        const rewind = kind === 'cancelled' ? rows.findUnderWay(session.id) : undefined;
        if (rewind === undefined) return false;
        // The person stopped it once more: it is taken back and then waits.
        if (rewind.isHeld) rows.dropWords(rewind.seq);
        rows.hold(rewind.seq);
        holdSession(session, { store, instance, clock });
        return true;
      },
    },
    workers: [
      {
        recover: () => worker.recover(),
        idle: () => worker.idle(),
        countUnfinished: () => rows.listUnfinished(instance).length,
      },
    ],
  };
}

interface RewindActionPorts {
  readonly rows: RoundQuestions & Pick<RewindStore, 'add'>;
  readonly store: RoundStores & Pick<Store, 'approvals' | 'sessions'>;
  readonly checkpoints: Pick<Checkpoints, 'readLeftFiles'>;
  readonly outgoing: Pick<OutgoingMessages, 'outbox'>;
  readonly worker: Pick<RewindWorker, 'takeUp'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Carries out what people decide about rounds. */
function rewindActions(ports: RewindActionPorts): HandlersOf<RewindAction> {
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
function holdSession(session: SessionRecord, { store, instance, clock }: HoldPorts): void {
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

interface ForkPorts {
  readonly store: RoundStores & Pick<Store, 'sessions'>;
  readonly checkpoints: Pick<Checkpoints, 'readLeftFiles'>;
}

/** Begins a copy of the task as it was at the end of that round, in a worktree beside it, with other words. */
async function forkOf(
  { session: id, round: number, words, question }: Extract<RewindAction, { kind: 'rewind.fork' }>,
  context: CommandContext,
  { store, checkpoints }: ForkPorts,
): Promise<readonly Action[]> {
  const texts = rewindTexts(context.texts);
  const session = store.sessions.get(id);
  const round = session && roundsOf(session, store).all.find((one) => one.number === number);
  if (session === undefined || round === undefined) return [{ kind: 'reply', text: texts.gone }];
  const start = await startAt(number, session, { store, checkpoints });
  if (start === 'gone') return [{ kind: 'reply', text: texts.filesGone }];
  const calls = store.calls.listCurrent(id);
  const task = `${words} (${session.task})`;
  const closing: readonly RewindAction[] =
    question === undefined ? [] : [{ kind: 'rewind.close-question', question }];
  return [
    ...closing,
    {
      kind: 'start',
      mode: 'agent',
      task,
      worktree: { kind: 'branch', start },
      copy: {
        source: id,
        toMessage: round.end,
        words,
        plan: planAsOf(number, calls),
        written: writtenAsOf(number, calls, store.ledger.listWritten(id)),
      },
    },
    { kind: 'reply', text: forkedLines(task, number, context).join('\n') },
  ];
}

/**
 * The start of the worktree: the commit that was checked out at the end of the round, and the task's own changes until
 * then. When undefined, only the project's last commit.
 */
async function startAt(
  number: number,
  session: SessionRecord,
  { store, checkpoints }: ForkPorts,
): Promise<WorktreeStart | 'gone' | undefined> {
  const rounds = new Map(store.calls.listCurrent(session.id).map(({ id, round }) => [id, round]));
  const steps = store.checkpoints.listCurrent(session.id);
  const isLater = (call: (typeof steps)[number]['call']): boolean => (rounds.get(call) ?? 0) > number;
  const next = steps.find(({ call }) => isLater(call));
  try {
    const earlier = steps.filter(({ call }) => !isLater(call));
    const { head, files } = await checkpoints.readLeftFiles(session.workspace, earlier);
    const commit = head ?? next?.before?.git?.head ?? undefined;
    return commit === undefined ? undefined : { workspace: session.workspace, commit, files };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return 'gone';
  }
}

const NEW = { mode: 'agent', workspace: '' } as const;

/** Its folder is its own: only the chat's limit can make it wait. */
function forkedLines(task: string, round: number, context: CommandContext): readonly string[] {
  const name = newName(task, true, context);
  const wait = waitsFor({ ...NEW, conversation: context.conversation }, context);
  const forked = rewindTexts(context.texts).forked(name, round);
  return wait === undefined ? [forked] : [forked, ...queuedLines(name, wait, context)];
}
