import type { Channel, ChannelReceiver } from '../contracts/channel.ts';
import type { Checkpoints } from '../contracts/checkpoints.ts';
import type { ChatCommand, ProgramFacts } from '../contracts/commands.ts';
import type { SentFiles } from '../contracts/enclosures.ts';
import type { CollectedProcesses } from '../contracts/exec.ts';
import type { Feature, FeatureInSessions, RunSession } from '../contracts/feature.ts';
import type { SessionRecord, SessionStatus } from '../contracts/session.ts';
import type { InboxRow, Store } from '../contracts/store.ts';
import type { Tracer } from '../contracts/trace.ts';
import type { Clock } from '../core/clock.ts';
import type { ConversationId, InstanceId, SessionId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Locale } from '../core/texts/texts.ts';
import { withTimeLimit } from '../core/waiting.ts';
import { createKeyedQueue, type KeyedQueue } from '../core/work-queues.ts';
import type { Settings } from '../settings/settings.ts';
import { tickApprovals } from './approvals.ts';
import { type ChatMember, Dispatch } from './dispatch.ts';
import { maskAll } from './feature-actions.ts';
import { Enclosures } from './incoming/enclosures.ts';
import { Intake } from './incoming/intake.ts';
import { applyConfiguredLocale } from './incoming/language.ts';
import { keepHeartbeat, type TakeoverResult } from './maintenance/instances.ts';
import { type EveryFiveMinutes, type MaintenanceParts, runMaintenance } from './maintenance/maintenance.ts';
import { sweepOldData } from './maintenance/retention.ts';
import type { OpenFor } from './outgoing/announcer.ts';
import type { OutgoingMessages } from './outgoing/outgoing.ts';
import type { AccessCheck } from './people/access.ts';
import type { OpenQuestion } from './questions/open-questions.ts';
import { Runner } from './runner.ts';
import { openWorkers } from './workers.ts';

interface GatewayParts {
  readonly store: Store;
  readonly outgoing: OutgoingMessages;
  /** All of them, in the order of `/help`. */
  readonly commands: readonly ChatCommand[];
  /** In the order of asking. */
  readonly features: readonly Feature[];
  readonly program: ProgramFacts;
  readonly accessCheck: AccessCheck;
  readonly sentFiles: SentFiles;
  readonly settings: Pick<Settings, 'backlog' | 'keep' | 'locale' | 'maxParallel'>;
  readonly sessions: SessionPorts;
  readonly maintenance: MaintenancePorts;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer: Tracer;
}

/** What the agent does for the gateway. */
interface SessionPorts {
  readonly run: RunSession;
  /** Reads a session from its transcript into the rows; false without one. */
  restore(id: SessionId): Promise<boolean>;
  /** Completes the records of background commands that have ended. */
  recordEnds(): Promise<void>;
  /** Ends background commands of a task; their records are completed by `recordEnds`. */
  endCommands(session: SessionRecord): Promise<void>;
  /** Removes a session's transcript file. */
  removeTranscript(id: SessionId): void;
}

interface MaintenancePorts {
  readonly everyFiveMinutes: EveryFiveMinutes;
  readonly checkpoints: Pick<Checkpoints, 'removeOld'>;
  /** Ends commands that are too old and removes records of ended ones. */
  collectProcesses(): Promise<CollectedProcesses>;
  /** Stores that this program is running; false when another one has taken over its work. */
  beat(): Promise<boolean>;
  /** Takes over the work of programs that have ended. */
  takeOverGone(): Promise<TakeoverResult>;
}

interface GatewaySummary {
  /** True when every session of this run is done, and every message handled and sent. */
  readonly allDone: boolean;
  readonly unfinishedSessions: number;
  /** Sessions that continue by themselves, now or at the next start. */
  readonly ongoingSessions: number;
  readonly unfinishedMessages: number;
  readonly unsentConversations: number;
  /** Tasks that ended since the start and were reported as not done. */
  readonly unprovenSessions: number;
}

