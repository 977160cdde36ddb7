import { claimRuns } from '../../cluster/copies/claim-runs.ts';
import { conversationKey } from '../../cluster/names.ts';
import { staysHere } from '../../cluster/placement/handovers.ts';
import { type DueRuns, OWN_WITHIN_MS, type Ownership, type RunClaim } from '../../contracts/machines.ts';
import { SECOND_MS } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { type ConversationId, conversationId } from '../../core/ids.ts';
import { backoffMs, unlessAborted } from '../../core/waiting.ts';
import { WHATSAPP } from '../whatsapp/identity.ts';
import type { RelayParts } from './relay-channel.ts';
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
  readonly #parts: Pick<RelayParts, 'carrying' | 'cell' | 'clock' | 'cluster' | 'rows'>;
  readonly #course: RelayState;

  constructor(
    parts: Pick<RelayParts, 'carrying' | 'cell' | 'clock' | 'cluster' | 'rows'>,
    course: RelayState,
  ) {
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
    const { carrying, clock } = this.#parts;
    const limit = AbortSignal.any([AbortSignal.timeout(ms), this.#course.stopping]);
    for (let attempt = 0; !limit.aborted; attempt += 1) {
      try {
        return await unlessAborted(carrying.copyNow(chat), limit);
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
