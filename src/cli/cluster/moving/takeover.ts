import { basename } from 'node:path';
import { restoreSession } from '../../../agent/restore-session.ts';
import type { ChatArrival } from '../../../channels/relay/chat-mover.ts';
import type { RelayRows } from '../../../channels/relay/relay-rows.ts';
import type { ClusterDatabase } from '../../../cluster/cluster-database.ts';
import {
  asHolder,
  type ChatCopy,
  type CopiedSession,
  chatCopy,
  copiedSessions,
  copiedTranscript,
  notePutAside,
  reportedEnds,
} from '../../../cluster/copies/copies.ts';
import { type CellName, conversationKey, queueOutOf } from '../../../cluster/names.ts';
import { earlierCells } from '../../../cluster/placement/placements.ts';
import { endKey } from '../../../cluster/queues/wire.ts';
import type { MovingFeature, UnfinishedWork } from '../../../contracts/machines.ts';
import { AT_REST, type SessionStatus } from '../../../contracts/session.ts';
import { NOT_STORED } from '../../../contracts/store.ts';
import type { Workspaces } from '../../../contracts/workspaces.ts';
import type { Clock } from '../../../core/clock.ts';
import { type Failure, isFailure, messageOf } from '../../../core/failure.ts';
import {
  type ConversationId,
  conversationId,
  type InstanceId,
  type SessionId,
  sessionIdOf,
} from '../../../core/ids.ts';
import { jsonIn } from '../../../core/json.ts';
import type { Log } from '../../../core/log.ts';
import type { Locale } from '../../../core/texts/texts.ts';
import type { OpenStore } from '../../../store/open.ts';
import { arrivedStates, ChatFacts } from './chat-states.ts';
import { CopyFacts } from './copy-facts.ts';
import {
  type MovedChat,
  type MovedTask,
  movedText,
  movedWithoutTasksText,
  unfinishedText,
  type WaitNotice,
} from './moved-text.ts';
import {
  lastEndIn,
  type ProjectLocation,
  placeIn,
  RestoredFiles,
  rewriteTranscript,
  unsavedFiles,
} from './moved-transcript.ts';

/** As long as copies are kept: older ones exist only on the disks of earlier cells. */
const DAYS = 30;
const MAX_SESSIONS = 20;
/** A task that was stopped for the move ended just before it. */
const STOPPED_FOR_MOVE_SECONDS = 600;
const UNFINISHED: readonly string[] = ['queued', 'running', 'waiting', 'paused', 'parked'];

export interface TakeoverParts {
  readonly cell: CellName;
  readonly rows: Pick<RelayRows, 'noteEarlierCells'>;
  readonly cluster: ClusterDatabase;
  readonly store: OpenStore;
  readonly transcriptOf: (session: SessionId) => string;
  readonly projects: Pick<Workspaces, 'findByName' | 'root' | 'usual'>;
  readonly moving: readonly MovingFeature[];
  readonly waitNotice: WaitNotice;
  readonly instance: InstanceId;
  readonly locale: Locale | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Inside the caller's transaction; a message with a key that was used is left out. */
  notify(message: {
    readonly conversation: ConversationId;
    readonly key: string;
    readonly text: string;
  }): void;
  /** Called after the commit. */
  onArrival(): void;
}

/** A copied session and its state here. */
interface ArrivedSession {
  readonly id: SessionId;
  readonly task: MovedTask;
  readonly facts: CopyFacts;
  /** True if it had finished, whatever the facts say. */
  readonly hasEnded: boolean;
  /** The file to restore it from; undefined if it stays on the old machine. */
  readonly file: { readonly path: string } | undefined;
}

/**
 * Restores the sessions of a chat that came from another cell, and informs its people once of what came along, or
 * that nothing could. Rows, message and the chat's arrival are one commit.
 * @throws Failure `unavailable` while PostgreSQL is away, and while this disk is full: nothing is restored then
 */
export async function takeOver(
  arrival: ChatArrival,
  noteArrived: () => void,
  parts: TakeoverParts,
): Promise<void> {
  const files = new RestoredFiles(parts.transcriptOf);
  try {
    await bringChat(arrival, noteArrived, parts, files);
    parts.waitNotice.over(arrival.chat);
  } catch (error) {
    files.removeAll();
    if (isFailure(error) && error.kind === 'unavailable') return await putOff(arrival, error, parts);
    const { store, locale, log, notify } = parts;
    log.error('cluster.moving.takeover_failed', { error: messageOf(error) });
    const conversation = conversationId('whatsapp', arrival.chat);
    // New messages matter more than old tasks: the chat begins anew, and its copies stay where they are.
    store.atomically(() => {
      noteArrived();
      const said = locale ?? store.conversations.language(conversation).locale ?? 'en';
      notify({ conversation, key: keyOf(arrival), text: movedWithoutTasksText(said) });
    });
    parts.onArrival();
  }
}

/** Tries again later, when PostgreSQL may answer or the disk have room. */
async function putOff(arrival: ChatArrival, why: Failure, parts: TakeoverParts): Promise<never> {
  if (why.facts.rule === NOT_STORED) await stillWaits(arrival, parts);
  throw why;
}