export interface Gateway {
  /** Takes over what an earlier program left, then opens the channels. */
  start(): Promise<void>;
  /**
   * Resolves when nothing runs and nothing more would start by itself: whatever waits for a person stays in its rows.
   * A paused session is not over, because its report says that it continues.
   */
  idle(): Promise<void>;
  /** Stops every run at its next step; resolves when everything is stored and what could be sent is sent. */
  stop(): Promise<void>;
  summary(): GatewaySummary;
  /** Handles messages that are stored already, each in its turn. */
  handIn(messages: readonly InboxRow[]): void;
  /** Begins queued sessions that may run now. */
  wake(): void;
  /** Stops a task; inside a transaction. Call the returned function after the commit. */
  cancel(session: SessionRecord): () => void;
  /** True when no more messages may wait in this conversation. */
  isFull(conversation: ConversationId): boolean;
  /** Lines about what waits for an answer of this owner, for a screen that shows nothing of before. */
  stillOpen(owner: ChatMember, locale: Locale): readonly string[];
  /** What a bare word of this person would be about. */
  readonly openFor: OpenFor;
  /** Everything that this person can answer in this chat, for a screen where each question has buttons. */
  openQuestions(member: ChatMember, locale: Locale): readonly OpenQuestion[];
  /**
   * True when these words would do something if this person wrote them in this chat now; false when they would only get
   * a reply. Nothing is done.
   */
  wouldAct(member: ChatMember, words: string, locale: Locale): boolean;
  /** Loads what the first message needs; nothing depends on it. */
  warm(): void;
}

const ONGOING: readonly SessionStatus[] = ['queued', 'running', 'paused'];
const NOT_DONE: readonly SessionStatus[] = [...ONGOING, 'waiting', 'parked', 'failed', 'cancelled'];

/** A channel that hangs must not keep the program from ending: unsent messages are sent next time. */
const LAST_SENDS_MS = 5000;

export function createGateway(parts: GatewayParts): Gateway {
  const { store, outgoing, features, program, maintenance, instance, clock, log, tracer } = parts;
  const channels = [...outgoing.channels.values()];
  const queue = createKeyedQueue();
  const workers = openWorkers(features);
  const runner = openRunner(parts);
  const dispatch = openDispatch(parts, runner);
  const intake = openIntake(parts, queue, dispatch);
  const stopping = new AbortController();
  const startedAtMs = clock.nowMs();
  let goingOn: Promise<unknown> = Promise.resolve();

  const tick = () => {
    tickApprovals({ store, outgoing, program, instance, clock, tracer });
    runner.wakeDue();
    outgoing.nudge();
  };

  const recover = (messages: readonly InboxRow[]) => {
    applyConfiguredLocale({ store, instance, locale: parts.settings.locale });
    workers.recover();
    runner.recover();
    intake.recover(messages);
  };

  const takeOver = async () => {
    const { programs, messages } = await maintenance.takeOverGone();
    if (programs === 0 || stopping.signal.aborted) return;
    log.info('gateway.taken_over', { programs, messages: messages.length });
    recover(messages);
    outgoing.nudge();
  };

  return {
    async start() {
      const letGo = () => runner.letGo();
      const beating = keepHeartbeat({ clock, log, beat: maintenance.beat, letGo }, stopping.signal);
      recover(store.inbox.listUnfinished(instance));
      for (const channel of channels) await channel.start(receiverFor(channel, intake));
      outgoing.nudge();
      const maintaining = maintainGateway(parts, { tick, takeOver }, stopping.signal);
      goingOn = Promise.all([beating, maintaining, runWorkers(features, stopping.signal)]);
    },
    idle: () => untilIdle({ intake, queue, runner, workers, outgoing }),
    async stop() {
      stopping.abort();
      dispatch.stop();
      await runner.shutdown();
      await queue.idle();
      await workers.stop();
      await withTimeLimit(outgoing.sender.drain(), LAST_SENDS_MS, clock);
      outgoing.stop();
      await Promise.all(channels.map((channel) => channel.stop()));
      await goingOn;
    },
    handIn: (messages) => intake.recover(messages),
    wake: () => runner.wake(),
    cancel: (session) => runner.cancel(session),
    isFull: (conversation) => intake.isFull(conversation),
    stillOpen: (owner, locale) => dispatch.stillOpen(owner, locale),
    openFor: (member, locale) => dispatch.openFor(member, locale),
    openQuestions: (member, locale) => dispatch.openQuestions(member, locale),
    wouldAct: (member, words, locale) => dispatch.wouldAct(member, words, locale),
    warm: () => dispatch.warm(),
    summary: () => summaryOf(parts, startedAtMs),
  };
}

interface AtWork extends Pick<GatewayParts, 'outgoing'> {
  readonly intake: Intake;
  readonly queue: KeyedQueue;
  readonly runner: Runner;
  readonly workers: ReturnType<typeof openWorkers>;
}

async function untilIdle({ intake, queue, runner, workers, outgoing }: AtWork): Promise<void> {
  do {
    intake.flush();
    await queue.idle();
    await runner.idle();
    await workers.idle();
  } while (queue.busy() > 0 || runner.busy > 0);
  await outgoing.sender.drain();
}

