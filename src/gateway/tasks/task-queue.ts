import type { CommandContext } from '../../contracts/commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { OpenSessions } from '../../contracts/session-stores.ts';
import type { SessionId } from '../../core/ids.ts';
import { unfinishedTasks } from './conversation-sessions.ts';

type TurnTaker = Pick<SessionRecord, 'mode' | 'conversation' | 'workspace'>;

interface OpenSessionsContext {
  readonly store: { readonly sessions: OpenSessions };
}

/**
 * True when two sessions of one folder run one after the other: tasks always, because both would change the same
 * files; a talk only reads, so it only waits for its own chat.
 */
export function mustNotOverlap(one: TurnTaker, other: TurnTaker): boolean {
  if (one.workspace !== other.workspace) return false;
  return one.conversation === other.conversation || (one.mode === 'agent' && other.mode === 'agent');
}

/** A talk with an open question blocks nothing: its answer may be a day away, and it changes no file. */
export function isNonBlocking({ mode, state }: Pick<SessionRecord, 'mode' | 'state'>): boolean {
  return mode === 'talk' && state.status === 'waiting';
}

/** Queued sessions that wait behind no other one in their folder; the order is kept. */
export function firstInLine<Waiting extends TurnTaker>(queued: readonly Waiting[]): readonly Waiting[] {
  const taken = new Set<string>();
  return queued.filter(({ mode, conversation, workspace }) => {
    const ofChat = `chat\0${conversation}\0${workspace}`;
    const ofTasks = mode === 'agent' ? `tasks\0${workspace}` : ofChat;
    const isFirst = !taken.has(ofChat) && !taken.has(ofTasks);
    taken.add(ofChat).add(ofTasks);
    return isFirst;
  });
}

/**
 * Sessions that have to end, or are ahead in the queue, before this one may run: the one that works there first, then
 * by age.
 */
export function listBlockingSessions(
  session: TurnTaker & { readonly id?: SessionId },
  { store }: OpenSessionsContext,
): readonly SessionRecord[] {
  const others = store.sessions
    .listOpenIn(session.workspace)
    .filter((other) => other.id !== session.id && mustNotOverlap(session, other) && !isNonBlocking(other));
  const isQueued = ({ state }: SessionRecord) => Number(state.status === 'queued');
  return others.toSorted((one, other) => isQueued(one) - isQueued(other));
}

/**
 * True when a chat has as many running tasks as it may: each in a folder of its own, including those that wait for an
 * answer. Talks do not count.
 * @param working sessions that hold a folder, of any chat
 */
export function isAtLimit(
  session: TurnTaker & { readonly id?: SessionId },
  working: readonly SessionRecord[],
  maxParallelTasks: number,
): boolean {
  if (session.mode === 'talk') return false;
  const others = working.filter(
    ({ id, mode, conversation }) =>
      id !== session.id && mode === 'agent' && conversation === session.conversation,
  );
  const folders = new Set(others.map(({ workspace }) => workspace));
  return !folders.has(session.workspace) && folders.size >= Math.max(1, maxParallelTasks);
}

/** What this session has to wait for: a folder in use, or room for one more task in its chat. */
export function waitsFor(
  session: TurnTaker & { readonly id?: SessionId },
  { conversation, program, store }: Pick<CommandContext, 'conversation' | 'program' | 'store'>,
): { readonly behind: SessionRecord; readonly why: 'folder' | 'limit' } | undefined {
  const [behind] = listBlockingSessions(session, { store });
  if (behind !== undefined) return { behind, why: 'folder' };
  const working = openTasksAtWork({ conversation, store });
  const [first] = working;
  if (first === undefined || !isAtLimit(session, working, program.worktrees.maxParallelTasks))
    return undefined;
  return { behind: first, why: 'limit' };
}

function openTasksAtWork(
  here: Pick<CommandContext, 'conversation'> & OpenSessionsContext,
): readonly SessionRecord[] {
  return unfinishedTasks(here).filter(({ state: { status } }) => status !== 'queued');
}

/** Where a new task works. */
export type TaskPlacement =
  | { readonly kind: 'workspace' }
  /** In a worktree, at once, in parallel to `beside`. */
  | { readonly kind: 'worktree'; readonly beside: SessionRecord }
  /** In the workspace, after `behind`; `why` says, where it helps, what kept it from having a worktree. */
  | {
      readonly kind: 'queue';
      readonly behind: SessionRecord;
      readonly why: 'limit' | 'no-repository' | undefined;
    };

export interface PlacementContext {
  /** Sessions ahead of it in the workspace, first the one that works there. */
  readonly blocking: readonly SessionRecord[];
  /** Folders in which tasks of this conversation run or are queued. */
  readonly folders: number;
  /** How many tasks of one conversation may run at the same time. */
  readonly maxParallelTasks: number;
  readonly hasRepository: boolean;
  /** False: nothing may be changed, so nothing blocks for long. */
  readonly writeEnabled: boolean;
}

/** The workspace itself if it is free; otherwise a worktree, as far as there is room for one more. */
export function choosePlacement(facts: PlacementContext): TaskPlacement {
  const { blocking, folders, maxParallelTasks, hasRepository, writeEnabled } = facts;
  const [first] = blocking;
  if (first === undefined) return { kind: 'workspace' };
  const beside = blocking.find(({ mode }) => mode === 'agent');
  // It waits for a talk, which ends by itself in a moment.
  if (beside === undefined || maxParallelTasks <= 1 || !writeEnabled)
    return { kind: 'queue', behind: first, why: undefined };
  if (!hasRepository) return { kind: 'queue', behind: first, why: 'no-repository' };
  if (folders >= maxParallelTasks) return { kind: 'queue', behind: first, why: 'limit' };
  return { kind: 'worktree', beside };
}

/** Where a task that this conversation starts now would work. */
export function placementNow(context: CommandContext): TaskPlacement {
  const { program, workspace } = context;
  const { maxParallelTasks, hasRepository } = program.worktrees;
  const blocking = listBlockingNewTask(context);
  const place = choosePlacement({
    blocking,
    folders: new Set(unfinishedTasks(context).map(({ workspace }) => workspace)).size,
    maxParallelTasks,
    hasRepository: blocking.length > 0 && hasRepository(workspace),
    writeEnabled: program.writeEnabled,
  });
  if (place.kind !== 'workspace') return place;
  // Its project is free, but this chat's tasks in other projects may have reached its limit.
  const wait = waitsFor({ mode: 'agent', conversation: context.conversation, workspace }, context);
  return wait === undefined
    ? place
    : { kind: 'queue', ...wait, why: wait.why === 'limit' ? 'limit' : undefined };
}

/** Sessions that a task of this conversation would have to wait for in the workspace. */
export function listBlockingNewTask({
  conversation,
  workspace,
  store,
}: CommandContext): readonly SessionRecord[] {
  return listBlockingSessions({ mode: 'agent', conversation, workspace }, { store });
}
