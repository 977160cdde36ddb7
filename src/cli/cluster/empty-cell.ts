import type { ClusterDatabase } from '../../cluster/cluster-database.ts';
import type { CellName } from '../../cluster/names.ts';
import { hasSessions, sessionsByConversation } from '../../cluster/overview/look-at-cluster.ts';
import type { Handover } from '../../cluster/placement/handovers.ts';
import { allMembers } from '../../cluster/placement/membership.ts';
import {
  assertMovable,
  bestCellFor,
  listPlacedConversations,
  MoveTrouble,
  moveConversation,
  type PlacedConversation,
} from '../../cluster/placement/placements.ts';
import { type Clock, SECOND_MS } from '../../core/clock.ts';
import { isFailure } from '../../core/failure.ts';
import { createKeyedQueue, type KeyedQueue } from '../../core/work-queues.ts';

/** States in which a session is active, or will be. */
const OPEN: readonly string[] = ['queued', 'running', 'waiting', 'paused'];
const LOOK_EVERY_MS = SECOND_MS;
/** How many conversations move at once: while one waits for its cell, others go on. */
export const AT_ONCE = 8;
const PACE_EVERY_MS = 10 * SECOND_MS;

export interface EmptyingParts {
  readonly db: ClusterDatabase;
  readonly cell: CellName;
  /** One target for all; undefined sends each to the cell that suits it best. */
  readonly to?: CellName | undefined;
  /** How long tasks may go on before they are parked, in milliseconds. */
  readonly withinMs: number;
  readonly clock: Clock;
  /** Stops after the conversations that are moving. */
  readonly signal: AbortSignal;
  /** Asks the cell to park its work there and to copy the rest. */
  handOver(conversation: string): Promise<Handover>;
  /** Receives the events as they happen. */
  notify(news: EmptyingNews): void;
}

export type EmptyingNews =
  /** Nothing can move until the tasks of this many conversations have ended, or the time is over. */
  | { readonly kind: 'waits'; readonly conversations: number; readonly leftMs: number }
  | ({
      readonly kind: 'moved';
      readonly conversation: string;
      readonly to: CellName;
      readonly handover: Handover;
    } & EmptyingProgress)
  /** Sent from time to time while they move. */
  | ({ readonly kind: 'pace'; readonly leftMs: number } & EmptyingProgress)
  | { readonly kind: 'stays'; readonly conversation: string; readonly why: MoveTrouble | undefined };

interface EmptyingProgress {
  readonly moved: number;
  /** How many there were at the beginning, with those that came meanwhile. */
  readonly all: number;
}

/** `stopped`: by the signal. `no-cell`: no other cell takes conversations. Otherwise all that could move has moved. */
export interface EmptyingResult {
  readonly end: 'done' | 'stopped' | 'no-cell';
  readonly moved: number;
  /** Conversations that are still there. */
  readonly left: readonly string[];
}

/**
 * Moves all conversations of a cell, some at a time: first those without an open task, the others as their tasks end,
 * or when the time is over. Each moves by one transaction, so that it can be stopped, and asked for again, at any
 * moment.
 * @throws Failure `unavailable` while PostgreSQL is away
 */
export async function emptyCell(parts: EmptyingParts): Promise<EmptyingResult> {
  const { db, cell, clock, signal } = parts;
  const course = beginCourse(parts);
  for (;;) {
    const placedHere = await listPlacedConversations(db, cell);
    const left = placedHere.map(({ conversation }) => conversation);
    const movable = placedHere.filter(({ conversation }) => !course.refused.has(conversation));
    course.all = course.moved + placedHere.length;
    const { moved } = course;
    if (movable.length === 0) return { end: 'done', moved, left };
    if (signal.aborted) return { end: 'stopped', moved, left };
    // A cell that does not run finishes no tasks, so none are waited for.
    const isOver = clock.upMs() >= course.endUpMs || !(await isAlive(db, cell));
    const open = isOver ? new Map<string, number>() : await sessionsByConversation(db, cell, OPEN);
    const ready = movable.filter(({ conversation }) => !open.has(conversation));
    if (ready.length === 0) await waitForTasks(movable.length, course, parts);
    else if ((await moveThem(ready, { isOver, course }, parts)) === 'no-cell')
      return { end: 'no-cell', moved: course.moved, left: await stillThere(parts) };
  }
}

/** The progress so far. */
interface EmptyingState {
  readonly beganUpMs: number;
  readonly endUpMs: number;
  /** The conversations that could not move. */
  readonly refused: Set<string>;
  /** Targets are chosen one at a time: where the next conversation fits best depends on where this one went. */
  readonly places: KeyedQueue;
  moved: number;
  all: number;
  /** The last reported number of conversations with open tasks. */
  reported: number;
  /** How long it has waited for tasks. */
  waitedMs: number;
  /** When its pace was last reported. */
  paceUpMs: number;
}