/** Uses the language that the chat had elsewhere. */
export async function stillWaits(
  arrival: ChatArrival,
  { cluster, store, locale, waitNotice }: Pick<TakeoverParts, 'cluster' | 'locale' | 'store' | 'waitNotice'>,
): Promise<void> {
  const conversation = conversationId('whatsapp', arrival.chat);
  const copy = await chatCopy(cluster, conversationKey(arrival.front, arrival.chat));
  const theirs = ChatFacts.safeParse(copy.facts).data?.locale;
  const said = locale ?? theirs ?? store.conversations.language(conversation).locale ?? 'en';
  await waitNotice.stillWaits(arrival, said);
}

/** The key of the message about this move, so that it is sent once. */
function keyOf({ chat, epoch }: ChatArrival): string {
  return `moved:${chat}:${epoch}`;
}

/** The files come first: without its row each is only written again. */
async function bringChat(
  arrival: ChatArrival,
  noteArrived: () => void,
  parts: TakeoverParts,
  files: RestoredFiles,
): Promise<void> {
  const { cell, cluster, rows, store, moving, clock, instance, locale, log, notify } = parts;
  const { chat, front, epoch } = arrival;
  const conversation = conversationId('whatsapp', chat);
  const key = conversationKey(front, chat);
  const copy = await chatCopy(cluster, key);
  const homes = await earlierCells(cluster, key, cell);
  const facts = ChatFacts.safeParse(copy.facts).data;
  const found = await findSessions(arrival, conversation, parts, files);
  const arrived = arrivedStates(moving, facts?.states);
  const told = moving.flatMap((one) => one.told ?? []);
  store.atomically(() => {
    const tasks = [...found]
      .reverse()
      .map((one) => restoreFound(one, { store, instance, nowMs: clock.nowMs() }));
    const said = locale ?? facts?.locale ?? found[0]?.facts.locale ?? 'en';
    if (facts !== undefined) {
      const { locale: language, isChosen } = facts;
      store.conversations.setLanguage(conversation, { locale: language, isChosen, others: 0 });
    }
    const shown = tasks.filter(({ task }) => task !== undefined).map(({ task }) => task as MovedTask);
    // First, because the message may set out at once, and needs to know which front has the chat.
    noteArrived();
    rows.noteEarlierCells(chat, homes);
    const moved: MovedChat = {
      tasks: shown,
      project: assignProject(conversation, copy, parts),
      told: told.flatMap(({ name, arrive }) => {
        const copied = facts?.[name];
        if (copied === undefined) return [];
        return arrive({ conversation, copy: copied, begun: copy.begun, locale: said });
      }),
      permissions: facts?.permissions ?? 0,
      lacksSettings: arrived.some(({ isRead }) => !isRead),
      unfinished: (facts?.underWay ?? []).flatMap((work) => {
        const by = moving.find(({ unfinished }) => unfinished?.kinds.includes(work.kind))?.unfinished;
        return by === undefined ? [] : [unfinishedText(work, numberHere(work, found), by, said)];
      }),
    };
    notify({ conversation, key: keyOf(arrival), text: movedText(moved, said) });
    // After that message, because one of the states sends what waited for the morning.
    for (const state of arrived) state.write(conversation);
  });
  files.keep();
  parts.onArrival();
  await putAside(found, arrival, parts);
  log.info('cluster.moving.taken_over', { epoch, sessions: found.length });
}

/** A task may have another number here. */
function numberHere(
  { session, number }: UnfinishedWork,
  found: readonly ArrivedSession[],
): number | undefined {
  return found.find(({ id }) => id === session)?.task.number ?? number;
}

/** Runs inside the transaction: the chat gets the project of the same name if there is one, else the default one. */
function assignProject(
  conversation: ConversationId,
  { project }: ChatCopy,
  { projects, store, clock }: TakeoverParts,
): MovedChat['project'] {
  if (project === undefined) return undefined;
  const found = projects.findByName(project);
  if (found === undefined || found.path === projects.usual) store.chosenWorkspaces.forget(conversation);
  else store.chosenWorkspaces.choose(conversation, found.path, clock.nowMs());
  return { name: project, here: found?.name ?? basename(projects.usual), isHere: found !== undefined };
}

/** Marks sessions that are not restored here as parked, so that a further move does not wait for them. */
async function putAside(
  found: readonly ArrivedSession[],
  { chat, front, epoch }: ChatArrival,
  { cell, cluster }: TakeoverParts,
): Promise<void> {
  const conversation = conversationKey(front, chat);
  const left = found.filter(({ file, facts }) => file === undefined && UNFINISHED.includes(facts.status));
  if (left.length === 0) return;
  await asHolder(cluster, { conversation, cell, epoch }, async (sql) => {
    for (const { id } of left) await notePutAside(sql, { conversation, session: id });
  });
}