function openRunner(parts: GatewayParts): Runner {
  const { store, outgoing, program, features, settings, sessions, instance, clock, log } = parts;
  return new Runner({
    store,
    outgoing,
    program,
    features,
    maxParallel: settings.maxParallel,
    runSession: withHooks(sessions.run, features),
    endCommands: sessions.endCommands,
    recordEnds: sessions.recordEnds,
    instance,
    clock,
    log,
  });
}

function openDispatch(parts: GatewayParts, runner: Runner): Dispatch {
  const { store, outgoing, features, program, accessCheck, sentFiles, instance, clock, log, tracer } = parts;
  const { channels } = outgoing;
  return new Dispatch({
    store,
    outgoing,
    runner,
    commands: parts.commands,
    features,
    program,
    locale: parts.settings.locale,
    accessCheck,
    enclosures: new Enclosures({
      store,
      channels,
      accessCheck,
      program,
      sentFiles,
      maskWords: (words) => maskAll(features, words),
      clock,
      log,
    }),
    restoreSession: parts.sessions.restore,
    instance,
    clock,
    log,
    tracer,
  });
}

function openIntake(parts: GatewayParts, queue: KeyedQueue, dispatch: Dispatch): Intake {
  const { store, outgoing, accessCheck, features, settings, instance, clock, log } = parts;
  return new Intake({
    store,
    outgoing,
    queue,
    dispatch,
    accessCheck,
    features,
    locale: settings.locale,
    timezone: parts.program.timezone,
    backlog: settings.backlog,
    instance,
    clock,
    log,
  });
}

function maintainGateway(
  parts: GatewayParts,
  { tick, takeOver }: Pick<MaintenanceParts, 'tick' | 'takeOver'>,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, maintenance, sessions } = parts;
  const { everyFiveMinutes } = maintenance;
  const { recordEnds } = sessions;
  const work = { clock, log, everyFiveMinutes, tick, recordEnds, takeOver, sweep: () => sweepBy(parts) };
  return runMaintenance(work, signal);
}

/** The workers of features that run beside the messages; resolves when all of them have ended. */
async function runWorkers(features: readonly Pick<Feature, 'workers'>[], signal: AbortSignal): Promise<void> {
  const workers = features.flatMap(({ workers = [] }) => workers);
  await Promise.all(workers.map((worker) => worker.run?.(signal)));
}

function sweepBy(parts: GatewayParts): Promise<void> {
  const { store, sentFiles, features, settings, sessions, maintenance, clock, log } = parts;
  return sweepOldData({
    store,
    sentFiles,
    features,
    keep: settings.keep,
    checkpoints: maintenance.checkpoints,
    collectProcesses: maintenance.collectProcesses,
    removeTranscript: sessions.removeTranscript,
    clock,
    log,
  });
}

function receiverFor(channel: Channel, intake: Intake): ChannelReceiver {
  return {
    receive: async (message) => intake.receive(channel, message),
    receiveUnreadable: async (message) => intake.unreadable(channel, message),
    receiveGap: (gap) => intake.missed(channel, gap),
    interrupt: (chat, sessions) => intake.interrupt(channel, chat, sessions),
  };
}

/** A run with what the features do before and after it; the first of the list is innermost. */
function withHooks(run: RunSession, features: readonly FeatureInSessions[]): RunSession {
  return features.reduce((inner, { runs }) => runs?.wrapRun?.(inner) ?? inner, run);
}

function summaryOf(
  { store, instance, features }: Pick<GatewayParts, 'store' | 'instance' | 'features'>,
  sinceMs: number,
): GatewaySummary {
  const unfinishedSessions = store.sessions.listByStatus(NOT_DONE, instance).length;
  const ongoingSessions = store.sessions.listByStatus(ONGOING, instance).length;
  const unfinishedMessages = store.inbox.listUnfinished(instance).length;
  const unsentConversations = store.outbox.listUnsentChats(instance).length;
  const begun = features
    .flatMap(({ workers = [] }) => workers.map((worker) => worker.countUnfinished?.() ?? 0))
    .reduce((sum, count) => sum + count, 0);
  const allDone = unfinishedSessions + unfinishedMessages + unsentConversations + begun === 0;
  const unprovenSessions = store.sessions.countUnproven(instance, sinceMs);
  return {
    allDone,
    unfinishedSessions,
    ongoingSessions,
    unfinishedMessages,
    unsentConversations,
    unprovenSessions,
  };
}
