import type { ClusterDatabase } from '../../cluster/cluster-database.ts';
import type { CellName } from '../../cluster/names.ts';
import { sessionsByConversation } from '../../cluster/overview/overview.ts';
import type { Handover } from '../../cluster/placement/handovers.ts';
import { members } from '../../cluster/placement/membership.ts';
import { MoveTrouble } from '../../cluster/placement/move-trouble.ts';
import { bestCellFor, move, type Resident, residentsOf } from '../../cluster/placement/placements.ts';
import type { Clock } from '../../core/clock.ts';
import { isFailure } from '../../core/failure.ts';
import { SECOND_MS } from '../../core/time.ts';

/** Something of these is at work, or waits to be. */
const OPEN: readonly string[] = ['queued', 'running', 'waiting', 'paused'];
const LOOK_EVERY_MS = SECOND_MS;

export interface EmptyingParts {
  readonly db: ClusterDatabase;
  /** It takes no new conversations any more. */
  readonly cell: CellName;
  /** How long tasks may go on, in milliseconds; then they are parked. */
  readonly withinMs: number;
  readonly clock: Clock;
  /** Ends it after the conversation that is moving. */
  readonly signal: AbortSignal;
  /** Asks the cell to park what it does there and to copy the rest. */
  handOver(conversation: string): Promise<Handover>;
  /** Hears what happens, as it happens. */
  tell(news: EmptyingNews): void;
}

export type EmptyingNews =
  /** Nothing can move until tasks of so many conversations have ended, or the time is over. */
  | { readonly kind: 'waits'; readonly conversations: number; readonly leftMs: number }
  | {
      readonly kind: 'moved';
      readonly conversation: string;
      readonly to: CellName;
      readonly handover: Handover;
    }
  | { readonly kind: 'stays'; readonly conversation: string; readonly why: MoveTrouble | undefined };

/** `stopped`: by the signal. `no-cell`: no other one takes conversations. Else: all that could move has moved. */
export interface Emptied {
  readonly end: 'done' | 'stopped' | 'no-cell';
  readonly moved: number;
  /** Conversations that are still there. */
  readonly left: readonly string[];
}

/**
 * Moves all conversations of a cell: first those without an open task, the others as their tasks end, or when the time is over.
 * Each moves by one transaction, so that it can be stopped, and asked for again, at any moment.
 * @throws Failure `unavailable` while PostgreSQL is away
 */
export async function emptyCell(parts: EmptyingParts): Promise<Emptied> {
  const { db, cell, clock, signal } = parts;
  const course: Course = { endUpMs: clock.upMs() + parts.withinMs, refused: new Set(), moved: 0, told: 0 };
  for (;;) {
    const residents = await residentsOf(db, cell);
    const left = residents.map(({ conversation }) => conversation);
    const movable = residents.filter(({ conversation }) => !course.refused.has(conversation));
    const { moved } = course;
    if (movable.length === 0) return { end: 'done', moved, left };
    if (signal.aborted) return { end: 'stopped', moved, left };
    // Nobody works in a cell that is not there.
    const isOver = clock.upMs() >= course.endUpMs || !(await isAlive(db, cell));
    const open = isOver ? new Map<string, number>() : await sessionsByConversation(db, cell, OPEN);
    const ready = movable.filter(({ conversation }) => !open.has(conversation));
    if (ready.length === 0) await waitForTasks(movable.length, course, parts);
    else if ((await moveThem(ready, { isOver, course }, parts)) === 'no-cell')
      return { end: 'no-cell', moved: course.moved, left: await stillThere(parts) };
  }
}

/** How far it is. */
interface Course {
  readonly endUpMs: number;
  /** Those that could not move. */
  readonly refused: Set<string>;
  moved: number;
  /** Of how many it was said that they are waited for. */
  told: number;
}

async function waitForTasks(
  conversations: number,
  course: Course,
  { clock, signal, tell }: EmptyingParts,
): Promise<void> {
  if (course.told !== conversations)
    tell({ kind: 'waits', conversations, leftMs: course.endUpMs - clock.upMs() });
  course.told = conversations;
  await clock.sleep(LOOK_EVERY_MS, signal);
}

async function moveThem(
  ready: readonly Resident[],
  { isOver, course }: { readonly isOver: boolean; readonly course: Course },
  parts: EmptyingParts,
): Promise<'no-cell' | undefined> {
  for (const resident of ready) {
    if (parts.signal.aborted) return undefined;
    const outcome = await moveOne(resident, isOver, parts);
    if (outcome === 'no-cell') return outcome;
    if (outcome === 'moved') course.moved += 1;
    if (outcome === 'refused') course.refused.add(resident.conversation);
  }
  return undefined;
}

type Outcome = 'moved' | 'refused' | 'no-cell' | 'later';

async function moveOne(
  resident: Resident,
  isOver: boolean,
  { db, cell, handOver, tell }: EmptyingParts,
): Promise<Outcome> {
  const { conversation } = resident;
  // Since the last look somebody may have begun a task there.
  if (!isOver && (await sessionsByConversation(db, cell, OPEN)).has(conversation)) return 'later';
  try {
    const to = await bestCellFor(db, resident, cell);
    const handover = await handOver(conversation);
    await move(db, { conversation, from: cell, to });
    tell({ kind: 'moved', conversation, to, handover });
    return 'moved';
  } catch (error) {
    if (!isFailure(error) || error.kind === 'unavailable') throw error;
    const why = MoveTrouble.safeParse(error.facts.trouble).data;
    if (why === 'no-other-cell') return 'no-cell';
    // Whoever moved it meanwhile has told so.
    if (why === 'moved-already' || why === 'there-already') return 'later';
    tell({ kind: 'stays', conversation, why });
    return 'refused';
  }
}

async function isAlive(db: ClusterDatabase, cell: CellName): Promise<boolean> {
  return (await members(db)).some((one) => one.kind === 'cell' && one.name === cell && one.isAlive);
}

async function stillThere({ db, cell }: EmptyingParts): Promise<readonly string[]> {
  return (await residentsOf(db, cell)).map(({ conversation }) => conversation);
}