/** The newest first. */
async function findSessions(
  { chat, front }: ChatArrival,
  conversation: ConversationId,
  { cluster, store, projects }: TakeoverParts,
  files: RestoredFiles,
): Promise<readonly ArrivedSession[]> {
  const key = conversationKey(front, chat);
  const copies = await copiedSessions(cluster, key, { days: DAYS, most: MAX_SESSIONS });
  const reported = await reportedEnds(cluster, { conversation: key, outOf: queueOutOf(front) });
  const taken = new Set(store.sessions.listNewest(conversation, MAX_SESSIONS).map(({ number }) => number));
  const found: ArrivedSession[] = [];
  for (const copy of copies) {
    const id = sessionIdOf(copy.session);
    const facts = CopyFacts.safeParse(copy.facts).data;
    const isHere = id !== undefined && (store.sessions.get(id) ?? store.forgetting().isForgotten(id));
    if (id === undefined || facts === undefined || isHere) continue;
    const number = facts.mode === 'talk' ? 0 : freeNumber(facts.number, taken);
    taken.add(number);
    const transcript = await copiedTranscript(cluster, { conversation: key, session: id });
    found.push(
      prepareSession({ id, facts, copy, number, transcript, conversation, reported }, { projects, files }),
    );
  }
  return found;
}

function freeNumber(wanted: number, taken: ReadonlySet<number>): number {
  if (wanted > 0 && !taken.has(wanted)) return wanted;
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}

interface TakeoverCopy {
  readonly id: SessionId;
  readonly facts: CopyFacts;
  readonly copy: CopiedSession;
  readonly number: number;
  readonly transcript: Uint8Array;
  readonly conversation: ConversationId;
  readonly reported: ReadonlySet<string>;
}

/** Writes the session's file if it can continue here. */
function prepareSession(
  { id, facts, copy, number, transcript, conversation, reported }: TakeoverCopy,
  { projects, files }: Pick<TakeoverParts, 'projects'> & { readonly files: RestoredFiles },
): ArrivedSession {
  const place = placeIn(projects, facts.project);
  const end = mayHaveEnded(facts) ? lastEndIn(transcript) : undefined;
  const isReported = end !== undefined && reported.has(endKey(id, end.at));
  const task: MovedTask = {
    number,
    task: facts.task,
    project: facts.project,
    remote: facts.remote,
    branch: facts.branch,
    unsaved: unsavedFiles(transcript),
    isOpen: !isReported && isOpen(facts, copy.secondsSinceChange),
    state: movedState(facts, place, transcript),
    lastWords: end?.words,
    canBeAdded: place?.isHere === false,
  };
  const isOurs = headerMatches(transcript, { id, conversation });
  const moved =
    place === undefined || !isOurs
      ? undefined
      : rewriteTranscript(transcript, { project: place.path, number });
  const known = { id, task, facts, hasEnded: end !== undefined };
  if (moved === undefined) return { ...known, file: undefined };
  return { ...known, file: { path: files.write(id, moved) } };
}

function movedState(
  { isTooLarge }: CopyFacts,
  place: ProjectLocation | undefined,
  transcript: Uint8Array,
): MovedTask['state'] {
  if (isTooLarge === true) return 'too-large';
  if (transcript.length === 0) return 'not-begun';
  return place?.isHere === true ? 'here' : 'no-project';
}

function isOpen({ status, isHeldBack }: CopyFacts, secondsSinceChange: number): boolean {
  if (UNFINISHED.includes(status) || isHeldBack === true) return true;
  return status === 'cancelled' && secondsSinceChange < STOPPED_FOR_MOVE_SECONDS;
}

/** A task counts as running until its report is sent. One that was continued and has not begun again is queued. */
function mayHaveEnded({ mode, status, isHeldBack }: CopyFacts): boolean {
  return mode === 'agent' && (status === 'running' || isHeldBack === true);
}

/** Only a session of this very chat is restored into it. */
function headerMatches(
  transcript: Uint8Array,
  { id, conversation }: { readonly id: SessionId; readonly conversation: ConversationId },
): boolean {
  const line = jsonIn(Buffer.from(transcript).toString('utf8').split('\n', 1)[0] ?? '');
  if (typeof line !== 'object' || line === null) return false;
  const header: { readonly id?: unknown; readonly conversation?: unknown } = line;
  return header.id === id && header.conversation === conversation;
}

/** Runs inside the transaction. An ended session stays ended; any other waits for `/agent-resume`. */
function restoreFound(
  { id, task, facts, hasEnded, file }: ArrivedSession,
  {
    store,
    instance,
    nowMs,
  }: { readonly store: OpenStore; readonly instance: InstanceId; readonly nowMs: number },
): { readonly task: MovedTask | undefined } {
  const shown = facts.mode === 'agent' && task.isOpen ? task : undefined;
  if (file === undefined) return { task: shown };
  try {
    restoreSession({ store, path: file.path, instance, nowMs });
  } catch (error) {
    if (!isFailure(error) || error.kind !== 'invalid') throw error;
    return { task: shown && { ...shown, state: 'unreadable' } };
  }
  const ended = hasEnded ? 'done' : facts.status;
  const status = AT_REST.find((one): one is SessionStatus => one === ended);
  if (status !== undefined) store.sessions.update(id, { state: { status }, atMs: nowMs });
  store.cards.noteShown(id, facts.messages ?? []);
  return { task: shown };
}
