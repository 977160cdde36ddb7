import * as z from 'zod';
import { claimRuns } from '../../cluster/copies/claim-runs.ts';
import { noteHandled } from '../../cluster/copies/copies.ts';
import { type CellName, cellName, conversationKey, type FrontName } from '../../cluster/names.ts';
import {
  askedHandovers,
  HANDOVER_SECONDS,
  noteHandedOver,
  noteNoRoom,
  staysHere,
} from '../../cluster/placement/handovers.ts';
import { allMembers } from '../../cluster/placement/membership.ts';
import { cellWithProject, moveConversation } from '../../cluster/placement/placements.ts';
import type { SqlSession } from '../../cluster/sql.ts';
import type { ChannelReceiver } from '../../contracts/channel.ts';
import { type DueRuns, OWN_WITHIN_MS, type Ownership, type RunClaim } from '../../contracts/machines.ts';
import { SECOND_MS } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { type ConversationId, conversationId } from '../../core/ids.ts';
import { backoffMs, unlessAborted } from '../../core/waiting.ts';
import { WHATSAPP } from '../whatsapp/identity.ts';
import type { ChatMoveRequest, OtherCell, RelayParts } from './relay-channel.ts';
import type { ChatOrigin } from './relay-rows.ts';

/** How long a command waits for its copy to reach PostgreSQL, where other cells find it. */
const COPIED_WITHIN_MS = 5 * SECOND_MS;
/** Between two tries while PostgreSQL is away. */
export const AWAY_RETRY = { firstMs: 100, mostMs: 2 * SECOND_MS };
/** The beginning of the name of each conversation that a front has. */
const ADDRESSED = conversationId(WHATSAPP, '');

/** The channel's own state while it runs. */
interface RelayState {
  /** The lease on the cell's name. */
  isHeld(): boolean;
  isHandingOver(chat: string): boolean;
  readonly stopping: AbortSignal;
}

/** Checks in PostgreSQL that a chat belongs to this cell, right before something that cannot be taken back. */
export class ChatOwnership implements Ownership {
  readonly #parts: Pick<RelayParts, 'mover' | 'cell' | 'clock' | 'cluster' | 'rows'>;
  readonly #course: RelayState;

  constructor(parts: Pick<RelayParts, 'mover' | 'cell' | 'clock' | 'cluster' | 'rows'>, course: RelayState) {
    this.#parts = parts;
    this.#course = course;
  }