function beginCourse({ clock, withinMs }: EmptyingParts): EmptyingState {
  const nowUpMs = clock.upMs();
  return {
    beganUpMs: nowUpMs,
    endUpMs: nowUpMs + withinMs,
    refused: new Set(),
    places: createKeyedQueue(),
    moved: 0,
    all: 0,
    reported: 0,
    waitedMs: 0,
    paceUpMs: nowUpMs,
  };
}

async function waitForTasks(
  conversations: number,
  course: EmptyingState,
  { clock, signal, notify }: EmptyingParts,
): Promise<void> {
  if (course.reported !== conversations)
    notify({ kind: 'waits', conversations, leftMs: course.endUpMs - clock.upMs() });
  course.reported = conversations;
  const sinceUpMs = clock.upMs();
  await clock.sleep(LOOK_EVERY_MS, signal);
  course.waitedMs += clock.upMs() - sinceUpMs;
}

interface EmptyingPhase {
  /** True when tasks are no longer waited for. */
  readonly isOver: boolean;
  readonly course: EmptyingState;
}

/** Resolves, or rejects, when none of them is moving any more. */
async function moveThem(
  ready: readonly PlacedConversation[],
  moving: EmptyingPhase,
  parts: EmptyingParts,
): Promise<'no-cell' | undefined> {
  const waiting = [...ready];
  let end: 'no-cell' | undefined;
  const next = (): PlacedConversation | undefined => (parts.signal.aborted ? undefined : waiting.shift());
  const moveSome = async (): Promise<void> => {
    for (let one = next(); one !== undefined; one = next()) {
      end = (await moveOne(one, moving, parts)) ?? end;
      if (end !== undefined) waiting.length = 0;
    }
  };
  const stopAll = (error: unknown): never => {
    waiting.length = 0;
    throw error;
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => moveSome().catch(stopAll)));
  const broken = lanes.find((one) => one.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
  return end;
}

async function moveOne(
  placed: PlacedConversation,
  { isOver, course }: EmptyingPhase,
  parts: EmptyingParts,
): Promise<'no-cell' | undefined> {
  const { db, cell, handOver, notify } = parts;
  const { conversation } = placed;
  // A task may have begun there since the last look: then the conversation moves later.
  if (!isOver && (await hasSessions(db, conversation, OPEN))) return undefined;
  try {
    // Nothing is parked for a move that is not possible.
    await targetFor(placed, parts);
    const handover = await handOver(conversation);
    const to = await course.places.run(cell, async () => {
      const target = await targetFor(placed, parts);
      await moveConversation(db, { conversation, from: cell, to: target });
      return target;
    });
    course.moved += 1;
    const { moved, all } = course;
    notify({ kind: 'moved', conversation, to, handover, moved, all });
    notifyPace(course, parts);
    return undefined;
  } catch (error) {
    if (!isFailure(error) || error.kind === 'unavailable') throw error;
    const why = MoveTrouble.safeParse(error.facts.trouble).data;
    if (why === 'no-other-cell') return 'no-cell';
    // The process that moved it meanwhile has reported so.
    if (why === 'moved-already' || why === 'there-already') return undefined;
    notify({ kind: 'stays', conversation, why });
    course.refused.add(conversation);
    return undefined;
  }
}

/** @throws Failure `not-found` where it cannot go */
async function targetFor(placed: PlacedConversation, { db, cell, to }: EmptyingParts): Promise<CellName> {
  if (to === undefined) return await bestCellFor(db, placed, cell);
  await assertMovable(db, { conversation: placed.conversation, to });
  return to;
}

function notifyPace(course: EmptyingState, { clock, notify }: EmptyingParts): void {
  const { beganUpMs, waitedMs, paceUpMs, moved, all } = course;
  const nowUpMs = clock.upMs();
  if (moved === all || nowUpMs - paceUpMs < PACE_EVERY_MS) return;
  course.paceUpMs = nowUpMs;
  const eachMs = (nowUpMs - beganUpMs - waitedMs) / moved;
  notify({ kind: 'pace', moved, all, leftMs: eachMs * (all - moved) });
}

async function isAlive(db: ClusterDatabase, cell: CellName): Promise<boolean> {
  return (await allMembers(db)).some((one) => one.kind === 'cell' && one.name === cell && one.isAlive);
}

async function stillThere({ db, cell }: EmptyingParts): Promise<readonly string[]> {
  return (await listPlacedConversations(db, cell)).map(({ conversation }) => conversation);
}