  async ownsItsWork(conversation: ConversationId): Promise<boolean> {
    // Chats of this machine's terminal and browser never move to another one.
    if (!conversation.startsWith(ADDRESSED)) return this.#course.isHeld();
    const chat = conversation.slice(ADDRESSED.length);
    const origin = this.#parts.rows.origin(chat);
    if (origin === undefined || origin.hasLeft || !this.#course.isHeld()) return false;
    const stays = await this.#staysWithin(OWN_WITHIN_MS, origin);
    return stays && this.#course.isHeld() && !this.#course.isHandingOver(chat);
  }

  async beforeCommand(conversation: ConversationId): Promise<void> {
    const { cluster, rows, clock } = this.#parts;
    if (!conversation.startsWith(ADDRESSED)) return;
    const chat = conversation.slice(ADDRESSED.length);
    const awaySinceUpMs = cluster.awaySinceUpMs() ?? clock.upMs();
    // Running work is finished while PostgreSQL is away, and does not wait for it each time.
    if (rows.origin(chat) === undefined || clock.upMs() - awaySinceUpMs > COPIED_WITHIN_MS) return;
    if ((await this.#copiedWithin(COPIED_WITHIN_MS, chat)) === false)
      throw new Failure(
        'denied',
        'Nothing was run: this conversation has moved to another machine, and goes on there.',
      );
  }

  /** Undefined when that is not known in time. */
  async #copiedWithin(ms: number, chat: string): Promise<boolean | undefined> {
    const { mover, clock } = this.#parts;
    const limit = AbortSignal.any([AbortSignal.timeout(ms), this.#course.stopping]);
    for (let attempt = 0; !limit.aborted; attempt += 1) {
      try {
        return await unlessAborted(mover.copyNow(chat), limit);
      } catch (error) {
        if (!isFailure(error) || error.kind !== 'unavailable') throw error;
        await clock.sleep(backoffMs(attempt, AWAY_RETRY), limit);
      }
    }
    return undefined;
  }

  /** Also false when it is not known in time. */
  async #staysWithin(ms: number, { front, chat, epoch }: ChatOrigin): Promise<boolean> {
    const { cell, cluster, clock } = this.#parts;
    const holder = { conversation: conversationKey(front, chat), cell, epoch };
    const askedUpMs = clock.upMs();
    try {
      const stays = await unlessAborted(staysHere(cluster, holder), AbortSignal.timeout(ms));
      // A process that stood still reads the old answer first, and only then hears that the time is over.
      return stays === true && clock.upMs() - askedUpMs <= ms;
    } catch (error) {
      if (!isFailure(error) || error.kind !== 'unavailable') throw error;
      return false;
    }
  }

  async claimRuns(chat: string, { name, firstMs, lastMs }: Omit<DueRuns, 'conversation'>): Promise<RunClaim> {
    const { cell, cluster, rows } = this.#parts;
    const origin = rows.origin(chat);
    const isHere = origin !== undefined && !origin.hasLeft && !this.#course.isHandingOver(chat);
    if (!isHere || !this.#course.isHeld()) return { kind: 'later' };
    const { front, epoch } = origin;
    try {
      const claimant = { conversation: conversationKey(front, chat), cell, epoch };
      return await claimRuns(cluster, claimant, { schedule: name, firstMs, lastMs });
    } catch (error) {
      if (!isFailure(error) || error.kind !== 'unavailable') throw error;
      return { kind: 'later' };
    }
  }
}

const LOOK_EVERY_MS = 200;
const STOP_EVERY_LOOKS = 10;

type HandingOverParts = Pick<
  RelayParts,
  'mover' | 'cell' | 'clock' | 'cluster' | 'log' | 'openSessions' | 'rows'
>;

/**
 * Chats that a command moves to another cell. No task begins in them meanwhile, and PostgreSQL notes when their tasks
 * are parked and all is copied: the command waits for that. It is also told when the disk can store nothing, because
 * then no task can be parked.
 */
export class HandingOver {
  readonly #parts: HandingOverParts;
  readonly #stopping: AbortSignal;
  /** Until when each chat takes nothing new, in milliseconds of `clock.upMs()`. */
  readonly #until = new Map<string, number>();
  /** Chats whose tasks are being parked and copied now. */
  readonly #underWay = new Set<string>();

  constructor(parts: HandingOverParts, stopping: AbortSignal) {
    this.#parts = parts;
    this.#stopping = stopping;
  }

  includes(chat: string): boolean {
    return (this.#until.get(chat) ?? 0) > this.#parts.clock.upMs();
  }

  begin(chat: string): void {
    this.#until.set(chat, this.#parts.clock.upMs() + HANDOVER_SECONDS * SECOND_MS);
  }

  /** The chat has moved, or stays here after all. */
  end(chat: string): void {
    this.#until.delete(chat);
  }

  /**
   * Begins with each chat that PostgreSQL lists, even with one that was ready before: a command that was killed before
   * it moved the chat is run again.
   */
  async beginAsked(
    receiver: ChannelReceiver,
    tryTo: (work: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const { cell, cluster, rows } = this.#parts;
    const asked = new Set(await askedHandovers(cluster, cell));
    if (asked.size === 0) return;
    for (const { chat, front, hasLeft } of rows.origins()) {
      const conversation = conversationKey(front, chat);
      if (hasLeft || this.#underWay.has(chat) || !asked.has(conversation)) continue;
      this.begin(chat);
      this.#underWay.add(chat);
      void tryTo(() => this.#handOver({ chat, conversation }, receiver)).finally(() =>
        this.#underWay.delete(chat),
      );
    }
  }

  /** Stops the tasks of the chat and copies what they have done. The command that asked for it then moves the chat. */
  async #handOver(
    { chat, conversation }: { chat: string; conversation: string },
    receiver: ChannelReceiver,
  ): Promise<void> {
    const { mover, cell, cluster, openSessions, rows, clock, log } = this.#parts;
    const refusals = rows.refusals();
    for (let looks = 0; !this.#stopping.aborted && this.includes(chat); looks += 1) {
      const open = openSessions(chat);
      // Repeated from time to time: a task that waited behind another in its folder begins when that ends.
      if (open.length > 0 && looks % STOP_EVERY_LOOKS === 0) receiver.interrupt(chat, open);
      if (await mover.isFlushed(chat)) {
        await noteHandedOver(cluster, conversation, cell);
        log.info('channel.relay.handed_over', {});
        return;
      }
      if (rows.refusals() > refusals) {
        await noteNoRoom(cluster, conversation, cell);
        log.warn('channel.relay.no_room_to_hand_over', {});
        return;
      }
      await clock.sleep(LOOK_EVERY_MS, this.#stopping);
    }
  }
}

type LeaveParts = Pick<RelayParts, 'mover' | 'cell' | 'clock' | 'cluster' | 'openSessions'>;

/** Earlier messages have to be sent within this time, because a person waits. */
const OUTBOX_TIMEOUT_MS = 10 * SECOND_MS;

/**
 * Moves a chat of this cell to one that has the project, once none of its work is under way here; false when some is.
 * The handled messages, the chat's project and its new cell are stored in one transaction.
 * @throws Failure `not-found` when no cell with the project takes it, `unavailable` while PostgreSQL is away
 */
export async function leaveForProject(
  { chat, project, messages }: ChatMoveRequest,
  front: FrontName,
  parts: LeaveParts,
  signal: AbortSignal,
): Promise<boolean> {
  const { cell, cluster } = parts;
  const conversation = conversationKey(front, chat);
  const to = await cellWithProject(cluster, { conversation, project }, cell);
  if (to === undefined) throw new Failure('not-found', 'No other cell with this project takes the chat.');
  if (!(await comesToRest(chat, { handling: messages.length, signal }, parts))) return false;
  try {
    await moveConversation(cluster, { conversation, from: cell, to, project }, (sql) =>
      noteHandled(sql, conversation, messages),
    );
  } catch (error) {
    // It has moved meanwhile.
    if (!isFailure(error) || error.kind !== 'conflict') throw error;
  }
  return true;
}

/** False when its work does not end in time. When true, all of it has been copied. */
async function comesToRest(
  chat: string,
  { handling, signal }: { readonly handling: number; readonly signal: AbortSignal },
  { mover, openSessions, clock }: LeaveParts,
): Promise<boolean> {
  const endUpMs = clock.upMs() + OUTBOX_TIMEOUT_MS;
  while (!signal.aborted && clock.upMs() < endUpMs && openSessions(chat).length === 0) {
    if (await mover.isFlushed(chat, handling)) return true;
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
  return false;
}

const CellFacts = z.object({ projects: z.array(z.string()) });

const FrontFacts = z.object({
  own: z.object({ phone: z.string().optional(), lid: z.string().optional() }),
});

type OwnAddresses = z.infer<typeof FrontFacts>['own'];

/** The known state of the other members: as of the last look, which also holds while PostgreSQL is away. */
export class KnownMembers {
  readonly #cluster: SqlSession;
  readonly #cell: CellName;
  #cells: readonly OtherCell[] = [];
  #own: ReadonlyMap<string, OwnAddresses> = new Map();

  constructor(cluster: SqlSession, cell: CellName) {
    this.#cluster = cluster;
    this.#cell = cell;
  }

  async look(): Promise<void> {
    const all = await allMembers(this.#cluster);
    this.#cells = all.flatMap(({ kind, name, facts, isAlive, isDraining }) => {
      const isOther = kind === 'cell' && name !== this.#cell && isAlive && !isDraining;
      const cell = isOther ? cellName(name) : undefined;
      const read = CellFacts.safeParse(facts);
      return cell === undefined || !read.success ? [] : [{ cell, projects: read.data.projects }];
    });
    const fronts = all.filter(({ kind }) => kind === 'front');
    this.#own = new Map(
      fronts.flatMap(({ name, facts }) => {
        const read = FrontFacts.safeParse(facts);
        return read.success ? [[name, read.data.own] as const] : [];
      }),
    );
  }

  /** The living cells that take chats. */
  cells(): readonly OtherCell[] {
    return this.#cells;
  }

  /** The addresses of the number that a front has; undefined until the front has reported them. */
  ownAddresses(front: FrontName): OwnAddresses | undefined {
    return this.#own.get(front);
  }
}
